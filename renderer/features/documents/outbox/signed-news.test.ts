import { createInstance } from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import en from '../../../../assets/locales/en.json' with { type: 'json' };
import type { DocumentEntry } from '../../../../preload/contract/document.ts';
import type { SignedNews } from '../../../../preload/contract/notifications.ts';
import { createFakeBridge } from '../../../testing/fake-bridge.ts';
import { sampleDocument } from '../testing/sample-entries.ts';
import { followSigned, forgetSigned, isAtHand, saySigned, useSignedNews } from './signed-news.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
void words.init({ initAsync: false });
const { t } = words;

const newsOf = (name: string, more: Partial<SignedNews> = {}): SignedNews => ({
  count: 1,
  id: name,
  name: `${name}.pdf`,
  entry: name,
  saved: true,
  ...more,
});

afterEach(() => vi.unstubAllGlobals());

test('news join those that nobody has closed', () => {
  let tell = (_news: SignedNews) => {};
  const countersign = createFakeBridge(
    {},
    {
      'documents.signed': (listener) => {
        tell = listener;
        return () => {};
      },
    },
  );
  vi.stubGlobal('window', { countersign });
  const end = followSigned();
  const told = () => useSignedNews.getState().signed;
  tell(newsOf('Lease'));
  expect(told()).toEqual(newsOf('Lease'));
  tell(newsOf('Plan', { count: 2 }));
  expect(told()?.count).toBe(3);
  forgetSigned();
  tell(newsOf('Offer'));
  expect(told()).toEqual(newsOf('Offer'));
  end();
  expect(told()).toBeNull();
});

test('the copy is at hand as its row says, and as it was told while there is no row', () => {
  const saved = { name: 'Lease signed.pdf', at: 1 };
  const moved = { key: 'copy-missing', params: { path: '/Lease signed.pdf' } } as const;
  const alarm = { kind: 'not-signed', level: 'alarm', people: 0, signed: 1, at: 1 } as const;
  const row = (more: Partial<DocumentEntry>) => sampleDocument('Lease', 'signed', more);
  const isHere = (listed: DocumentEntry | null, more: Partial<SignedNews> = {}) =>
    isAtHand(newsOf('Lease', more), listed);
  expect([isHere(null), isHere(null, { saved: false })]).toEqual([true, false]);
  expect(isHere(row({ saved }), { saved: false })).toBe(true);
  expect(isHere(row({ saved, saveProblem: moved }))).toBe(false);
  expect(isHere(row({ saved, verdict: alarm }))).toBe(false);
  expect(isHere(row({ saved, verdict: { ...alarm, kind: 'differs', level: 'look' } }))).toBe(false);
  expect(saySigned(newsOf('Lease'), row({ saved, verdict: alarm }), t)).toBe('Lease.pdf: Not signed!');
  expect(isHere(row({ saved: null }))).toBe(false);
  expect(isHere(row({ saved }), { count: 2 })).toBe(false);
});
