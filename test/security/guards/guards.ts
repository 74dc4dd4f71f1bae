import { entrustedGuards } from './entrusted-guards.ts';
import type { Guard } from './guard.ts';
import { laterChangeGuards } from './later-change-guards.ts';
import { practiceGuards } from './practice-guards.ts';
import { signatureGuards } from './signature-guards.ts';
import { signerGuards } from './signer-guards.ts';

const ipc = { file: 'main/electron/ipc-server.ts', suite: 'bridge.test.ts' };
const stranger = { ...ipc, test: 'answers no call of' };
const window = { file: 'main/electron/window.ts', suite: 'window.test.ts', test: 'has every switch set for safety' };
const denied = { file: 'main/electron/guards.ts', suite: 'window.test.ts' };
const page = { file: 'main/electron/app-protocol.ts', suite: 'protocol.test.ts' };
const tray = { file: 'main/intake/tray.ts', suite: 'taken-over.test.ts' };
const entries = { ...tray, file: 'main/intake/tray-entries.ts' };
const desktop = { file: 'main/electron/desktop.ts', suite: 'desktop.test.ts' };
const address = { file: 'main/signing/address.ts', suite: 'main/signing/address.test.ts', test: 'is never trusted' };
const download = { file: 'main/signing/download.ts', suite: 'main/signing/download.test.ts' };
const safeName = { file: 'main/files/safe-name.ts', suite: 'main/files/safe-name.test.ts', test: 'becomes' };
const release = { file: 'main/updates/release.ts', suite: 'main/updates/release.test.ts' };
const navigates = (event: string) => ({
  ...denied,
  guard: `contents.on('${event}', (event) => event.preventDefault());`,
  without: '',
  test: `is denied ${event}`,
});

/** Every guard that SECURITY asks for and a test can remove. `npm run torture -- --guards` removes them one by one. */
export const guards: readonly Guard[] = [
  // Calls of the window.
  {
    ...stranger,
    what: 'a call comes from our window',
    guard: 'event.sender.id !== contents.id',
    without: 'false',
    test: 'answers no call of another window',
  },
  { ...stranger, what: 'a call comes from the main frame', guard: 'frame.parent === null', without: 'true' },
  { ...stranger, what: 'a call comes from our origin', guard: 'frame.origin === appOrigin', without: 'true' },
  {
    ...stranger,
    what: 'a call comes from our page',
    guard: 'frame.url.startsWith(`${appOrigin}/`)',
    without: 'true',
  },
  {
    ...ipc,
    what: 'input fits the contract',
    guard: "if (!decoded.success) return { ok: false, error: 'bad-input' };",
    without: '',
    test: 'takes any value without harm',
  },
  {
    ...ipc,
    what: 'an answer has what the contract names alone',
    guard: 'outputSchema.parse(value)',
    without: 'value',
    suite: 'ipc-server.test.ts',
    test: 'an answer carries what the contract names',
  },
  {
    ...ipc,
    what: 'a window that is gone gets no answer',
    guard: 'contents.isDestroyed()',
    without: 'false',
    suite: 'ipc-server.test.ts',
    test: 'a window that is gone gets no answer',
  },
  // The preload.
  {
    what: 'the preload takes files, no paths as text',
    file: 'preload/preload.ts',
    guard: 'takesFiles ? pathsOf(input) : input',
    without: 'input',
    suite: 'preload.test.ts',
    test: 'a path that the page writes as text never reaches main',
  },
  {
    what: 'the system tells the path of a file',
    file: 'preload/preload.ts',
    guard: 'webUtils.getPathForFile(file)',
    without: "(typeof file === 'string' ? file : webUtils.getPathForFile(file))",
    suite: 'preload.test.ts',
    test: 'a path that the page writes as text never reaches main',
  },
  {
    what: 'the page does not get the event of Electron',
    file: 'preload/preload.ts',
    guard: 'void listener(payload)',
    without: 'void Reflect.apply(listener, undefined, [payload, _event])',
    suite: 'preload.test.ts',
    test: 'a listener hears the payload alone',
  },
  // The window.
  { ...window, what: 'the page has no Node', guard: 'nodeIntegration: false', without: 'nodeIntegration: true' },
  { ...window, what: 'the preload is apart', guard: 'contextIsolation: true', without: 'contextIsolation: false' },
  { ...window, what: 'the page runs in the sandbox', guard: 'sandbox: true', without: 'sandbox: false' },
  { ...window, what: 'the same origin counts', guard: 'webSecurity: true', without: 'webSecurity: false' },
  { ...window, what: 'no developer tools', guard: 'devTools: !deps.packaged', without: 'devTools: true' },
  { ...navigates('will-navigate'), what: 'the window stays on its page' },
  { ...navigates('will-frame-navigate'), what: 'frames stay where they are' },
  { ...navigates('will-redirect'), what: 'no redirect leads away' },
  { ...navigates('will-attach-webview'), what: 'no webview' },
  {
    ...denied,
    what: 'no second window',
    guard: "({ action: 'deny' })",
    without: "({ action: 'allow' })",
    test: 'opens no other window',
  },
  {
    ...denied,
    what: 'no permission when the page asks',
    guard: '(_contents, _permission, answer) => answer(false)',
    without: '(_contents, _permission, answer) => answer(true)',
    test: 'gets no permission, asked or checked',
  },
  {
    ...denied,
    what: 'no permission when Chromium checks',
    guard: 'setPermissionCheckHandler(() => false)',
    without: 'setPermissionCheckHandler(() => true)',
    test: 'gets no permission, asked or checked',
  },
  {
    ...denied,
    what: 'no device',
    guard: 'setDevicePermissionHandler(() => false)',
    without: 'setDevicePermissionHandler(() => true)',
    test: 'gets no device and no screen',
  },
  {
    ...denied,
    what: 'no download of the window',
    guard: "session.on('will-download', (event) => event.preventDefault());",
    without: '',
    test: 'downloads nothing',
  },
  {
    ...denied,
    what: 'no request of the window to the network',
    guard: 'answer({ cancel: !mayLoad(details.url) })',
    without: 'answer({ cancel: false })',
    test: 'is cancelled',
  },
  {
    ...denied,
    what: 'only our host of our scheme',
    guard: "return hostname === 'bundle';",
    without: 'return hostname !== String();',
    test: 'is cancelled',
  },
  {
    ...denied,
    what: 'WebRTC has no way around the proxy',
    guard: "'disable_non_proxied_udp'",
    without: "'default'",
    test: 'finds no way to a peer, nor to any socket',
  },
  {
    ...denied,
    what: 'what slips through meets a dead proxy',
    guard: "mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1'",
    without: "mode: 'system', proxyRules: ''",
    test: 'finds no way to a peer, nor to any socket',
  },
  {
    ...denied,
    what: 'an invalid certificate is refused',
    guard: 'answer(false);\n  });\n  app.on',
    without: 'answer(true);\n  });\n  app.on',
    test: 'certificate-error is answered with a no',
  },
  // The bundle.
  {
    ...page,
    what: 'scripts come from the bundle',
    guard: ': "script-src \'self\'"',
    without: ": \"script-src 'self' 'unsafe-inline'\"",
    test: 'comes with all the headers of the house',
  },
  {
    ...page,
    what: 'the page is in no frame',
    guard: '"frame-ancestors \'none\'",',
    without: '',
    test: 'comes with all the headers of the house',
  },
  {
    what: 'an address leads into the bundle',
    file: 'main/electron/bundle-path.ts',
    guard: "if (/[\\0\\\\:%]/.test(path) || path.split('/').includes('..')) return null;",
    without: '',
    suite: 'protocol.test.ts',
    test: 'leads out of the bundle',
  },
  {
    what: 'only our host serves the bundle',
    file: 'main/electron/bundle-path.ts',
    guard: "url.hostname !== 'bundle' || url.username !== ''",
    without: 'false',
    suite: 'protocol.test.ts',
    test: 'leads out of the bundle',
  },
  // What a window that was taken over may make main do.
  {
    ...tray,
    what: 'the window reads documents alone',
    guard: 'return verdict?.ok === false ? verdict.refusal : openUnchanged(entries.get(id), work);',
    without: 'return verdict === undefined ? { kind: "stopped" } : openUnchanged(entries.get(id), work);',
    test: 'leaves main',
  },
  {
    ...entries,
    what: 'a file that took the place of another is not read',
    guard: 'if (sameFile(seen, await handle.stat({ bigint: true }))) return handle;',
    without: 'return handle;',
    test: 'that took the place of a document',
  },
  {
    ...entries,
    what: 'links are not followed',
    guard: 'return refusalOfLook(seen, hasMailName(path)) ?? seen;',
    without: 'return refusalOfLook(seen, hasMailName(path)) === null ? seen : seen;',
    test: 'that a link leads to',
  },
  // What leaves the app.
  {
    ...desktop,
    what: 'a mail program gets mail alone',
    guard: "address.startsWith('mailto:') && openOutside(address)",
    without: 'openOutside(address)',
    test: 'a mail program opens mail',
  },
  {
    ...desktop,
    what: 'the browser gets pages over https alone',
    guard: 'trustedAddress(address, { allowLoopback: true }) !== null && openOutside(address)',
    without: 'trustedAddress(address, { allowLoopback: true }) !== undefined && openOutside(address)',
    test: 'the browser opens pages over https',
  },
  {
    ...desktop,
    what: 'the clipboard of the person stays',
    guard: 'if (!isOurs(text)) return false;',
    without: 'isOurs(text);',
    test: 'a clipboard that holds something else',
  },
  {
    ...desktop,
    what: 'a large file is not read',
    guard: 'found.size > limit',
    without: 'limit < 0',
    test: 'a chosen file is not read when it is larger',
  },
  // The service and the disk.
  {
    ...address,
    what: 'secrets go over https',
    guard: 'return isSafeAddress(url, rules) ? url : null;',
    without: 'return isSafeAddress(url, rules) ? url : url;',
  },
  {
    ...address,
    what: 'no password in an address',
    guard: "url.hostname === '' || url.username !== '' || url.password !== ''",
    without: "url.hostname === ''",
  },
  {
    ...download,
    what: 'a file comes over https',
    guard: 'const first = trustedAddress(download.url, rules);',
    without: 'const first = URL.parse(download.url);',
    test: 'without a request when the address is not safe',
  },
  {
    ...download,
    what: 'a file comes over https after a redirect, too',
    guard: "trustedAddress(URL.parse(location, asked)?.href ?? '', rules)",
    without: 'URL.parse(location, asked)',
    test: 'is not followed to',
  },
  {
    ...download,
    what: 'a redirect leads to no server of the own network',
    guard: 'isLocalHost(next) && !isLocalHost(first)',
    without: 'false',
    test: 'is not followed to',
  },
  {
    ...download,
    what: 'a file has a largest size',
    guard: 'maxAnswerBytes: download.maxBytes,',
    without: 'maxAnswerBytes: 1e9,',
    test: 'when the file is larger than allowed',
  },
  {
    ...safeName,
    what: 'a name from the service leads nowhere',
    guard: `.replace(/[\\\\/:*?"<>|]/g, '_')`,
    without: '',
  },
  {
    ...safeName,
    what: 'Windows has names for devices',
    guard: '(reserved.test(name) ? `_${name}` : name)',
    without: '(reserved.test(name) ? name : name)',
  },
  {
    what: 'a copy that was changed is not opened',
    file: 'main/documents/copy-reader.ts',
    guard: "if ('key' in state) return state;",
    without: '',
    suite: 'main/documents/copy-reader.test.ts',
    test: 'gives nothing of a copy that was changed',
  },
  {
    what: 'a file that was sent is read in its own connection alone',
    file: 'main/documents/sent-copies.ts',
    guard: 'found === null || found.connectionId !== connectionId',
    without: 'found === null',
    suite: 'main/documents/sent-copies.test.ts',
    test: 'our copy of what was sent',
  },
  {
    what: 'a secret prints as nothing',
    file: 'main/signing/secret.ts',
    guard: "toJSON(): string {\n    return '[secret]';",
    without: 'toJSON(): string {\n    return this.#text;',
    suite: 'main/signing/secret.test.ts',
    test: 'a secret shows its text only',
  },
  {
    what: 'known secrets are taken out',
    file: 'main/signing/redactor.ts',
    guard: 'indexOf([...credentials, ...tokens].flatMap(disguisesOf))',
    without: 'indexOf([])',
    suite: 'main/signing/redactor.test.ts',
    test: 'in every encoding that a service may use',
  },
  {
    what: 'ordinary users decide no policy',
    file: 'main/policy/policy-file.ts',
    guard: "return isWritable(file) ? none('policy-writable', file) : judgePolicy(text, file);",
    without: 'return judgePolicy(text, file);',
    suite: 'main/policy/policy-file.test.ts',
    test: 'is ignored with a word when ordinary users can write it',
  },
  {
    ...release,
    what: 'an update is signed by us',
    guard: "if (!keys.some((key) => isSignedBy(key, inner, signature))) return { kind: 'unsigned' };",
    without: 'keys.some((key) => isSignedBy(key, inner, signature));',
    test: 'a feed that a stranger signed',
  },
  {
    ...release,
    what: 'an update never goes back',
    guard: 'return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);',
    without: 'return at !== -1;',
    test: 'though it is validly signed',
  },
  ...entrustedGuards,
  ...practiceGuards,
  ...signatureGuards,
  ...laterChangeGuards,
  ...signerGuards,
];
