#!/bin/sh
# The second reader's Spanish data: Debian's tesseract-ocr-spa, installed where apt is there, named where it isn't.
set -eu
for folder in "${TESSDATA_PREFIX:-/none}" /usr/share/tesseract-ocr/*/tessdata /usr/share/tessdata /usr/local/share/tessdata; do
  if [ -f "$folder/spa.traineddata" ]; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif command -v sudo >/dev/null 2>&1; then as_root="sudo"; else as_root="none"; fi
  if [ "$as_root" != none ]; then
    echo "Installing Tesseract's Spanish data for the tests of scans…"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq tesseract-ocr-spa >/dev/null && exit 0
  fi
fi
echo "The tests of scans need Tesseract's Spanish data: install 'tesseract-ocr-spa' (or name its folder in TESSDATA_PREFIX)." >&2
exit 1
