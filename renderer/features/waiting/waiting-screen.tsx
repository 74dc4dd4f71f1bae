import { CalendarDays, Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type WaitBand, waitBands } from '../../../preload/contract/limits.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { WaitingPerson, WaitingView } from '../../../preload/contract/waiting.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useMinute } from '../../language/use-minute.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { CountedToggles } from '../../ui/counted-toggles.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { Deadlines } from '../reminder/deadlines.tsx';
import { ReminderDialog } from '../reminder/reminder-dialog.tsx';
import { MonthPanel } from './month-panel.tsx';
import { ReminderBar } from './reminder-bar.tsx';
import { peopleToRemind, whatIsUnread } from './signature-rows.ts';
import { SignatureTable } from './signature-table.tsx';
import { useReminders } from './use-reminders.ts';
import styles from './waiting.module.css';

/** The colours of their rows. */
const tones = { long: 'warn', 'too-long': 'danger' } as const;

/** Shows an empty table. Says that nobody has to sign only when everything was read. */
function Nobody({ view, isRead, onShowAll }: { view: WaitingView; isRead: boolean; onShowAll: () => void }) {
  const { t } = useTranslation();
  if (view.counts.all > 0)
    return (
      <Empty title={t('waiting.noMatch')}>
        <Button onPress={onShowAll}>{t('documents.showAll')}</Button>
      </Empty>
    );
  return (
    <Empty title={t(isRead ? 'waiting.emptyTitle' : 'waiting.noneYet')}>
      <p>{t('waiting.emptyText')}</p>
    </Empty>
  );
}

/** Shows the people who have something to sign, the longest waiting first. */
export function WaitingScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const screen = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const [band, setBand] = useState<WaitBand | null>(null);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(0);
  const account = state.connections.find(({ id }) => id === state.active)?.username;
  // A document that is started here is running before a check shows it.
  const asOf = `${account} ${state.detailsReadAt} ${opened} ${state.list.counts.waiting}`;
  const view = useAnswer(() => bridge().waiting.view({ band, search }), [band, search], asOf);
  const { round, remind, invite, next, settle, end } = useReminders(() => setOpened((count) => count + 1));
  const [inLanguage, setInLanguage] = useState<WaitingPerson | null>(null);
  // A button may go with what it did.
  useKeptFocus(screen, () => screen.current?.querySelector<HTMLElement>('[data-round] button') ?? list.current);

  if (view === null) return <div ref={screen} className={styles['screen']} />;
  const all = peopleToRemind(view.people, now);
  const unread = whatIsUnread(view, state);
  const options = waitBands.map((id) => ({
    id,
    text: t(`waiting.band.${id}`),
    count: view.counts[id],
    ...(id === 'all' ? {} : { tone: tones[id] }),
  }));
  return (
    <div ref={screen} className={styles['screen']}>
      <header className={styles['head']}>
        <ArrivingHeading level={1}>{t('nav.waiting')}</ArrivingHeading>
        {view.counts.all > 0 && (
          <>
            <CountedToggles label={t('documents.waiting')} options={options} value={view.band} onChange={setBand} />
            <SearchInput label={t('waiting.search')} value={search} onChange={setSearch} />
            {all.length > 1 && (
              <Button look="primary" onPress={() => remind(all)}>
                <Mail size={16} aria-hidden="true" />
                <span data-short>{t('waiting.remindPeople', { count: all.length })}</span>
                <span className={styles['many']} aria-hidden="true">
                  {all.length}
                </span>
              </Button>
            )}
            <Deadlines id={null}>
              {(save) => (
                <Button look="quiet" aria-label={t('calendar.saveAll')} onPress={save}>
                  <CalendarDays size={16} aria-hidden="true" />
                </Button>
              )}
            </Deadlines>
          </>
        )}
      </header>
      {unread !== null && <p className={styles['unread']}>{t(`waiting.unread.${unread.kind}`, unread)}</p>}
      {round !== null && (
        <ReminderBar
          key={round.people.map(({ key }) => key).join(' ')}
          round={round}
          onNext={next}
          onOtherLanguage={setInLanguage}
          onEnd={end}
        />
      )}
      {view.people.length > 0 ? (
        <SignatureTable list={list} people={view.people} onRemind={(person) => remind([person])} onInvite={invite} />
      ) : (
        <Nobody
          view={view}
          isRead={unread === null}
          onShowAll={() => {
            setBand('all');
            setSearch('');
          }}
        />
      )}
      {view.leftOut > 0 && <p className={styles['unread']}>{t('waiting.leftOut', { count: view.leftOut })}</p>}
      <MonthPanel locale={state.locale} readAt={state.detailsReadAt} isWhole={state.check.isWhole} />
      {inLanguage && (
        <ReminderDialog
          people={[inLanguage]}
          selection={null}
          onReminded={(by, count) => {
            settle(by, count, inLanguage.key);
            setOpened((times) => times + 1);
          }}
          onClose={() => setInLanguage(null)}
        />
      )}
    </div>
  );
}
