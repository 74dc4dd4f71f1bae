import type { Handlers } from '../../preload/contract/index.ts';
import type { RowSelection } from '../../preload/contract/selection.ts';
import type { Journal } from '../journal/journal.ts';
import type { List } from '../list/list.ts';
import { documentIdOf } from '../list/row-key.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { calendarText } from '../waiting/calendar.ts';
import { deadlinesOf } from '../waiting/deadlines.ts';
import type { WaitingList } from '../waiting/waiting-list.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';
import { saveAs } from './save-as.ts';

interface WaitingHandlersDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly desktop: Pick<Desktop, 'pickSavePath'>;
  readonly journal: Pick<Journal, 'connections' | 'documentFacts' | 'documents' | 'submissions'>;
  readonly list: Pick<List, 'selections'>;
  readonly state: PublishedState;
  readonly texts: Texts;
  readonly waiting: WaitingList;
}

export function waitingHandlers({ clock, desktop, journal, list, state, texts, waiting }: WaitingHandlersDeps) {
  const shown = withShown(state);

  async function documentsOf(selection: RowSelection): Promise<ReadonlySet<string>> {
    const rows = await list.selections.able(selection, 'remind');
    return new Set(rows.flatMap((row) => documentIdOf(row) ?? []));
  }
  const chosen = async (selection: RowSelection | null) => (selection === null ? null : documentsOf(selection));

  return {
    'waiting.view': (asked) => waiting.view(asked),
    'waiting.among': async ({ selection }) => waiting.among(await documentsOf(selection)),
    'waiting.reminder': async ({ key, language, selection }) =>
      waiting.reminder({ key, language, chosen: await chosen(selection) }),
    'waiting.remind': async ({ key, language, selection }) =>
      waiting.remind({ key, language, chosen: await chosen(selection) }),
    'waiting.resend': async ({ key, language, selection }) =>
      waiting.resend({ key, language, chosen: await chosen(selection) }),
    'waiting.saveDeadlines': shown(async (connectionId, { id }) => {
      const t = texts();
      const { locale } = state.get();
      // The list stays after a sign-out.
      const account = state.accountOf(connectionId) ?? journal.connections.listedFor(connectionId);
      const days = await deadlinesOf({ journal, connectionId, account, locale, t }, id);
      if (days.length === 0) return refuse('not-now');
      const content = calendarText(days, clock.now());
      return saveAs(desktop, { title: t('calendar.saveTitle'), name: t('calendar.fileName'), content });
    }),
  } satisfies Partial<Handlers>;
}
