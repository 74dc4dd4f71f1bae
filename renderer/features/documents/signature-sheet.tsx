import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignatureSheet as Sheet, SignatureCard } from '../../../preload/contract/copy-verdict.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { FactList } from './entry/fact-list.tsx';
import styles from './verdict.module.css';

const tones = { intact: 'ok', 'changed-after': 'danger', broken: 'danger', 'cannot-check': 'warn' } as const;

function Card({ card }: { readonly card: SignatureCard }) {
  const { t } = useTranslation();
  const { kind, state, name, sentences, field, method, fingerprint, issuerFingerprint } = card;
  return (
    <li className={styles['card']}>
      <div className={styles['cardHead']}>
        <h3>{name ?? t('signatures.noName')}</h3>
        <small>{t(`verdict.kind.${kind}`)}</small>
        <span className={styles['mark']} data-tone={tones[state]}>
          {t(`verdict.state.${state}`)}
        </span>
      </div>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <details>
        <summary>{t('problem.details')}</summary>
        <FactList
          facts={[
            [t('verdict.field'), field],
            [t('verdict.method'), method],
            [t('verdict.fingerprint'), fingerprint],
            [t('verdict.issuerFingerprint'), issuerFingerprint],
          ]}
        />
      </details>
    </li>
  );
}

function Found({ sheet }: { readonly sheet: Sheet }) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const { verdict, cards, more, sent, sha256 } = sheet;
  return (
    <>
      <div className={styles['lead']} data-tone={verdict.level === 'good' ? 'ok' : tone(verdict.level)}>
        <strong>{t(`verdict.chip.${verdict.kind}`, { count: verdict.people, ...verdict })}</strong>
        <p>{t(`verdict.sentence.${verdict.kind}`)}</p>
        {verdict.level === 'alarm' && <p>{t('verdict.advice')}</p>}
      </div>
      {verdict.kind !== 'unchecked' && verdict.kind !== 'differs' && (
        <p>{t(sent === null ? 'verdict.sentGone' : `signatures.sent.${sent}`)}</p>
      )}
      {cards.length > 0 && (
        <ol className={styles['cards']}>
          {cards.map((card, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the cards never change their places
            <Card key={place} card={card} />
          ))}
        </ol>
      )}
      {more > 0 && <p>{t('verdict.more', { count: more })}</p>}
      <p className={styles['note']}>
        {t('verdict.checkedAt', { date: sayDate(verdict.at, locale) })}
        <br />
        <code>SHA-256 {sha256}</code>
      </p>
    </>
  );
}

const tone = (level: Sheet['verdict']['level']) => (level === 'alarm' ? 'danger' : 'warn');

const readSheet = (id: string, again: boolean) => ask(bridge().documents.signatures({ id, again }));

/** The sentences of the cards come from main, in the language of the moment. */
interface Held {
  readonly locale: string;
  readonly found: Awaited<ReturnType<typeof readSheet>>;
}

interface SignatureSheetProps {
  /** Of the document. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Each signature of the signed copy, what came after it, and if it is the document that was sent. */
export function SignatureSheet({ id, onClose }: SignatureSheetProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const [held, setHeld] = useState<Held | null>(null);
  /** Null: the answer has not come yet. What was found before may not be true of the file any more. */
  const found = held?.locale === locale ? held.found : null;
  useEffect(() => {
    const request = { wanted: true };
    const read = async () => {
      const answer = await readSheet(id, false);
      if (request.wanted) setHeld({ locale, found: answer });
    };
    void read();
    return () => {
      request.wanted = false;
    };
  }, [id, locale]);
  const sheet = found?.ok === true ? found.sheet : null;

  async function checkAgain(): Promise<void> {
    setHeld(null);
    const answer = await readSheet(id, true);
    // After a change of language the cards in the new one may have come meanwhile.
    setHeld((now) => now ?? { locale, found: answer });
  }

  return (
    <ModalDialog title={t('verdict.title')} onClose={onClose}>
      <output className={styles['busy']}>{found === null && t('verdict.checking')}</output>
      {found?.ok === false && <Notice problem={found.problem} />}
      {sheet && <Found sheet={sheet} />}
      {found?.ok === true && !sheet && <p>{t('verdict.never')}</p>}
      <p className={styles['note']}>{t('signatures.always')}</p>
      <Actions end>
        <Button onPress={() => void run(checkAgain)}>{t(sheet === null ? 'verdict.check' : 'verdict.again')}</Button>
        <Button look="primary" onPress={onClose}>
          {t('send.close')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
