import type { App, Session, WebContents } from 'electron';

/*
 * Denies everything that a window could do beyond showing its own page. Each function is named after its threat.
 */

/** If a link or script led the window to another page, that page would get the bridge. */
export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** A second window would have none of our guards. */
export function denyNewWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** A webview can have weaker preferences than its window. */
export function denyWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Denies camera, microphone, location, notifications and clipboard reading. The window needs none of them. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
}

/** Denies USB, HID, serial, Bluetooth and screen capture. */
export function denyDevices(session: Session, contents: WebContents): void {
  session.setDevicePermissionHandler(() => false);
  // An empty object makes Electron throw. Its types do not know null yet, which denies.
  session.setDisplayMediaRequestHandler((_request, answer) => Reflect.apply(answer, undefined, [null]));
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

/** Denies downloads: main saves signed copies, not the window. */
export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}

/** True for the app's own scheme and for data that the window made itself. */
function mayLoad(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'app:') return hostname === 'bundle';
  return protocol === 'blob:' || protocol === 'data:' || protocol === 'devtools:';
}

/** Denies every request of the window to the network. Only main talks to the service. */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }));
}

/** WebRTC bypasses the content policy and `onBeforeRequest`. Limit it to a proxy, and there is no proxy for it. */
export function denyWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Electron fetches spelling dictionaries for each session by itself, and no other guard hears of it. macOS needs none. */
export function denyDictionaries(app: App): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}

/** Sends every request that slips through to a proxy that does not exist, also requests to this computer. */
export async function useDeadProxy(session: Session): Promise<void> {
  await session.setProxy({ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' });
}

/** Denies prompts for certificates and passwords, and never accepts an invalid certificate. */
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
