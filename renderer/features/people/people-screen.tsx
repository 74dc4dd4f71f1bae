import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { forgetPeople } from './forget-people.ts';
import { type Imported, ImportResult } from './import-result.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import styles from './people.module.css';
import { PeopleList } from './people-list.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { usePeople } from './use-people.ts';
import { useSelection } from './use-selection.ts';

type Open =
  | { readonly kind: 'new' | 'merge' }
  | { readonly kind: 'edit'; readonly person: PersonRow }
  | { readonly kind: 'forget'; readonly people: readonly PersonRow[] };

const nobody: readonly PersonRow[] = [];

export function PeopleScreen({ state }: { readonly state: State }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const head = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const { read, readAgain } = usePeople(search);
  const rows = read?.rows ?? nobody;
  const { chosen, choose } = useSelection(rows);
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const people = [...chosen.values()];
  const [first] = people;

  // The focused row or button is gone: give the focus a new place.
  useEffect(() => {
    if (
      open !== null ||
      read === null ||
      document.activeElement !== document.body ||
      !navigator.userActivation.hasBeenActive
    )
      return;
    (list.current ?? head.current?.querySelector('button'))?.focus();
  }, [open, read]);

  async function done(text: string, failure: Problem | null = null): Promise<void> {
    setOpen(null);
    setSaid(text);
    setProblem(failure);
    await readAgain();
  }

  async function forget(gone: readonly PersonRow[]): Promise<void> {
    const { forgotten, failure } = await forgetPeople(gone);
    choose(new Set([...chosen.keys()].filter((email) => !forgotten.has(email))));
    await done(forgotten.size > 0 ? t('people.forgotten', { count: forgotten.size }) : '', failure);
  }

  async function takeFile(): Promise<void> {
    const answer = await ask(bridge().people.import());
    if (answer.ok === 'cancelled') return;
    setProblem(answer.ok ? null : answer.problem);
    setImported(answer.ok ? answer : null);
    setSaid('');
    if (answer.ok) await readAgain();
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

  const fromFile = <Button onPress={() => void run(takeFile)}>{t('people.importNow')}</Button>;
  const isEmpty = read !== null && read.total === 0 && read.text === '';
  return (
    <div className={styles['screen']}>
      <header ref={head} className={styles['head']}>
        <ArrivingHeading level={1}>{t('people.title')}</ArrivingHeading>
        {!isEmpty && <SearchInput label={t('people.search')} value={search} onChange={setSearch} />}
        {!isEmpty && fromFile}
        <Button onPress={() => setOpen({ kind: 'new' })}>{t('people.add')}</Button>
      </header>
      <div className={styles['notices']}>
        {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
        {imported && <ImportResult result={imported} onClose={() => setImported(null)} />}
      </div>
      {!isEmpty && read && (
        <div className={styles['bar']}>
          <output>
            {said !== '' && `${said} `}
            {people.length > 0
              ? t('people.chosen', { count: people.length })
              : t('people.count', { count: read.total })}
          </output>
          {people.length === 1 && first && (
            <Button onPress={() => setOpen({ kind: 'edit', person: first })}>{t('people.edit')}</Button>
          )}
          {people.length > 1 && <Button onPress={() => setOpen({ kind: 'merge' })}>{t('people.merge')}</Button>}
          {people.length > 0 && (
            <>
              <Button onPress={() => setOpen({ kind: 'forget', people })}>{t('people.forget')}</Button>
              <Button look="quiet" onPress={() => choose(new Set())}>
                {t('people.chooseNone')}
              </Button>
            </>
          )}
          {people.length === 0 && rows.length > 0 && <span className={styles['keys']}>{t('people.keys')}</span>}
        </div>
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
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <PersonDialog
          person={open.kind === 'edit' ? open.person : null}
          locale={state.locale}
          onSaved={(who) => void done(t('people.saved', { who }))}
          onForget={askToForget}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'merge' && (
        <MergeDialog
          people={people}
          onMerged={(who) => {
            choose(new Set([who]));
            void done(t('people.merged', { who }));
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'forget' && (
        <Question
          title={t('people.forgetTitle', {
            count: open.people.length,
            who: open.people[0]?.name || open.people[0]?.email,
          })}
          text={t('people.forgetText')}
          yes={t('people.forgetConfirm')}
          onYes={() => {
            setOpen(null);
            return run(() => forget(open.people));
          }}
          onNo={() => setOpen(null)}
        />
      )}
    </div>
  );
}
