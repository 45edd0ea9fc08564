#!/bin/sh
# The browser of the tests: Debian's chromium, installed where apt is there, named where it isn't.
set -eu
if command -v "${ANONYMIZA_CHROMIUM:-chromium}" >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
  || command -v google-chrome >/dev/null 2>&1; then
  exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif command -v sudo >/dev/null 2>&1; then as_root="sudo"; else as_root="none"; fi
  if [ "$as_root" != none ]; then
    echo "Installing chromium for the browser tests…"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq chromium >/dev/null && exit 0
  fi
fi
echo "The browser tests need Chromium: install the package 'chromium' (or name its binary in ANONYMIZA_CHROMIUM)." >&2
exit 1
