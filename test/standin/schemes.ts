import type Electron from 'electron';

/**
 * Chromium cannot learn a scheme while it runs, so `app://host/path` is shown as `https://host.app.invalid/path`: a secure
 * context with an origin of its own, and `.invalid` never resolves. Only schemes registered as standard have this form.
 */
export class Schemes {
  readonly #schemes = new Map<string, Electron.Privileges>();
  #sealed = false;

  register(schemes: readonly Electron.CustomScheme[]): void {
    if (this.#sealed) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.#schemes.clear();
    for (const { scheme, privileges = {} } of schemes) this.#schemes.set(scheme, privileges);
  }

  /** From the app's `ready` on, Electron takes no more schemes. */
  seal(): void {
    this.#sealed = true;
  }

  isStandard(scheme: string): boolean {
    return this.#schemes.get(scheme)?.standard === true;
  }

  toPage(url: string): string {
    if (!URL.canParse(url)) return url;
    const { protocol, hostname, pathname, search, hash } = new URL(url);
    const scheme = protocol.slice(0, -1);
    if (!this.isStandard(scheme)) return url;
    return `https://${hostname}.${scheme}.invalid${pathname || '/'}${search}${hash}`;
  }

  fromPage(url: string): string {
    if (!URL.canParse(url)) return url;
    const { protocol, hostname, pathname, search, hash } = new URL(url);
    const [, host, scheme] = /^(.+)\.([a-z][a-z0-9+-]*)\.invalid$/.exec(hostname) ?? [];
    if (protocol !== 'https:' || host === undefined || scheme === undefined || !this.isStandard(scheme)) return url;
    return `${scheme}://${host}${pathname}${search}${hash}`;
  }

  /** For header values that name the app's own addresses, such as an allowed origin or a source in a policy. */
  textToPage(text: string): string {
    return text.replace(/\b([a-z][a-z0-9+-]*):\/\/([a-z0-9.-]+)/g, (whole, scheme: string, host: string) =>
      this.isStandard(scheme) ? `https://${host}.${scheme}.invalid` : whole,
    );
  }
}
