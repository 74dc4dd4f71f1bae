#!/usr/bin/env bash
# Runs a command with a private Secret Service (D-Bus session + gnome-keyring), for Linux machines that have none and for tests.
#
#   scripts/with-secret-service.sh COMMAND [ARGUMENT...]
#
#   KEYRING_HOME=DIR      keep the keyring in DIR, so that what was stored is there next time (default: a folder that is removed)
#   KEYRING_LOCKED=1      hand the collection over locked (an existing one in KEYRING_HOME, else an empty one)
#   KEYRING_PASSWORD=...  the collection's own password (default: countersign)
#
# The command gets DBUS_SESSION_BUS_ADDRESS and nothing else. Its exit status is passed on. However this ends, both daemons end with it.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 64; }
for program in dbus-daemon dbus-send gnome-keyring-daemon setsid setpriv; do
  command -v "$program" >/dev/null || {
    echo "$program is missing. Install it: apt-get install -y --no-install-recommends dbus gnome-keyring libsecret-1-0" >&2
    exit 69
  }
done

# Not below TMPDIR: a socket's path may have no more than 107 bytes.
own=$(mktemp -d /tmp/countersign-keyring.XXXXXX)
bus='' keyring='' child=''

cleanup() {
  trap '' HUP INT TERM
  # The keyring first, while its bus is still there: it writes nothing more after this, and it never outlives its bus.
  for pid in $keyring $bus; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$own"
}
trap cleanup EXIT
# Ctrl+C in a terminal reaches the command by itself: passed on as well, it would look like the second, impatient one.
from_terminal() {
  local group terminal_group
  read -r _ _ _ _ group _ _ terminal_group _ <"/proc/$$/stat"
  [ "$group" = "$terminal_group" ]
}
pass_on() {
  [ -n "$child" ] || exit 70
  if [ "$1" != INT ] || ! from_terminal; then kill -s "$1" "$child" 2>/dev/null || true; fi
}
for signal in HUP INT TERM; do trap "pass_on $signal" "$signal"; done

# No service directories: nothing is ever started by the bus, so no window can ask for a password and nothing is left running.
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

# In sessions of their own: Ctrl+C reaches the command, which may still want to store something, but not the daemons.
# The death signal ends the bus, and with it the keyring, even when this script is killed with SIGKILL.
mkfifo "$own/ready"
setsid setpriv --pdeathsig TERM dbus-daemon --config-file="$own/bus.conf" --nofork --nopidfile --print-address=3 \
  3>"$own/ready" >"$own/bus.log" 2>&1 </dev/null &
bus=$!
read -r address <"$own/ready" || { cat "$own/bus.log" >&2; exit 70; }
export DBUS_SESSION_BUS_ADDRESS="$address"

keys=${KEYRING_HOME:-$own/data}
mkdir -m 700 -p "$keys/keyrings" "$own/run" "$own/config" "$own/cache"
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

# A background job of a shell ignores SIGINT and reads from /dev/null: undone here, or Ctrl+C and pipes would not reach the command.
setpriv --pdeathsig TERM env -u KEYRING_HOME -u KEYRING_LOCKED -u KEYRING_PASSWORD --default-signal=INT,QUIT "$@" <&0 &
child=$!
# A signal ends the wait, not the command.
while :; do
  status=0
  wait "$child" || status=$?
  kill -0 "$child" 2>/dev/null || break
done
# Where it ended in the moment of a signal, the wait told of the signal: the shell still knows how the command ended.
if [ "$status" -gt 128 ]; then
  known=0
  wait "$child" || known=$?
  [ "$known" = 127 ] || status=$known
fi
child=''
exit "$status"
