import type { App, Session, WebContents } from 'electron';

/*
 * Denies everything that a window could do beyond showing its own page. Each function is named after its threat.
 */

/** Blocks links and scripts that lead the window to another page, which would get the bridge. */
export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** Blocks a second window, which would have none of our guards. */
export function denyNewWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Blocks webviews, which can have weaker preferences than their window. */
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

/** Allows the app's own scheme, and data that the window made itself. */
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

/** Limits WebRTC to a proxy that does not exist. It bypasses the content policy and `onBeforeRequest`. */
export function denyWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/**
 * Stops Electron from fetching spelling dictionaries for each session, which no other guard notices. macOS needs none.
 */
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
