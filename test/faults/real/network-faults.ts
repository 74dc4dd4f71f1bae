import { type Fault, rawAnswer } from '../../practice-service/fault-proxy.ts';
import type { Chance } from '../simulation/random.ts';

export type Choose = (request: { readonly method: string; readonly path: string }) => Fault | null;

const isToken = (path: string) => path.endsWith('/token');
const busy = (seconds: number): Fault => ({
  kind: 'replace',
  answer: `HTTP/1.1 503 Busy\r\nRetry-After: ${seconds}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  deliver: false,
});
const instead = (status: number, deliver: boolean): Fault => ({
  kind: 'replace',
  answer: rawAnswer(status, '<h1>Gateway</h1>'),
  deliver,
});

/** Chooses a fault for a part of the requests. The seed decides which. */
export function stormy(chance: Chance, trouble: number): Choose {
  return ({ method, path }) => {
    if (!chance.of(trouble)) return null;
    // Never lose a token on its way back: the judge would count a second request as a breach.
    if (isToken(path)) return chance.pick<Fault>([{ kind: 'reset' }, { kind: 'lose-before' }, instead(503, false)]);
    const any: readonly [Fault, ...Fault[]] = [
      { kind: 'reset' },
      { kind: 'cut-request', bytes: chance.below(3_000) },
      { kind: 'lose-before' },
      { kind: 'lose-after' },
      { kind: 'lose-after' },
      { kind: 'cut-answer', bytes: chance.below(700) },
      instead(chance.pick([500, 502, 504]), chance.of(0.5)),
      instead(200, chance.of(0.5)),
      busy(chance.pick([1, 5, 30])),
      ...(method === 'POST' ? [{ kind: 'replay' } as const] : []),
    ];
    return chance.pick(any);
  };
}

/** A proxy that delivers every POST twice. */
export const evil: Choose = ({ method, path }) => (method === 'POST' && !isToken(path) ? { kind: 'replay' } : null);
