#!/bin/sh
# After the deb or the rpm was removed. An update removes the old version as well, and rpm does so when the new one is
# already there: what belongs to both must stay.
case "$1" in
upgrade | failed-upgrade | abort-install | abort-upgrade | disappear | [1-9]*) exit 0 ;;
esac

if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove countersign /opt/Countersign/countersign || true
else
  rm -f /usr/bin/countersign
fi

profile=/etc/apparmor.d/countersign
if [ -f "$profile" ]; then
  apparmor_parser --remove "$profile" 2>/dev/null || true
  rm -f "$profile"
fi

# Without this, the desktop would go on offering the app. A deb has triggers for it, an rpm only on some systems.
if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
