#!/usr/bin/env bash
# make.sh nsis|msi VERSION PROGRAM NOTICES OUTPUT: makes an installer for Windows, on Debian or Ubuntu, with the packages
# nsis or wixl. PROGRAM is paysheet.exe; WebView2Loader.dll is taken from its folder if it is there, since a program of
# the GNU compilers needs it. With SIGN in the environment, `$SIGN FILE` signs the program, the uninstaller and the
# installer, in this order: each is inside the next one.
set -euo pipefail
kind=$1 version=$2 program=$(realpath "$3") notices=$(realpath "$4") output=$(realpath -m "$5")
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../../..")
sign=${SIGN:-}
files=$(mktemp -d)
trap 'rm -r "$files"' EXIT

cp "$program" "$files/paysheet.exe"
loader=$(dirname "$program")/WebView2Loader.dll
[ ! -f "$loader" ] || cp "$loader" "$files"
cp "$root/icons/256x256.png" "$files/paysheet.png"
cp "$root/icons/icon.ico" "$files/paysheet.ico"
cp "$root/LICENSE" "$files/LICENSE.txt"
cp "$notices" "$files/THIRD-PARTY-NOTICES.txt"

# The program learns from these letters what installed it, and so how it is updated (`bundle_type` in tauri-utils).
# Tauri's bundler writes them in the same way. They are signed with the program, so this comes first.
case $kind in nsis) mark=NSS ;; msi) mark=MSI ;; *) exit 64 ;; esac
unmarked=__TAURI_BUNDLE_TYPE_VAR_UNK
places=$(LC_ALL=C grep --text --only-matching "$unmarked" "$files/paysheet.exe" | wc -l)
if [ "$places" != 1 ]; then
  echo "$program has $places places for the kind of its installer, not 1" >&2
  exit 1
fi
LC_ALL=C sed -i "s/$unmarked/${unmarked%UNK}$mark/" "$files/paysheet.exe"
[ -z "$sign" ] || "$sign" "$files/paysheet.exe"

mkdir -p "$(dirname "$output")"
case $kind in
  # A warning fails.
  nsis) makensis -V2 -WX "-DVERSION=$version" "-DFILES=$files" ${sign:+"-DSIGN=$sign"} "-DOUTPUT=$output" \
    "$here/installer.nsi" ;;
  # It reads no files of other folders.
  msi) (cd "$files" && wixl --arch x64 --define "Version=$version" \
    --define "Loader=$([ -f WebView2Loader.dll ] && echo yes || echo no)" --output "$output" "$here/paysheet.wxs") ;;
esac
[ -z "$sign" ] || "$sign" "$output"
