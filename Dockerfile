# Web and worker from one image: `docker build -t anonymiza .`
ARG BASE=docker.io/library/python:3.11-slim-bookworm

FROM ${BASE} AS build
WORKDIR /app
RUN python3 -m venv /venv
COPY requirements-uv.lock requirements.lock ./
RUN /venv/bin/python -m pip install -q --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements-uv.lock \
 && VIRTUAL_ENV=/venv /venv/bin/uv pip install -q --no-cache --no-deps --require-hashes --no-build -r requirements.lock
COPY . .
RUN VIRTUAL_ENV=/venv /venv/bin/uv pip install -q --no-cache --no-deps --no-build-isolation . \
 && ANONYMIZA_DATA=/tmp/build ANONYMIZA_STATIC=/app/staticfiles /venv/bin/python manage.py collectstatic --noinput -v0 \
 && rm -rf /tmp/build

FROM ${BASE}
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH=/venv/bin:$PATH \
    OMP_NUM_THREADS=1 ANONYMIZA_DATA=/data ANONYMIZA_STATIC=/app/staticfiles
# the second reader of scans; Debian keeps one version of it
# hadolint ignore=DL3008
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends tesseract-ocr-spa \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
RUN mkdir -m 0700 /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/salud/viva/', timeout=4)"]
CMD ["python", "manage.py", "start", "--only", "web", "--host", "0.0.0.0", "--port", "8000"]
