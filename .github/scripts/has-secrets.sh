#!/usr/bin/env bash
# has-secrets.sh WITHOUT NAME...: succeeds if each named variable of the environment has a value. Otherwise a notice of
# the run says what is left out (WITHOUT, a sentence) and which of them are missing. A secret or a variable that the
# repository does not have is an empty one of the environment.
set -euo pipefail
without=$1
shift
missing=""
for name in "$@"; do
  [ -n "${!name:-}" ] || missing="$missing $name"
done
[ -n "$missing" ] || exit 0
echo "::notice title=$without::Missing:$missing"
exit 1
