import type { Bridge, Reply } from '../../preload/contract/index.ts';

declare global {
  interface Window {
    readonly countersign: Bridge;
  }
}

/** Main could not answer a call. This is a bug: expected failures are values. */
class BridgeError extends Error {
  readonly kind: 'forbidden' | 'bad-input' | 'failed';

  constructor(kind: BridgeError['kind']) {
    super(`The call was not answered: ${kind}`);
    this.name = 'BridgeError';
    this.kind = kind;
  }
}

/** Returns the typed value of a call: `await ask(bridge.account.paste({ … }))`. */
export async function ask<T>(reply: Promise<Reply<T>>): Promise<T> {
  const answer = await reply;
  if (answer.ok) return answer.value;
  throw new BridgeError(answer.error);
}

export const bridge = (): Bridge => window.countersign;
