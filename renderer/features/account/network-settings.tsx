import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './network-settings.module.css';

/** Settings for company networks: own certificates, user name and password of the proxy. */
export function NetworkSettings({ network }: { network: State['network'] }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(network.proxyUser ?? '');
  const [password, setPassword] = useState('');
  // Make a new field after each save. The old one would keep the password in memory for a while.
  const [saves, setSaves] = useState(0);
  const [long, setLong] = useState(false);
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useOneAtATime();
  type Answer = { ok: true } | { ok: false; problem: Problem };
  const tell = (answer: Answer) => {
    setProblem(answer.ok ? null : answer.problem);
    return answer.ok;
  };

  const saveProxy = async () => {
    setLong(password.length > lengths.secret);
    if (password.length > lengths.secret) return;
    const done = tell(await ask(bridge().network.proxy({ username: username.trim(), password })));
    setSaved(done);
    if (!done) return;
    setPassword('');
    setSaves((before) => before + 1);
  };
  const choose = async () => void tell(await ask(bridge().network.chooseAuthority()));
  const drop = async () => void tell(await ask(bridge().network.dropAuthority()));

  return (
    <section className={styles['section']} aria-labelledby="network">
      <h2 id="network">{t('network.title')}</h2>
      <p className={styles['quiet']}>{t('network.lead')}</p>
      <div className={styles['pair']}>
        <strong>{t('network.authority')}</strong>
        <span className={styles['quiet']}>{network.authority ?? t('network.authorityNone')}</span>
        <Actions>
          <Button onPress={() => void run(choose)}>{t('network.choose')}</Button>
          {network.authority !== null && <Button onPress={() => void run(drop)}>{t('network.drop')}</Button>}
        </Actions>
      </div>
      <Form
        className={styles['form'] ?? ''}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void run(saveProxy);
        }}
      >
        <TextInput
          label={t('network.proxyUser')}
          hint={t('network.proxyHint')}
          value={username}
          onChange={setUsername}
          maxLength={lengths.identifier}
        />
        <TextInput
          key={saves}
          label={t('network.proxyPassword')}
          type="password"
          value={password}
          onChange={(text) => {
            setPassword(text);
            setLong(false);
          }}
          hint={network.proxyUser === null ? undefined : t('network.proxyKept', { username: network.proxyUser })}
          error={long ? t('fieldProblem.too-long') : undefined}
        />
        <Actions>
          <Button type="submit">{t('network.save')}</Button>
          <output>{saved && t('network.saved')}</output>
        </Actions>
      </Form>
      {problem && <Notice problem={problem} />}
    </section>
  );
}
