import type { FolderPause } from '../../preload/contract/folder.ts';
import type { MenuShortcut } from '../../preload/contract/shortcuts.ts';
import type { DeskQuestion } from '../platform/desktop.ts';
import { createListeners } from '../state/listeners.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import type { Work } from '../time/work.ts';
import type { Texts } from '../words/texts.ts';
import { closingQuestion, type PutAway } from './closing.ts';
import type { FolderCommand } from './desk-menu.ts';
import { type DeskFacts, deskStatus } from './desk-status.ts';
import { type DeskView, deskView } from './desk-view.ts';
import { type QuitRisk, quitQuestion, quitStep, whatEnds } from './quit-question.ts';

export interface DeskDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly texts: Texts;
  readonly work: Pick<Work, 'isRunning' | 'count' | 'idle'>;
  readonly sending: () => number;
  /** Counts submissions of all connections that can still be undone. The published count lags behind. */
  readonly counting: () => number;
  readonly folders: () => DeskFacts['folders'];
  readonly unsent: () => number;
  readonly pauseFolders: (pause: FolderPause) => void;
  /** Asks for documents and hands them to the window. */
  readonly chooseDocuments: () => Promise<void>;
  readonly explained: { get(): boolean; set(): void };
  readonly onFault: (error: unknown) => void;
}

/** Uploads change the state ten times a second, and calls follow each other at once: the icon must not flicker. */
const SETTLE_MS = 300;

const pauses = {
  'pause-hour': 'hour',
  'pause-tomorrow': 'tomorrow',
  'pause-always': 'always',
  resume: 'resume',
} as const;

/** Decides what the desktop shows of the app, and carries out the commands of its menus. */
export function createDesk(deps: DeskDeps) {
  const { clock, state, texts, work } = deps;
  let shown: DeskView | null = null;
  let cancel: (() => void) | null = null;
  let show: (view: DeskView) => void = () => {};

  function facts(): DeskFacts {
    return { isWorking: work.isRunning(), sending: deps.sending(), folders: deps.folders() };
  }

  function refresh(): void {
    cancel = null;
    const view = deskView(state.get(), facts(), texts());
    if (JSON.stringify(view) === JSON.stringify(shown)) return;
    shown = view;
    show(view);
  }

  const asked = createListeners<{ readonly shortcut: MenuShortcut }>();
  const changed = (): void => void (cancel ??= clock.after(SETTLE_MS, refresh));
  const stop = state.subscribe(changed);

  const risk = (): QuitRisk => ({
    taking: work.count('take'),
    sending: work.count('send'),
    ordering: work.count('order'),
    counting: deps.counting(),
    saving: work.count('save'),
    unsent: deps.unsent(),
  });

  return {
    /** Runs a shortcut of the window that a person chose in the menu. */
    ask: (shortcut: MenuShortcut) => asked.tell({ shortcut }),
    onAsked: asked.listen,
    status: () => ({ ...deskStatus(state.get(), facts()), folders: deps.folders() }),
    /** Updates the view. Call this when running work begins or ends, because the published state does not tell it. */
    changed,
    /** Calls back now, and with each change. */
    onView(listener: (view: DeskView) => void): void {
      show = listener;
      shown = null;
      refresh();
    },
    folders: (command: FolderCommand): void => deps.pauseFolders(pauses[command]),
    choose: (): void => void deps.chooseDocuments().catch(deps.onFault),
    /**
     * Returns the question that keeps the app, or null if it may quit. Waits until all files that were sent are in the
     * journal.
     */
    async whyStay(): Promise<DeskQuestion | null> {
      while (quitStep(risk()) === 'wait') await work.idle('take'); // oxlint-disable-line no-await-in-loop
      return quitStep(risk()) === 'ask' ? quitQuestion(texts(), risk()) : null;
    },
    mayQuitNow: (): boolean => quitStep(risk()) === 'quit',
    whatEnds: () => whatEnds(risk()),
    /** Explains once where the window goes when it is closed. Null: it was explained before. */
    explainClosing(how: PutAway, platform: NodeJS.Platform): DeskQuestion | null {
      if (deps.explained.get()) return null;
      deps.explained.set();
      return closingQuestion(texts(), how, platform);
    },
    close(): void {
      stop();
      cancel?.();
    },
  };
}

export type Desk = ReturnType<typeof createDesk>;
