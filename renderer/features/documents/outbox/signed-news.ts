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

/** Says what everyone signed, in one sentence. */
export function saySigned(signed: SignedNews | null, t: TFunction): string {
  if (signed === null) return '';
  const { count, name, saved } = signed;
  if (count > 1) return t('outbox.signedMany', { count });
  return t(saved ? 'outbox.signedSaved' : 'outbox.signed', { name: shownName(name) });
}
