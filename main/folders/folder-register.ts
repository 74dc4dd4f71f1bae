import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Clock } from '../clock.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../published-state.ts';
import type { FolderEvents } from './chokidar-events.ts';
import type { Computer } from './computer.ts';
import type { ScannedFile, SigneeScan } from './file-choices.ts';
import type { Done } from './file-decisions.ts';
import type { Verdict } from './file-plan.ts';
import { isAllowed, type Neighbours, type ReadMounts } from './folder-place.ts';
import { createPauses, type FolderRule, folderRule } from './folder-rule.ts';
import { toWatchedFolder, type Watched } from './folder-view.ts';
import { createFolderWatching } from './folder-watching.ts';
import { createFolderWorker, type FolderWorkerDeps } from './folder-worker.ts';

export interface WatchedFoldersDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly outbox: Pick<Outbox, 'take' | 'budgetOf'>;
  readonly events: FolderEvents;
  readonly documentReader: DocumentReader;
  readonly readMounts: ReadMounts;
  readonly computer: Computer;
  /** False: nothing may be sent, or the journal may be older than what was sent. */
  readonly durable: boolean;
  readonly isJournalTrusted: boolean;
  readonly profilesOf: (connectionId: string) => readonly Profile[];
  readonly findSignees: (connectionId: string, file: ScannedFile) => Promise<SigneeScan>;
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly neighbours: () => Omit<Neighbours, 'watched'>;
  /** The IT department lets no folder send by itself. */
  readonly forceHold: boolean;
  readonly newId: () => string;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly createTable?: FolderWorkerDeps['createTable'];
  readonly deviceOf?: FolderWorkerDeps['deviceOf'];
  readonly compared?: FolderWorkerDeps['compared'];
  readonly moveFile?: FolderWorkerDeps['moveFile'];
}

type RuleEvent = 'folder-added' | 'folder-changed' | 'folder-paused' | 'folder-resumed';

const PUBLISH_MS = 300;

/** The folders that are watched or previewed, each with its worker, and what the window shows of them. */
export function createFolderRegister(deps: WatchedFoldersDeps) {
  const { clock, journal, state } = deps;
  const all = new Map<string, Watched>();
  const pauses = createPauses(clock);
  let cancelPublish: (() => void) | null = null;
  let isClosed = false;

  const connectionOf = (id: string) => state.get().connections.find((one) => one.id === id);

  function waitOf(connectionId: string): Problem | 'paused' | null {
    const connection = connectionOf(connectionId);
    if (!deps.durable || connection?.signedIn !== 'yes') return { key: 'signed-out', params: {} };
    if (journal.submissions.paused()) return 'paused';
    return deps.outbox.budgetOf(connectionId).level === 'full' ? { key: 'quota', params: {} } : null;
  }

  const ruleNow = (rule: FolderRule): FolderRule => (deps.forceHold ? { ...rule, goal: 'hold' } : rule);
  const storedRule = ({ id, connectionId }: Pick<Watched, 'id' | 'connectionId'>): FolderRule | null =>
    folderRule.safeParse(journal.folders.of(connectionId).find((one) => one.id === id)?.content).data ?? null;

  function begin(
    { id, connectionId, root, rule }: Pick<Watched, 'id' | 'connectionId' | 'root' | 'rule'>,
    marker: string | null,
  ): Watched {
    const { allowed } = deps.neighbours();
    let isBarred = allowed !== null;
    const worker = createFolderWorker({
      ...deps,
      root,
      folderId: id,
      connectionId,
      marker,
      rule: () => ruleNow(watched.rule),
      pauses,
      connection: () => ({
        modes: journal.settings.get('modes')[connectionId] ?? null,
        account: connectionOf(connectionId)?.username ?? null,
        wait: isBarred ? { key: 'folder-not-allowed', params: { folder: root } } : waitOf(connectionId),
        isJournalTrusted: deps.isJournalTrusted,
      }),
      given: () => ({
        profiles: deps.profilesOf(connectionId),
        sender: connectionOf(connectionId)?.person ?? '',
      }),
      findSignees: (file) => deps.findSignees(connectionId, file),
      onChanged() {
        watched.revision += 1;
        publishSoon();
      },
      onMounted: () => watched.watching?.restart(),
    });
    const computerId = deps.computer.id;
    const watching = marker === null ? null : createFolderWatching({ ...deps, root, computerId, worker });
    const watched: Watched = { id, connectionId, root, rule, worker, watching, remarks: [], others: [], revision: 0 };
    all.set(id, watched);
    pauses.leftOf(rule);
    worker.start();
    if (allowed !== null)
      isAllowed(root, allowed)
        .then((isIn) => {
          isBarred = !isIn;
          return worker.lookNow();
        })
        .catch(deps.onFault);
    return watched;
  }

  async function end(watched: Watched): Promise<void> {
    all.delete(watched.id);
    await Promise.all([watched.watching?.stop(), watched.worker.close()]);
  }

  /** Nobody adds what was previewed. A folder that was replaced by another one is watched by its old rule again. */
  async function endPreview(watched: Watched): Promise<void> {
    await end(watched);
    const rule = storedRule(watched);
    if (rule !== null) begin({ ...watched, rule }, rule.marker);
  }

  function view(watched: Watched): WatchedFolder {
    return toWatchedFolder({ ...watched, rule: ruleNow(watched.rule) }, deps.profilesOf(watched.connectionId));
  }

  function publishSoon(): void {
    if (!isClosed) cancelPublish ??= clock.after(PUBLISH_MS, publish);
  }

  function publish(): void {
    cancelPublish?.();
    cancelPublish = null;
    const { active } = state.get();
    const shown = [...all.values()].filter(({ connectionId }) => connectionId === active);
    state.publish({ folders: shown.map(view) });
  }

  /** Keeps a rule, and what its folder tells of it under this kind. */
  function write({ id, connectionId, root }: Watched, rule: FolderRule, kind: RuleEvent): Done {
    return storeOrExplain((): Done => {
      journal.folders.save({ id, connectionId, label: root, content: rule }, clock.now(), kind);
      return { ok: true };
    });
  }

  function changeRule(watched: Watched, change: Partial<FolderRule>, kind: RuleEvent = 'folder-changed'): Done {
    const rule = { ...watched.rule, ...change };
    const written = watched.watching === null ? ({ ok: true } as const) : write(watched, rule, kind);
    if (!written.ok) return written;
    watched.rule = rule;
    // The clock on the wall may be set before anybody else asks.
    pauses.leftOf(rule);
    watched.worker.lookNow();
    publish();
    return written;
  }

  return {
    all: all as ReadonlyMap<string, Watched>,
    connectionOf,
    waitOf,
    pauses,
    storedRule,
    begin,
    end,
    endPreview,
    publish,
    publishSoon,
    write,
    changeRule,
    async close(): Promise<void> {
      isClosed = true;
      cancelPublish?.();
      await Promise.all([...all.values()].map(end));
    },
  };
}

export type FolderRegister = ReturnType<typeof createFolderRegister>;
