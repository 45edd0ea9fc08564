#!/bin/sh
# Every figure of docs/quality.md: `make evaluate`, or with JOBS=2 and JSON=folder for the figures as JSON.
#
# gold/dev and gold/test always, each in a table of its own: nobody tunes on gold/test. Corpora where
# ANONYMIZA_CORPORA names their folder; they aren't part of the project. SWAP=0 leaves the swap test out.
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-.venv/bin/python}
JOBS=${JOBS:-1}
SWAP=${SWAP:-1}
run() {
  name=$1
  shift
  set -- --jobs "${JOBS:-1}" --compare presidio,spacy "$@"
  if [ -n "${JSON:-}" ]; then
    mkdir -p "$JSON"
    set -- "$@" --json "$JSON/$name.json"
  fi
  "$PYTHON" -m pipeline.cli evaluate "$@"
}

swap=
[ "$SWAP" = 0 ] || swap=--swap
# The swap test needs people: the gold has them, the corpora don't.
run gold --gold gold/dev gold/test $swap

set --
if [ -n "${ANONYMIZA_CORPORA:-}" ]; then
  for corpus in meddocan.dev ancora_doc.dev echr_es_manual.dev echr_es_rev.dev contextsafe_adv; do
    [ ! -f "$ANONYMIZA_CORPORA/$corpus.jsonl" ] || set -- "$@" "$ANONYMIZA_CORPORA/$corpus.jsonl"
  done
fi
if [ $# -gt 0 ]; then
  run corpora --brief --gold "$@"
  # Clinical text marks places, bodies and sex too: the policy that hides all of them is the one to compare with it.
  for corpus in meddocan.dev contextsafe_adv; do
    [ ! -f "$ANONYMIZA_CORPORA/$corpus.jsonl" ] ||
      run "maxima-$corpus" --brief --policy maxima --gold "$ANONYMIZA_CORPORA/$corpus.jsonl"
  done
else
  echo "No corpora: set ANONYMIZA_CORPORA to their folder to measure on them too." >&2
fi
