import { StrictMode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { languages } from '../../../preload/contract/language.ts';
import type { Choices } from '../../../preload/contract/sending.ts';
import { choicesOf } from '../../../renderer/features/send/draft-choices.ts';
import { emptyDraft } from '../../../renderer/features/send/sheet.ts';
import type { KnownPerson } from '../../../renderer/features/send/signees/add-signees.tsx';
import { SigneeEditor } from '../../../renderer/features/send/signees/signee-editor.tsx';
import { addSignees, type SigneeList } from '../../../renderer/features/send/signees/signee-list.ts';
import { loadLanguage } from '../../../renderer/language/load-language.ts';
import '../../../renderer/ui/tokens.css';

/** The editor alone on a page, told by the address what it begins with: `?count=500&ordered=yes&language=de`. */
const asked = new URLSearchParams(location.search);
const count = Number(asked.get('count') ?? 0);
const language = languages.find((one) => one === asked.get('language')) ?? 'en';

const known: readonly KnownPerson[] = [
  { email: 'anna@muster.ch', name: 'Anna Muster' },
  { email: 'annette@beispiel.ch', name: 'Annette Beispiel' },
  { email: 'beat@frei.ch', name: '' },
];
const suggest = (text: string): Promise<readonly KnownPerson[]> =>
  Promise.resolve(known.filter(({ email, name }) => `${name} ${email}`.toLowerCase().includes(text.toLowerCase())));

const start = addSignees(
  [],
  Array.from({ length: count }, (_none, at) => ({ email: `person${at}@muster.ch`, name: `Person ${at}`, note: '' })),
);

/** What a test reads: the signees as a submission would get them, and the text that is not in the list yet. */
export interface PageResult {
  signees: Choices['signees'];
  pending: string;
}
const result: PageResult = { signees: [], pending: '' };
Object.assign(globalThis, { result });

function Page() {
  const [value, setValue] = useState<SigneeList>(start);
  const [ordered, setOrdered] = useState(asked.get('ordered') === 'yes');
  const [refused] = useState(() => new Map(start.slice(2, 3).map(({ key }) => [key, 'The service refused this one.'])));
  useEffect(() => {
    result.signees = choicesOf({ draft: { ...emptyDraft, signees: value, ordered } }).signees;
  }, [value, ordered]);
  return (
    <div style={{ height: '100vh', overflow: 'auto', padding: 16, background: 'var(--surface-2)' }}>
      <SigneeEditor
        value={value}
        onChange={setValue}
        ordered={ordered}
        onOrderedChange={setOrdered}
        suggest={suggest}
        onPending={(text) => {
          result.pending = text;
        }}
        {...(asked.has('refused') ? { remarks: refused } : {})}
      />
    </div>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
await loadLanguage(language);
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={language}>
      <Page />
    </I18nProvider>
  </StrictMode>,
);
