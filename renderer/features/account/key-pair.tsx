import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import type { KeyAnswer, KeyInfo } from '../../../preload/contract/keys.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';

type Keys = Extract<KeyAnswer, { ok: true }>;
type Bits = KeyInfo['bits'];
const sizes = ['2048', '3072', '4096'] as const;
const bitsOf: Readonly<Record<(typeof sizes)[number], Bits>> = { '2048': 2048, '3072': 3072, '4096': 4096 };

interface KeyLineProps {
  readonly ref?: Ref<HTMLParagraphElement>;
  readonly info: KeyInfo;
  readonly label: string;
}

function KeyLine({ ref, info, label }: KeyLineProps) {
  const { t } = useTranslation();
  const locale = useMirror((mirror) => mirror.state?.locale ?? 'en');
  return (
    <p ref={ref} tabIndex={-1} className={styles['key']}>
      <strong>{label}</strong>
      <br />
      {t('keys.created', { bits: info.bits, time: sayDate(info.created, locale) })}
    </p>
  );
}

type Size = (typeof sizes)[number];
type Decision = 'promote' | 'discard';

/** Reads the keys of a connection from main, and returns the calls that change them. */
function useKeys(connectionId: string) {
  const [keys, setKeys] = useState<Keys | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
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

  const { current = null, next = null } = keys ?? {};
  return {
    current,
    next,
    problem,
    tell: setProblem,
    create: async (size: Size, kid: string) =>
      take(await ask(bridge().keys.create({ connectionId, bits: bitsOf[size], kid: kid.trim() }))),
    promote: async () => take(await ask(bridge().keys.promote({ connectionId }))),
    discard: async () => take(await ask(bridge().keys.discardNext({ connectionId }))),
  };
}

interface CopyingProps {
  readonly connectionId: string;
  readonly tell: (problem: Problem | null) => void;
}

/** Shows the public key for the operator of the service. */
function PublicKey({ connectionId, tell }: CopyingProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const run = useOneAtATime();
  const copy = async () => {
    const answer = await ask(bridge().keys.copyPublic({ connectionId }));
    setCopied(answer.ok);
    tell(answer.ok ? null : answer.problem);
  };
  const save = async () => {
    const answer = await ask(bridge().keys.savePublic({ connectionId }));
    tell(answer.ok ? null : answer.problem);
  };
  return (
    <>
      <Actions>
        <Button onPress={() => void run(copy)}>{t('keys.copy')}</Button>
        <Button onPress={() => void run(save)}>{t('keys.save')}</Button>
      </Actions>
      <output>{copied && t('keys.copied')}</output>
    </>
  );
}

interface NewKeyProps {
  readonly firstKid: string;
  readonly hasKey: boolean;
  readonly onCreate: (size: Size, kid: string) => Promise<void>;
}

function NewKey({ firstKid, hasKey, onCreate }: NewKeyProps) {
  const { t } = useTranslation();
  const [size, setSize] = useState<Size>('3072');
  const [kid, setKid] = useState(firstKid);
  const run = useOneAtATime();
  const create = () => void run(() => onCreate(size, kid));
  return (
    <>
      {!hasKey && <p>{t('keys.none')}</p>}
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
        onEnter={create}
      />
      <div>
        <Button onPress={create}>{t(hasKey ? 'keys.createNext' : 'keys.create')}</Button>
      </div>
    </>
  );
}

/**
 * Shows the key pair of a connection that signs its requests. People create it, give the public key to the operator and
 * replace it later.
 */
export function KeyPair({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const { current, next, problem, tell, create, promote, discard } = useKeys(connection.id);
  const [question, setQuestion] = useState<Decision | null>(null);
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const newLine = useRef<HTMLParagraphElement>(null);
  // The pressed button goes with what it did.
  useKeptFocus(section, () => newLine.current ?? title.current);

  const settle = async () => {
    await (question === 'promote' ? promote() : discard());
    setQuestion(null);
  };
  return (
    <section ref={section} className={styles['keys']} aria-label={t('keys.title')}>
      <h3 ref={title} tabIndex={-1}>
        {t('keys.title')}
      </h3>
      <p>{t('keys.lead')}</p>
      {current && <KeyLine info={current} label={t('keys.current', { kid: current.kid })} />}
      {next && <KeyLine ref={newLine} key={next.kid} info={next} label={t('keys.next', { kid: next.kid })} />}
      {current && <PublicKey connectionId={connection.id} tell={tell} />}
      {next ? (
        <>
          <p>{t('keys.promoteHint')}</p>
          <Actions>
            <Button onPress={() => setQuestion('promote')}>{t('keys.promote')}</Button>
            <Button onPress={() => setQuestion('discard')}>{t('keys.discard')}</Button>
          </Actions>
        </>
      ) : (
        <NewKey firstKid={connection.fields.kid} hasKey={current !== null} onCreate={create} />
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
