import type { Handlers } from '../../preload/contract/index.ts';
import type { Network } from '../account/network.ts';
import type { Desktop } from '../desktop.ts';
import type { PublishedState } from '../published-state.ts';
import { Secret } from '../signing/secret.ts';
import type { Words } from '../words.ts';

interface NetworkDeps {
  readonly network: Network;
  readonly desktop: Desktop;
  readonly state: PublishedState;
  readonly words: Words;
}

export function networkHandlers({ network, desktop, state, words }: NetworkDeps) {
  return {
    'network.proxy': ({ username, password }) =>
      network.setProxy(username, password === '' ? null : new Secret(password)),
    'network.chooseAuthority': async () => {
      const file = await desktop.pickAuthorityFile(words.in(state.get().language)('network.authority'));
      return file === null ? { ok: true } : network.setAuthority(file);
    },
    'network.dropAuthority': () => network.setAuthority(null),
  } satisfies Partial<Handlers>;
}
