import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './network-settings.module.css';
import { ProxySettings } from './proxy-settings.tsx';

/** Shows the settings for company networks: the proxy, and own certificates. */
export function NetworkSettings({ network }: { network: State['network'] }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useOneAtATime();
  const isLocked = useLocked('authorityFile');
  const change = (call: () => Promise<{ ok: true } | { ok: false; problem: Problem }>) =>
    void run(async () => {
      const answer = await call();
      setProblem(answer.ok ? null : answer.problem);
    });

  return (
    <section className={styles['section']} aria-labelledby="network">
      <h2 id="network">{t('settings.page.network')}</h2>
      <p className={styles['quiet']}>{t('network.lead')}</p>
      <ProxySettings network={network} />
      <div role="group" aria-labelledby="authority" className={styles['pair']}>
        <h3 id="authority">{t('network.authority')}</h3>
        <span className={styles['quiet']}>{network.authority ?? t('network.authorityNone')}</span>
        <Actions>
          <Button isDisabled={isLocked} onPress={() => change(async () => ask(bridge().network.chooseAuthority()))}>
            {t('network.choose')}
          </Button>
          {isLocked && <LockedNote />}
          {!isLocked && network.authority !== null && (
            <Button onPress={() => change(async () => ask(bridge().network.dropAuthority()))}>
              {t('network.drop')}
            </Button>
          )}
        </Actions>
      </div>
      {problem && <Notice problem={problem} />}
    </section>
  );
}
