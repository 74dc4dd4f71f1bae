import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { exampleProxy, type ProxyMode, proxyModes } from '../../../preload/contract/setting-values.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './network-settings.module.css';

type Answer = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };

/** Keeps the typed user name and password for the proxy. */
function useTypedUser(savedName: string | null) {
  const [name, setName] = useState(savedName ?? '');
  const [password, setPassword] = useState('');
  const [isTooLong, setTooLong] = useState(false);
  // Make a new field after each save. The old one would keep the password in memory for a while.
  const [saves, setSaves] = useState(0);
  return {
    name,
    setName,
    password,
    setPassword(text: string) {
      setPassword(text);
      setTooLong(false);
    },
    isTooLong,
    /** Returns false, and says so, if the password is too long. */
    isAcceptable() {
      const fits = password.length <= lengths.secret;
      setTooLong(!fits);
      return fits;
    },
    saves,
    afterSave() {
      setPassword('');
      setSaves((before) => before + 1);
    },
  };
}

interface ProxyUserProps {
  readonly user: Omit<ReturnType<typeof useTypedUser>, 'setName'> & { readonly setName: (text: string) => void };
  /** The user whose password is in the keychain. */
  readonly savedName: string | null;
}

function ProxyUser({ user, savedName }: ProxyUserProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('network.proxyUser')}
        hint={t('network.proxyHint')}
        value={user.name}
        onChange={user.setName}
        maxLength={lengths.identifier}
      />
      <TextInput
        key={user.saves}
        label={t('network.proxyPassword')}
        type="password"
        value={user.password}
        onChange={user.setPassword}
        hint={savedName === null ? undefined : t('network.proxyKept', { username: savedName })}
        error={user.isTooLong ? t('fieldProblem.too-long') : undefined}
      />
    </>
  );
}

/** Shows the proxy, its user name and password. An address counts when it is saved. */
export function ProxySettings({ network }: { network: State['network'] }) {
  const { t } = useTranslation();
  const [mode, setMode] = useState(network.proxy.mode);
  const [address, setAddress] = useState(network.proxy.address);
  const user = useTypedUser(network.proxyUser);
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useOneAtATime();
  const isLocked = useLocked('proxy');
  const tell = (answer: Answer) => {
    setProblem(answer.ok ? null : answer.problem);
    return answer.ok;
  };

  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setSaved(false);
  };
  const fields = { ...user, setName: typed(user.setName), setPassword: typed(user.setPassword) };

  const proxy = mode === 'manual' ? address.trim() : (network.passwordFor ?? '');
  // Without a scheme an address means plain http.
  const isPlain = !/^https:/i.test(proxy);
  const choose = (wanted: ProxyMode) => {
    setMode(wanted);
    setSaved(false);
    setProblem(null);
    // By hand there is an address to enter first.
    if (wanted !== 'manual')
      void run(async () => void tell(await ask(bridge().network.route({ mode: wanted, address }))));
  };
  const save = async () => {
    if (!user.isAcceptable()) return;
    setSaved(false);
    if (mode === 'manual' && !isLocked && !tell(await ask(bridge().network.route({ mode, address })))) return;
    const { password } = user;
    const done = tell(await ask(bridge().network.proxy({ username: user.name.trim(), password, proxy })));
    setSaved(done);
    if (done) user.afterSave();
  };

  return (
    <Form
      className={styles['form'] ?? ''}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <label className={styles['proxy']}>
        <strong>{t('network.proxy')}</strong>
        <Select
          value={mode}
          isDisabled={isLocked}
          options={proxyModes.map((id) => ({ id, text: t(`network.proxies.${id}`) }))}
          onChange={choose}
        />
      </label>
      {isLocked && <LockedNote />}
      {mode === 'manual' && (
        <TextInput
          label={t('network.proxyAddress')}
          hint={t('network.proxyAddressHint', { example: exampleProxy })}
          value={address}
          onChange={typed(setAddress)}
          maxLength={lengths.address}
          isReadOnly={isLocked}
        />
      )}
      {mode === 'system' && network.passwordFor === null && network.proxyUser === null && (
        <p className={styles['quiet']}>{t('network.proxyNotAsked')}</p>
      )}
      {mode !== 'none' && (mode === 'manual' || network.passwordFor !== null || network.proxyUser !== null) && (
        <>
          {mode === 'system' && proxy !== '' && <p>{t('network.proxyFor', { proxy })}</p>}
          {proxy !== '' && isPlain && <p>{t('network.proxyPlain')}</p>}
          <ProxyUser user={fields} savedName={network.proxyUser} />
          <Actions>
            <Button type="submit">{t('network.save')}</Button>
            <output>{saved && t('network.saved')}</output>
          </Actions>
          {problem && <Notice problem={problem} />}
          <p className={styles['quiet']}>{t('network.proxyKinds')}</p>
        </>
      )}
      {mode === 'none' && problem && <Notice problem={problem} />}
    </Form>
  );
}
