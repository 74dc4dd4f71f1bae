import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { KeyAnswer, KeyInfo } from '../../../preload/contract/keys.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { sayMoment } from '../../app/moment.ts';
import { useMirror } from '../../app/stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';

type Keys = Extract<KeyAnswer, { ok: true }>;
type Bits = KeyInfo['bits'];
const sizes = ['2048', '3072', '4096'] as const;
const bitsOf: Readonly<Record<(typeof sizes)[number], Bits>> = { '2048': 2048, '3072': 3072, '4096': 4096 };

function KeyLine({ info, label }: { info: KeyInfo; label: string }) {
  const { t } = useTranslation();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  return (
    <p className={styles['key']}>
      <strong>{label}</strong>
      <br />
      {t('keys.created', { bits: info.bits, time: sayMoment(info.created, locale) })}
    </p>
  );
}

/** The key pair of a connection that signs its requests: make one, hand its public half over, replace it later. */
export function KeyPair({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const connectionId = connection.id;
  const [keys, setKeys] = useState<Keys | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [size, setSize] = useState<(typeof sizes)[number]>('3072');
  const [kid, setKid] = useState(connection.fields.kid);
  const [copied, setCopied] = useState(false);
  const run = useOneAtATime();

  const take = (answer: KeyAnswer) => {
    if (answer.ok) setKeys(answer);
    setProblem(answer.ok ? null : answer.problem);
  };
  useEffect(() => {
    const read = async () => {
      const answer = await ask(bridge().keys.read({ connectionId }));
      if (answer.ok) setKeys(answer);
      else setProblem(answer.problem);
    };
    void read();
  }, [connectionId]);

  const create = async () =>
    take(await ask(bridge().keys.create({ connectionId, bits: bitsOf[size], kid: kid.trim() })));
  const promote = async () => take(await ask(bridge().keys.promote({ connectionId })));
  const discard = async () => take(await ask(bridge().keys.discardNext({ connectionId })));
  const copy = async () => {
    const answer = await ask(bridge().keys.copyPublic({ connectionId }));
    setCopied(answer.ok);
    setProblem(answer.ok ? null : answer.problem);
  };
  const save = async () => {
    const answer = await ask(bridge().keys.savePublic({ connectionId }));
    setProblem(answer.ok ? null : answer.problem);
  };

  const { current = null, next = null } = keys ?? {};
  return (
    <section className={styles['keys']} aria-label={t('keys.title')}>
      <h3>{t('keys.title')}</h3>
      <p>{t('keys.lead')}</p>
      {current && <KeyLine info={current} label={t('keys.current', { kid: current.kid })} />}
      {next && <KeyLine info={next} label={t('keys.next', { kid: next.kid })} />}
      {current && (
        <div className={styles['actions']}>
          <Button onPress={() => void run(copy)}>{t('keys.copy')}</Button>
          <Button onPress={() => void run(save)}>{t('keys.save')}</Button>
        </div>
      )}
      <output>{copied && t('keys.copied')}</output>
      {next ? (
        <>
          <p>{t('keys.promoteHint')}</p>
          <div className={styles['actions']}>
            <Button onPress={() => void run(promote)}>{t('keys.promote')}</Button>
            <Button onPress={() => void run(discard)}>{t('keys.discard')}</Button>
          </div>
        </>
      ) : (
        <>
          {!current && <p>{t('keys.none')}</p>}
          <Choice
            label={t('keys.size')}
            value={size}
            options={sizes.map((id) => ({ id, text: t('keys.bits', { bits: id }) }))}
            onChange={setSize}
          />
          <TextInput
            label={t('keys.kid')}
            hint={t('keys.kidHint')}
            value={kid}
            onChange={setKid}
            maxLength={lengths.identifier}
          />
          <div>
            <Button onPress={() => void run(create)}>{t(current ? 'keys.createNext' : 'keys.create')}</Button>
          </div>
        </>
      )}
      {problem && <Notice problem={problem} />}
    </section>
  );
}
