import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { forgetPeople } from './forget-people.ts';
import { type Imported, ImportResult } from './import-result.tsx';
import styles from './people.module.css';
import { type OpenDialog, PeopleDialog } from './people-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import { usePeople } from './use-people.ts';
import { useSelection } from './use-selection.ts';

const nobody: readonly PersonRow[] = [];

interface PeopleBarProps {
  /** The words for the last change. */
  readonly said: string;
  readonly total: number;
  /** The selected people. */
  readonly people: readonly PersonRow[];
  readonly hasRows: boolean;
  readonly onOpen: (open: OpenDialog) => void;
  readonly onChooseNone: () => void;
}

/** Shows the number of people, and the actions for the selected ones. */
function PeopleBar({ said, total, people, hasRows, onOpen, onChooseNone }: PeopleBarProps) {
  const { t } = useTranslation();
  const [first] = people;
  return (
    <div className={styles['bar']}>
      <output>
        {said !== '' && `${said} `}
        {people.length > 0 ? t('people.chosen', { count: people.length }) : t('people.count', { count: total })}
      </output>
      {people.length === 1 && first && (
        <Button onPress={() => onOpen({ kind: 'edit', person: first })}>{t('people.edit')}</Button>
      )}
      {people.length > 1 && <Button onPress={() => onOpen({ kind: 'merge' })}>{t('people.merge')}</Button>}
      {people.length > 0 && (
        <>
          <Button onPress={() => onOpen({ kind: 'forget', people })}>{t('people.forget')}</Button>
          <Button look="quiet" onPress={onChooseNone}>
            {t('people.chooseNone')}
          </Button>
        </>
      )}
      {people.length === 0 && hasRows && <span className={styles['keys']}>{t('people.keys')}</span>}
    </div>
  );
}

/** Keeps the last change of the people, to be read out and shown. */
function useChanges(readAgain: () => Promise<void>) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);

  async function done(text: string, failure: Problem | null = null): Promise<void> {
    setSaid(text);
    setProblem(failure);
    await readAgain();
  }
  async function forget(
    people: readonly PersonRow[],
    onForgotten: (emails: ReadonlySet<string>) => void,
  ): Promise<void> {
    const { forgotten, failure } = await forgetPeople(people);
    onForgotten(forgotten);
    await done(forgotten.size > 0 ? t('people.forgotten', { count: forgotten.size }) : '', failure);
  }
  async function takeFile(): Promise<void> {
    const answer = await ask(bridge().people.import());
    if (answer.ok === 'cancelled') return;
    setProblem(answer.ok ? null : answer.problem);
    setImported(answer.ok ? answer : null);
    setSaid('');
    await readAgain();
  }
  const notices = (
    <div className={styles['notices']}>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {imported && <ImportResult result={imported} onClose={() => setImported(null)} />}
    </div>
  );
  return { said, notices, done, setProblem, forget, takeFile };
}

export function PeopleScreen({ state }: { readonly state: State }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const screen = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const { read, readAgain } = usePeople(search);
  const rows = read?.rows ?? nobody;
  const { chosen, choose } = useSelection(rows);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const changes = useChanges(readAgain);
  const people = [...chosen.values()];

  // The focused row or button may go with what it did.
  useKeptFocus(screen, () => list.current ?? head.current?.querySelector('button'));

  function done(text: string): void {
    setOpen(null);
    void changes.done(text);
  }
  async function forget(gone: readonly PersonRow[]): Promise<void> {
    setOpen(null);
    await changes.forget(gone, (forgotten) =>
      choose(new Set([...chosen.keys()].filter((email) => !forgotten.has(email)))),
    );
  }

  const find = (email: string) => rows.find((person) => person.email === email);
  function openPerson(email: string): void {
    const person = find(email);
    if (person) setOpen({ kind: 'edit', person });
  }
  /** Removes all selected people, else the focused one. */
  function askToForget(email: string): void {
    const person = find(email);
    if (chosen.has(email)) setOpen({ kind: 'forget', people });
    else if (person) setOpen({ kind: 'forget', people: [person] });
  }

  const fromFile = <Button onPress={() => void run(changes.takeFile)}>{t('people.importNow')}</Button>;
  const isEmpty = read !== null && read.total === 0 && read.text === '';
  return (
    <div ref={screen} className={styles['screen']}>
      <header ref={head} className={styles['head']}>
        <ArrivingHeading level={1}>{t('nav.people')}</ArrivingHeading>
        {!isEmpty && <SearchInput label={t('people.search')} value={search} onChange={setSearch} />}
        {!isEmpty && fromFile}
        <Button onPress={() => setOpen({ kind: 'new' })}>{t('people.add')}</Button>
      </header>
      {changes.notices}
      {!isEmpty && read && (
        <PeopleBar
          said={changes.said}
          total={read.total}
          people={people}
          hasRows={rows.length > 0}
          onOpen={setOpen}
          onChooseNone={() => choose(new Set())}
        />
      )}
      {rows.length > 0 && (
        <PeopleList
          list={list}
          rows={rows}
          chosen={new Set(chosen.keys())}
          locale={state.locale}
          onChoose={choose}
          onOpen={openPerson}
          onForget={askToForget}
        />
      )}
      {read && rows.length === 0 && (
        <Empty title={t(isEmpty ? 'people.emptyTitle' : 'people.noMatchTitle')}>
          <p>{t(isEmpty ? 'people.emptyText' : 'people.noMatchText')}</p>
          {isEmpty ? fromFile : <Button onPress={() => setSearch('')}>{t('people.showAll')}</Button>}
        </Empty>
      )}
      {open && (
        <TellRefusal value={changes.setProblem}>
          <PeopleDialog
            open={open}
            people={people}
            locale={state.locale}
            onSaved={(who) => void changes.done(t('people.saved', { who }))}
            onMerged={(who) => {
              choose(new Set([who]));
              done(t('people.merged', { who }));
            }}
            onAskToForget={askToForget}
            onForget={(gone) => run(() => forget(gone))}
            onClose={() => setOpen(null)}
          />
        </TellRefusal>
      )}
    </div>
  );
}
