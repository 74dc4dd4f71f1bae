import { ZoomIn } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignatureSheet as Sheet, SignatureCard } from '../../../preload/contract/copy-verdict.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayDate } from '../../language/say-moment.ts';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { FactList } from './entry/fact-list.tsx';
import { CompareOffer } from './pages/compare-offer.tsx';
import styles from './verdict.module.css';

const ChangedPage = lazyPart(async () => (await import('./pages/changed-page.tsx')).ChangedPage);
const CompareDialog = lazyPart(async () => (await import('./pages/compare-dialog.tsx')).CompareDialog);

const tones = { intact: 'ok', 'changed-after': 'danger', broken: 'danger', 'cannot-check': 'warn' } as const;

interface CardProps {
  readonly card: SignatureCard;
  /** Receives the place of the change among those of the card. */
  readonly onShow: (change: number) => void;
}

function Card({ card, onShow }: CardProps) {
  const { t } = useTranslation();
  const { kind, state, name, sentences, changes, field, method, fingerprint, issuerFingerprint } = card;
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
      {changes.length > 0 && (
        <div role="group" aria-label={t('verdict.onPage.show')} className={styles['changes']}>
          {changes.map((change, place) => (
            <Button key={change.what} aria-haspopup="dialog" onPress={() => onShow(place)}>
              <ZoomIn size={16} aria-hidden="true" />
              {change.what}
            </Button>
          ))}
        </div>
      )}
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

/** The pages that are open over the sheet. */
type Pages = 'compare' | { readonly card: number; readonly change: number };

interface LeadProps {
  readonly sheet: Sheet;
}

/** Says what is in the file of a document that not everybody signed. That signatures are missing is no fault of it. */
function UnsignedLead({ sheet: { verdict, unsigned } }: LeadProps) {
  const { t } = useTranslation();
  const { kind, people } = verdict;
  const intact = people > 0 ? t('verdict.unsigned.people', { count: people }) : t('verdict.unsigned.sealed');
  return (
    <div className={styles['lead']} data-tone="warn">
      <strong>{t('copy.rescueSaved')}</strong>
      <p>{kind === 'unchecked' || kind === 'not-signed' ? t(`verdict.unsigned.${kind}`) : intact}</p>
      {unsigned && unsigned.all > 0 && <p>{t('verdict.unsigned.service', unsigned)}</p>}
    </div>
  );
}

function Lead({ sheet }: LeadProps) {
  const { t } = useTranslation();
  const { verdict, unsigned } = sheet;
  const { kind, level, people } = verdict;
  if (unsigned !== null && level !== 'alarm' && kind !== 'cannot-check') return <UnsignedLead sheet={sheet} />;
  return (
    <div className={styles['lead']} data-tone={level === 'good' ? 'ok' : tone(level)}>
      <strong>{t(`verdict.chip.${kind}`, { count: people, ...verdict })}</strong>
      <p>{t(`verdict.sentence.${kind}`)}</p>
      {level === 'alarm' && <p>{t('verdict.advice')}</p>}
    </div>
  );
}

interface FoundProps {
  readonly sheet: Sheet;
  readonly onPages: (pages: Pages) => void;
}

function Found({ sheet, onPages }: FoundProps) {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const { verdict, cards, more, sent, sentAs, sha256, unsigned } = sheet;
  return (
    <>
      <Lead sheet={sheet} />
      {verdict.kind !== 'unchecked' && (verdict.kind !== 'differs' || unsigned !== null) && (
        <p>{t(sent === null ? 'verdict.sentGone' : `signatures.sent.${sent}`)}</p>
      )}
      {(sent === 'different' || sent === 'cannot-compare') && sentAs !== null && (
        <CompareOffer sentAs={sentAs} onCompare={() => onPages('compare')} />
      )}
      {cards.length > 0 && (
        <ol className={styles['cards']}>
          {cards.map((card, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the cards never change their places
            <Card key={place} card={card} onShow={(change) => onPages({ card: place, change })} />
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

interface OpenPagesProps {
  /** Of the document. */
  readonly id: string;
  readonly sheet: Sheet;
  readonly pages: Pages;
  readonly onClose: () => void;
}

function OpenPages({ id, sheet, pages, onClose }: OpenPagesProps) {
  const { sha256, sentAs, cards } = sheet;
  const copy = useMemo(() => ({ id, sha256 }), [id, sha256]);
  if (pages === 'compare') return sentAs && <CompareDialog copy={copy} sentAs={sentAs} onClose={onClose} />;
  const change = cards[pages.card]?.changes[pages.change];
  return change && <ChangedPage copy={copy} change={change} onClose={onClose} />;
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
  const [pages, setPages] = useState<Pages | null>(null);
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
  // Pages stay open while the texts of another language come.
  const kept = held?.found.ok === true ? held.found.sheet : null;

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
      {sheet && <Found sheet={sheet} onPages={setPages} />}
      {found?.ok === true && !sheet && <p>{t('verdict.never')}</p>}
      <p className={styles['note']}>{t('signatures.always')}</p>
      {kept && pages !== null && <OpenPages id={id} sheet={kept} pages={pages} onClose={() => setPages(null)} />}
      <Actions end>
        <Button onPress={() => void run(checkAgain)}>{t(sheet === null ? 'verdict.check' : 'verdict.again')}</Button>
        <Button look="primary" onPress={onClose}>
          {t('send.close')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
