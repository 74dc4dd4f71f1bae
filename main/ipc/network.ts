import type { Handlers } from '../../preload/contract/index.ts';
import type { Network } from '../network/network.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done } from '../problems/refuse.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { Secret } from '../signing/secret.ts';
import type { Texts } from '../words/texts.ts';

interface NetworkDeps {
  readonly network: Network;
  readonly appSettings: Pick<AppSettings, 'change'>;
  readonly desktop: Desktop;
  readonly texts: Texts;
  /** Reports that the network settings have changed: waiting calls can be tried now. */
  readonly onChanged: () => void;
  readonly reach: (online: boolean) => void;
}

export function networkHandlers({ network, appSettings, desktop, texts, onChanged, reach }: NetworkDeps) {
  async function changed<T extends { readonly ok: boolean }>(change: Promise<T>): Promise<T> {
    const answer = await change;
    if (answer.ok) onChanged();
    return answer;
  }

  return {
    'network.proxy': ({ username, password, proxy }) =>
      changed(network.setProxy(username, password === '' ? null : new Secret(password), proxy)),
    'network.route': (choice) => appSettings.change({ proxy: choice }),
    'network.reach': ({ online }) => {
      reach(online);
      return done;
    },
    'network.chooseAuthority': async () => {
      const file = await desktop.pickAuthorityFile(texts()('network.authority'));
      return file === null ? { ok: true } : changed(Promise.resolve(network.setAuthority(file)));
    },
    'network.dropAuthority': () => changed(Promise.resolve(network.setAuthority(null))),
  } satisfies Partial<Handlers>;
}
