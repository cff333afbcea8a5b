#!/usr/bin/env bash
# update-list.sh VERSION FOLDER NOTES ADDRESS: writes FOLDER/latest.json, the list of versions that installed programs ask
# for. It names the files of FOLDER that a program replaces itself with, at ADDRESS, with their signatures, and what
# changed by the file NOTES. Without the signatures or PAYSHEET_UPDATE_KEY there is no list, and a notice says so. A
# signature of another key than PAYSHEET_UPDATE_KEY is an error: every installed program would refuse the file.
set -euo pipefail
version=$1 folder=$2 notes=$3 address=$4
without="There is no list of versions, so that no program is updated"

# The number of a key, which a signature names as well (the format of minisign: two bytes, then eight).
key_of() {
  base64 --decode | sed -n 2p | base64 --decode | head -c 10 | tail -c 8 | base64
}

if [ -z "${PAYSHEET_UPDATE_KEY:-}" ]; then
  echo "::notice title=$without::Missing: PAYSHEET_UPDATE_KEY"
  exit 0
fi
expected=$(printf '%s' "$PAYSHEET_UPDATE_KEY" | key_of)
list=$(jq -n --arg version "$version" --arg at "$(date -u +%Y-%m-%dT%H:%M:%SZ)" --rawfile notes "$notes" \
  '{ version: $version, notes: ($notes | gsub("\\*\\*"; "")), pub_date: $at, platforms: {} }')
# The names of systems are those of Tauri's updater. One file of macOS is for both processors.
for entry in "windows-x86_64-nsis:*_x64-setup.exe" "darwin-aarch64:*.app.tar.gz" "darwin-x86_64:*.app.tar.gz"; do
  system=${entry%%:*}
  file=$(find "$folder" -maxdepth 1 -name "${entry#*:}" -printf '%f\n')
  if [ -z "$file" ] || [ ! -f "$folder/$file.sig" ]; then
    echo "::notice title=$without::There is no signed file for $system"
    exit 0
  fi
  found=$(key_of < "$folder/$file.sig")
  if [ "$found" != "$expected" ]; then
    echo "::error::$file.sig is not of the key that programs are built with (PAYSHEET_UPDATE_KEY)"
    exit 1
  fi
  list=$(jq --arg system "$system" --arg url "$address/$file" --rawfile signature "$folder/$file.sig" \
    '.platforms[$system] = { url: $url, signature: ($signature | rtrimstr("\n")) }' <<< "$list")
done
printf '%s\n' "$list" > "$folder/latest.json"
