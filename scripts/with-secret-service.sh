#!/usr/bin/env bash
# Runs a command with a private Secret Service (D-Bus session + gnome-keyring), for tests and for a Linux without one.
#
#   scripts/with-secret-service.sh COMMAND [ARGUMENT...]
#
#   KEYRING_HOME=DIR      keep the keyring in DIR for the next time (default: a folder that is removed)
#   KEYRING_LOCKED=1      lock the collection first (an existing one in KEYRING_HOME, else an empty one)
#   KEYRING_PASSWORD=...  the collection's own password (default: countersign)
#
# The command gets DBUS_SESSION_BUS_ADDRESS. This script returns its exit status and always ends both daemons.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 64; }
for program in dbus-daemon dbus-send gnome-keyring-daemon setsid setpriv; do
  command -v "$program" >/dev/null || {
    echo "$program is missing. Install it: apt-get install -y --no-install-recommends dbus gnome-keyring libsecret-1-0" >&2
    exit 69
  }
done

# Do not use TMPDIR: the path of a socket has at most 107 bytes.
own=$(mktemp -d /tmp/countersign-keyring.XXXXXX)
bus='' keyring='' child=''

cleanup() {
  trap '' HUP INT TERM
  # End the keyring before its bus, so that it can finish writing.
  for pid in $keyring $bus; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$own"
}
trap cleanup EXIT
# The terminal sends Ctrl+C to the command. If we passed it on, the command would see a second Ctrl+C.
from_terminal() {
  local group terminal_group
  read -r _ _ _ _ group _ _ terminal_group _ <"/proc/$$/stat"
  [ "$group" = "$terminal_group" ]
}
pass_on() {
  [ -n "$child" ] || exit 70
  if [ "$1" != INT ] || ! from_terminal; then kill -s "$1" "$child" 2>/dev/null || true; fi
}
# shellcheck disable=SC2064 # Each trap names its own signal, so the name is needed now.
for signal in HUP INT TERM; do trap "pass_on $signal" "$signal"; done

# Without service directories the bus starts nothing, so no window asks for a password and no process stays behind.
cat >"$own/bus.conf" <<CONF
<busconfig>
  <type>session</type>
  <listen>unix:path=$own/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
CONF

# Give the daemons their own session: Ctrl+C must not end them while the command still stores something.
# The death signal ends the bus and the keyring even if this script is killed with SIGKILL.
mkfifo "$own/ready"
setsid setpriv --pdeathsig TERM dbus-daemon --config-file="$own/bus.conf" --nofork --nopidfile --print-address=3 \
  3>"$own/ready" >"$own/bus.log" 2>&1 </dev/null &
bus=$!
read -r address <"$own/ready" || { cat "$own/bus.log" >&2; exit 70; }
export DBUS_SESSION_BUS_ADDRESS="$address"

keys=${KEYRING_HOME:-$own/data}
(umask 077 && mkdir -p "$keys/keyrings" "$own/run" "$own/config" "$own/cache")
keys=$(cd "$keys" && pwd)
printf %s "${KEYRING_PASSWORD:-countersign}" |
  XDG_DATA_HOME="$keys" XDG_RUNTIME_DIR="$own/run" XDG_CONFIG_HOME="$own/config" XDG_CACHE_HOME="$own/cache" \
    setsid env -u DISPLAY -u WAYLAND_DISPLAY gnome-keyring-daemon --foreground --unlock --components=secrets >"$own/keyring.log" 2>&1 &
keyring=$!

ask() { dbus-send --session --print-reply=literal "$@" 2>/dev/null; }
for ((look = 0; ; look++)); do
  ask --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q 'boolean true' && break
  if [ $look -ge 200 ] || ! kill -0 "$keyring" 2>/dev/null; then
    echo 'gnome-keyring did not come up:' >&2
    cat "$own/keyring.log" >&2
    exit 70
  fi
  sleep 0.05
done
if [ "${KEYRING_LOCKED:-}" = 1 ]; then
  ask --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock \
    array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
fi

# A background job ignores SIGINT and reads from /dev/null. Undo both, so that Ctrl+C and pipes reach the command.
setpriv --pdeathsig TERM env -u KEYRING_HOME -u KEYRING_LOCKED -u KEYRING_PASSWORD --default-signal=INT,QUIT "$@" <&0 &
child=$!
# A signal ends `wait`, not the command: wait again.
while :; do
  status=0
  wait "$child" || status=$?
  kill -0 "$child" 2>/dev/null || break
done
# If the command ended during a signal, `wait` returned the signal: ask the shell again for the exit status.
if [ "$status" -gt 128 ]; then
  known=0
  wait "$child" || known=$?
  [ "$known" = 127 ] || status=$known
fi
child=''
exit "$status"
