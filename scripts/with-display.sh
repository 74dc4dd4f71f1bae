#!/usr/bin/env bash
# Runs a command with a display of its own: with-display.sh x11|wayland COMMAND [ARGUMENT...]
set -euo pipefail
session=$1
shift
if [ "$session" = x11 ]; then
  exec xvfb-run -a "$@"
fi
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$(mktemp -d)}
weston --backend=headless --socket=countersign --no-config >/dev/null 2>&1 &
weston=$!
trap 'kill $weston 2>/dev/null || true' EXIT
until [ -S "$XDG_RUNTIME_DIR/countersign" ]; do
  kill -0 $weston || { echo 'weston did not start' >&2; exit 1; }
  sleep 0.1
done
unset DISPLAY
# Since 38, Electron goes by the kind of the session.
WAYLAND_DISPLAY=countersign XDG_SESSION_TYPE=wayland "$@"
