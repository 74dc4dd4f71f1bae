import type { App, Session, WebContents } from 'electron';

/*
 * Everything a window could do beyond showing its own page is denied, each by one function named after the threat.
 */

/** A link or script that leads the window elsewhere would hand the bridge to that page. */
export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** A second window would carry no guard of ours. */
export function denyNewWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** A webview can be given its own, weaker preferences. */
export function denyWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Camera, microphone, location, notifications, clipboard reading: the window needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
}

/** USB, HID, serial, Bluetooth, screen capture. */
export function denyDevices(session: Session, contents: WebContents): void {
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('select-hid-device', (event, _details, answer) => {
    event.preventDefault();
    answer(null);
  });
  session.on('select-serial-port', (event, _ports, _contents, answer) => {
    event.preventDefault();
    answer('');
  });
  session.on('select-usb-device', (event, _details, answer) => {
    event.preventDefault();
    answer();
  });
  contents.on('select-bluetooth-device', (event, _devices, answer) => {
    event.preventDefault();
    answer('');
  });
}

/** Signed copies are saved by main, never by the window. */
export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}

/** The window never talks to the network: what it may load is its own scheme and what it made itself. */
function mayLoad(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'app:') return hostname === 'bundle';
  return protocol === 'blob:' || protocol === 'data:' || protocol === 'devtools:';
}

export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }));
}

/** WebRTC passes by the policy and by every request: its packets leave only by a proxy, of which there is none. */
export function denyWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** What finds a way to a socket all the same ends at a proxy that is not there, this computer's own addresses included. */
export async function useDeadProxy(session: Session): Promise<void> {
  await session.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' });
}

/** Nobody is asked for certificates or passwords by a page, and no bad certificate is waved through. */
export function denyCredentials(app: App): void {
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('login', (event, _contents, _details, _auth, answer) => {
    event.preventDefault();
    answer();
  });
}
