import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CopyVerdict } from '../../../preload/contract/copy-verdict.ts';
import type { EvidenceSheet } from '../../../preload/contract/evidence.ts';
import { saySize } from '../../language/amounts.ts';
import { OwnWords } from '../documents/entry/own-words.tsx';
import { useChoiceWords, useStatusWords } from '../documents/entry/status-words.ts';
import { tellLine } from '../documents/submission/history-words.ts';
import styles from './evidence.module.css';
import { hashesText } from './hashes-text.ts';
import { QrCode } from './qr-code.tsx';
import { createFontTest, toShownText } from './shown-text.ts';

/** Writes a time with seconds and time zone: people may read it elsewhere, and years later. */
function sayExactly(at: number, locale: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(locale, { ...date, ...time }).format(at);
}

const sayIfKnown = (at: number | null, locale: string) => (at === null ? null : sayExactly(at, locale));

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Fact({ label, children }: FactProps) {
  if (children === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface FileFactsProps {
  readonly title: string;
  readonly file: EvidenceSheet['copies'][number] | NonNullable<EvidenceSheet['sent']>;
  readonly locale: string;
  readonly write: (text: string) => string;
}

function FileFacts({ title, file, locale, write }: FileFactsProps) {
  const { t } = useTranslation();
  const parts = 'parts' in file ? file.parts.map(write) : [];
  return (
    <Fact label={title}>
      {write(file.name)} · {saySize(file.size, locale)} · {sayExactly(file.at, locale)}
      {parts.length > 0 ? (
        <p>{t('send.join.madeFrom', { names: new Intl.ListFormat(locale).format(parts) })}</p>
      ) : (
        <br />
      )}
      <code className={styles['hash']}>SHA-256 {file.sha256}</code>
    </Fact>
  );
}

function VerdictFact({ verdict, locale }: { readonly verdict: CopyVerdict; readonly locale: string }) {
  const { t } = useTranslation();
  const { kind, people, at } = verdict;
  return (
    <Fact label={t('verdict.label')}>
      {t(`verdict.chip.${kind}`, { count: people, ...verdict })} ·{' '}
      {t('verdict.checkedAt', { date: sayExactly(at, locale) })}
      <br />
      {t(`verdict.sentence.${kind}`)} {t('signatures.always')}
    </Fact>
  );
}

interface EvidencePageProps {
  readonly sheet: EvidenceSheet;
  readonly locale: string;
  /** Reports that the page can be printed now. */
  readonly onReady: () => void;
}

/** Joins several lines that a person wrote, because a line break is no character to show. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

interface SigneesProps {
  readonly signees: EvidenceSheet['signees'];
  readonly locale: string;
  readonly write: (text: string) => string;
}

function Signees({ signees, locale, write }: SigneesProps) {
  const { t } = useTranslation();
  const words = useStatusWords();
  return (
    <table>
      <caption>{t('details.signees')}</caption>
      <tbody>
        {signees.map((signee, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and an address may come twice
          <tr key={place}>
            <td>
              {write([signee.name, signee.email].filter(Boolean).join(' · '))}
              {signee.viewedAt !== undefined && (
                <p>{t('details.opened', { time: sayExactly(signee.viewedAt, locale) })}</p>
              )}
              {signee.reason !== undefined && (
                <p>
                  <OwnWords words={write(onOneLine(signee.reason))} />
                </p>
              )}
            </td>
            <td>{signee.status === null ? '' : words.signee(signee.status)}</td>
            <td>{sayIfKnown(signee.decidedAt ?? null, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Gives the window a title for the file, and says when the page can be printed. */
function usePrinting(onReady: () => void): void {
  const { t } = useTranslation();
  const ready = useRef(onReady);

  useEffect(() => {
    const before = document.title;
    document.title = t('evidence.title');
    let isOver = false;
    // The fonts of the page must be there before it is printed.
    void document.fonts.ready.then(() =>
      requestAnimationFrame(() => requestAnimationFrame(() => !isOver && ready.current())),
    );
    return () => {
      isOver = true;
      document.title = before;
    };
  }, [t]);
}

/** Shows the evidence of a document, for paper alone: who, when, what, and the hashes of both files. */
export function EvidencePage({ sheet, locale, onReady }: EvidencePageProps) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const choices = useChoiceWords();
  const canDraw = useMemo(() => createFontTest(getComputedStyle(document.documentElement).fontFamily), []);
  const write = (text: string) => toShownText(text, canDraw);
  const moment = (at: number | null) => sayIfKnown(at, locale);
  const { name, signees, sent, copies, lines, head } = sheet;
  const hashes = hashesText(sheet);
  const texts = [
    name,
    ...(sent?.parts ?? []),
    ...signees.flatMap((one) => [one.name ?? '', one.email ?? '', onOneLine(one.reason ?? '')]),
  ];
  const isEscaped = texts.some((text) => write(text) !== text);
  usePrinting(onReady);

  return createPortal(
    <article className={styles['paper']}>
      <header>
        <div>
          <p>{t('evidence.title')}</p>
          <h1>{write(name)}</h1>
          <p>
            {sheet.documentStatus === null ? '' : `${words.document(sheet.documentStatus)} · `}
            {t('evidence.madeAt', { date: sayExactly(sheet.madeAt, locale) })}
          </p>
        </div>
        {hashes !== null && (
          <figure>
            <QrCode text={hashes} label={t('evidence.qr')} />
            <figcaption>{t('evidence.qr')}</figcaption>
          </figure>
        )}
      </header>
      <dl>
        <Fact label={t('evidence.service')}>{write([sheet.service, sheet.account].filter(Boolean).join(' · '))}</Fact>
        <Fact label={t('evidence.documentId')}>{sheet.documentId}</Fact>
        <Fact label={t('details.mode')}>{choices.mode(sheet.mode)}</Fact>
        <Fact label={t('details.jurisdiction')}>{choices.law(sheet.jurisdiction)}</Fact>
        <Fact label={t('details.created')}>{moment(sheet.created)}</Fact>
        <Fact label={t('details.started')}>{moment(sheet.started)}</Fact>
        <Fact label={t('details.completed')}>{moment(sheet.completed)}</Fact>
        <Fact label={t('evidence.gone')}>{moment(sheet.goneAt)}</Fact>
      </dl>
      {signees.length > 0 && <Signees signees={signees} locale={locale} write={write} />}
      <dl>
        {sent && <FileFacts title={t('evidence.sent')} file={sent} locale={locale} write={write} />}
        {copies.map((copy) => (
          <Fragment key={copy.at}>
            <FileFacts title={t('copy.title')} file={copy} locale={locale} write={write} />
            {copy.verdict && <VerdictFact verdict={copy.verdict} locale={locale} />}
          </Fragment>
        ))}
      </dl>
      {lines.length > 0 && (
        <table className={styles['steps']}>
          <caption>{t('history.title')}</caption>
          <tbody>
            {lines.map((line) => (
              <tr key={line.seq}>
                <td>{sayExactly(line.at, locale)}</td>
                <td>{write(tellLine(line, t))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer>
        {isEscaped && <p>{t('evidence.escaped')}</p>}
        {head !== null && (
          <p>
            {t('evidence.head', { number: head.seq })} <code className={styles['hash']}>{head.hash}</code>
          </p>
        )}
        <p>{t('evidence.note')}</p>
      </footer>
    </article>,
    document.body,
  );
}
