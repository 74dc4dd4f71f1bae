import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { KeyAnswer, KeyInfo } from '../../../preload/contract/keys.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { useArrival } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';

type Keys = Extract<KeyAnswer, { ok: true }>;
type Bits = KeyInfo['bits'];
const sizes = ['2048', '3072', '4096'] as const;
const bitsOf: Readonly<Record<(typeof sizes)[number], Bits>> = { '2048': 2048, '3072': 3072, '4096': 4096 };

interface KeyLineProps {
  readonly info: KeyInfo;
  readonly label: string;
  /** The key was just created: take the focus. */
  readonly arrives?: boolean;
}

function KeyLine({ info, label, arrives = false }: KeyLineProps) {
  const { t } = useTranslation();
  const line = useArrival<HTMLParagraphElement>(arrives);
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  return (
    <p ref={line} tabIndex={-1} className={styles['key']}>
      <strong>{label}</strong>
      <br />
      {t('keys.created', { bits: info.bits, time: sayDate(info.created, locale) })}
    </p>
  );
}

/**
 * The key pair of a connection that signs its requests. People create it, give the public key to the operator and
 * replace it later.
 */
export function KeyPair({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const connectionId = connection.id;
  const [keys, setKeys] = useState<Keys | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [size, setSize] = useState<(typeof sizes)[number]>('3072');
  const [kid, setKid] = useState(connection.fields.kid);
  const [copied, setCopied] = useState(false);
  const [made, setMade] = useState(false);
  const [question, setQuestion] = useState<'promote' | 'discard' | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const decided = useRef(false);
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

  const create = async () => {
    setMade(true);
    take(await ask(bridge().keys.create({ connectionId, bits: bitsOf[size], kid: kid.trim() })));
  };
  const settle = async () => {
    const { keys: call } = bridge();
    take(await ask(question === 'promote' ? call.promote({ connectionId }) : call.discardNext({ connectionId })));
    decided.current = true;
    setQuestion(null);
  };
  useEffect(() => {
    if (question !== null || !decided.current) return;
    decided.current = false;
    // The pressed button is gone with the key.
    title.current?.focus();
  }, [question]);
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
      <h3 ref={title} tabIndex={-1}>
        {t('keys.title')}
      </h3>
      <p>{t('keys.lead')}</p>
      {current && <KeyLine info={current} label={t('keys.current', { kid: current.kid })} />}
      {next && <KeyLine key={next.kid} info={next} label={t('keys.next', { kid: next.kid })} arrives={made} />}
      {current && (
        <Actions>
          <Button onPress={() => void run(copy)}>{t('keys.copy')}</Button>
          <Button onPress={() => void run(save)}>{t('keys.save')}</Button>
        </Actions>
      )}
      <output>{copied && t('keys.copied')}</output>
      {next ? (
        <>
          <p>{t('keys.promoteHint')}</p>
          <Actions>
            <Button onPress={() => setQuestion('promote')}>{t('keys.promote')}</Button>
            <Button onPress={() => setQuestion('discard')}>{t('keys.discard')}</Button>
          </Actions>
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
            onEnter={() => void run(create)}
          />
          <div>
            <Button onPress={() => void run(create)}>{t(current ? 'keys.createNext' : 'keys.create')}</Button>
          </div>
        </>
      )}
      {question && (
        <Question
          title={t(`keys.${question}Title`)}
          text={t(`keys.${question}Hint`)}
          yes={t(`keys.${question}`)}
          look={question === 'discard' ? 'danger' : 'primary'}
          onYes={settle}
          onNo={() => setQuestion(null)}
        />
      )}
      {problem && <Notice problem={problem} />}
    </section>
  );
}
