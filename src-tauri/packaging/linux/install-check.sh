#!/bin/sh
# Installs /paysheet.deb in a clean root, opens Paysheet as a plain user, and removes it. Stops at the first command that
# fails. `cargo xtask package --install-check` makes the root and runs this as the first process of a process namespace:
# what it starts ends with it.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
PROGRAM=/usr/bin/paysheet
# It is loaded when the first icon is shown in the tray.
TRAY=libayatana-appindicator3.so.1
# The program makes this file when its first screen can be used.
USABLE=/home/clerk/usable
# Seconds until screen, window and first screen are there, on a slow computer, and for which the window then stays.
LIMIT=90
STAYS=5

fail() {
    printf '%s\n' "$@"
    exit 1
}

# Runs apt without its recommendations, silently unless it fails.
apt() {
    apt-get -q --yes --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >/tmp/apt.log 2>&1 || fail "$(cat /tmp/apt.log)"
}

# Fails if a command prints anything.
none() {
    what=$1
    shift
    printed=$("$@")
    [ -z "$printed" ] || fail "$what:" "$printed"
}

# Repeats a command until it succeeds.
within_limit() {
    seconds=0
    until "$@" >/dev/null 2>&1; do
        [ "$seconds" -lt "$LIMIT" ] || fail "not within $LIMIT s: $*" "$(cat /tmp/screen.log /tmp/session.log 2>&1)"
        sleep 1
        seconds=$((seconds + 1))
    done
}

# Prints the files that have the name of the program, except the package and what is the user's.
traces() {
    find / -xdev \( -path /home -o -path /proc -o -path /tmp -o -path /paysheet.deb \) -prune -o -iname '*paysheet*' -print
}

owned_by_nobody() {
    traces | grep -v ^/var/lib/dpkg/info/ | while read -r path; do
        dpkg --search "$path" >/dev/null 2>&1 || echo "$path"
    done
}

missing_libraries() {
    ldd "$PROGRAM" | grep 'not found' || true
    ldconfig --print-cache | grep -q "$TRAY" || echo "$TRAY"
}

echo "  Installing, with the dependencies alone"
apt install /paysheet.deb
none "changed after the installation" dpkg --verify paysheet
none "owned by no package" owned_by_nobody
# Before there is a desktop: its packages bring libraries along.
none "not found" missing_libraries

echo "  Opening the window as a plain user"
apt install dbus gnome-keyring xdotool xvfb
useradd --create-home clerk
install --directory --owner=clerk --mode=700 /tmp/run
# It chooses a display that nobody uses, and tells it when it is ready.
Xvfb -displayfd 3 -screen 0 1600x1100x24 -nolisten tcp 3>/tmp/display >/tmp/screen.log 2>&1 &
within_limit grep -q . /tmp/display
DISPLAY=:$(cat /tmp/display)
export DISPLAY
runuser --user clerk -- env HOME=/home/clerk XDG_RUNTIME_DIR=/tmp/run LIBGL_ALWAYS_SOFTWARE=1 \
    PAYSHEET_STARTUP_MARK="$USABLE" dbus-run-session -- sh -c '
    printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null
    exec paysheet' >/tmp/session.log 2>&1 &
session=$!
within_limit xdotool search --onlyvisible --name '^Paysheet'
# The window alone proves no interface: it is shown when its page begins to load.
within_limit test -e "$USABLE"
sleep "$STAYS"
kill -0 "$session" || fail "it ended within $STAYS s" "$(cat /tmp/session.log)"

echo "  Removing"
apt purge paysheet
none "left behind" traces
