import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import type { SignedNews } from '../../../../preload/contract/notifications.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { isDoubted, isOpenable } from '../entry/due-text.ts';

/** What everyone signed since a person last closed the news. */
export const useSignedNews = create<{ readonly signed: SignedNews | null }>(() => ({ signed: null }));

export const forgetSigned = (): void => useSignedNews.setState({ signed: null });

/** Keeps the news until nobody follows them any more. Later ones join those that nobody has closed. */
export function followSigned(): () => void {
  const end = bridge().documents.onSigned((news) =>
    useSignedNews.setState(({ signed }) => ({ signed: { ...news, count: news.count + (signed?.count ?? 0) } })),
  );
  return () => {
    end();
    forgetSigned();
  };
}

/** Tells whether the signed copy is here, and is as it should be. Its row knows what happened to it since the news. */
export const isAtHand = ({ count, saved }: SignedNews, listed: DocumentEntry | null): boolean =>
  count === 1 && (listed === null ? saved : isOpenable(listed) && !isDoubted(listed));

/** Returns what is wrong with the signed copy. Null: nothing that its row knows of. */
export const doubtOf = ({ count }: SignedNews, listed: DocumentEntry | null): DocumentEntry['verdict'] =>
  count === 1 && listed !== null && isDoubted(listed) ? listed.verdict : null;

/** Says what everyone signed, in one sentence, or what is wrong with its copy. */
export function saySigned(signed: SignedNews | null, listed: DocumentEntry | null, t: TFunction): string {
  if (signed === null) return '';
  const { count, name, saved } = signed;
  if (count > 1) return t('outbox.signedMany', { count });
  const doubt = doubtOf(signed, listed);
  if (doubt !== null) {
    const value = t(`verdict.chip.${doubt.kind}`, { count: doubt.people, ...doubt });
    return t('app.labelled', { label: shownName(name), value });
  }
  return t(saved ? 'outbox.signedSaved' : 'outbox.signed', { name: shownName(name) });
}
