import type { Handlers } from '../../preload/contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse } from '../problems/refuse.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { calendarText } from '../waiting/calendar.ts';
import { deadlinesOf } from '../waiting/deadlines.ts';
import type { Texts } from '../words/texts.ts';
import { withShown } from './known-connection.ts';
import { saveAs } from './save-as.ts';

interface CalendarHandlersDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly desktop: Pick<Desktop, 'pickSavePath'>;
  readonly journal: Pick<Journal, 'connections' | 'documentFacts' | 'documents' | 'submissions'>;
  readonly state: PublishedState;
  readonly texts: Texts;
}

export function calendarHandlers({ clock, desktop, journal, state, texts }: CalendarHandlersDeps) {
  const shown = withShown(state);
  return {
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
