#!/bin/sh
# LibreOffice draws files before and after in the tests: installed where apt is there, named where it isn't.
set -eu
if command -v soffice >/dev/null 2>&1 || command -v libreoffice >/dev/null 2>&1; then
  exit 0
fi
packages="libreoffice-writer-nogui libreoffice-calc-nogui"
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif command -v sudo >/dev/null 2>&1; then as_root="sudo"; else as_root="none"; fi
  if [ "$as_root" != none ]; then
    echo "Installing LibreOffice for the tests of what files look like…"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq $packages >/dev/null && exit 0
  fi
fi
if [ -n "${ANONYMIZA_REQUIRE:-}" ]; then
  echo "The tests of what files look like need LibreOffice: install libreoffice-writer and libreoffice-calc." >&2
  exit 1
fi
echo "Without LibreOffice the tests of what files look like are skipped: install libreoffice-writer and libreoffice-calc." >&2
