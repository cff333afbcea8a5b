#!/usr/bin/env bash
# sign-windows.sh FILE: signs a program, an installer or an .msi for Windows, in place. WINDOWS_CERTIFICATE_FOLDER has the
# certificate with its key (certificate.pfx) and the password of it (password). The server of the time is asked again if it
# does not answer: without its signature, that of the file would end with the certificate.
set -euo pipefail
file=$1
for try in 1 2 3 4 5; do
  if osslsigncode sign -pkcs12 "$WINDOWS_CERTIFICATE_FOLDER/certificate.pfx" \
    -readpass "$WINDOWS_CERTIFICATE_FOLDER/password" -h sha256 -n Paysheet \
    -ts http://timestamp.digicert.com -in "$file" -out "$file.signed"; then
    # Keeps the permissions of the file.
    cat "$file.signed" > "$file"
    rm "$file.signed"
    exit 0
  fi
  rm -f "$file.signed"
  [ "$try" = 5 ] || sleep $((try * 5))
done
exit 1
