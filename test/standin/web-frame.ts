/** One frame of a page, as the app sees it: with the app's own scheme, not the address the standin gives to Chromium. */
export class WebFrame {
  readonly frameToken: string;
  readonly parent: WebFrame | null;
  readonly children = new Map<string, WebFrame>();
  readonly processId = 1;
  readonly routingId: number;
  url = '';
  name = '';
  detached = false;

  constructor(frameToken: string, parent: WebFrame | null, routingId: number) {
    this.frameToken = frameToken;
    this.parent = parent;
    this.routingId = routingId;
  }

  get top(): WebFrame {
    return this.parent?.top ?? this;
  }

  get frames(): readonly WebFrame[] {
    return [...this.children.values()];
  }

  get origin(): string {
    return originOf(this.url);
  }

  isDestroyed(): boolean {
    return this.detached;
  }
}

/** Node calls the origin of a custom scheme 'null'; Chromium gives a standard scheme a real one. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { origin, protocol, host } = new URL(url);
  if (origin !== 'null') return origin;
  return host === '' ? 'null' : `${protocol}//${host}`;
}
