import { basename, join } from 'node:path';
import type {
  FolderAct,
  FolderFile,
  FolderFilter,
  FolderLine,
  FolderRuleInput,
  WatchedFolder,
} from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Clock } from '../clock.ts';
import { errorCode } from '../error-code.ts';
import type { Journal } from '../journal/journal.ts';
import { storeOrExplain } from '../journal/store-or-explain.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../published-state.ts';
import type { Submission } from '../submission/submission.ts';
import type { FoundSignees } from './choices-of-file.ts';
import type { Computer } from './computer.ts';
import { actOnFile, type Done } from './folder-actions.ts';
import type { FolderEvents } from './folder-events.ts';
import { checkPlace, isAllowed, type Neighbours } from './folder-place.ts';
import { otherWatchers, prepareRoot } from './folder-root.ts';
import { type FolderRule, folderRule, isPaused, usualRule } from './folder-rule.ts';
import { countsOf, matchesFilter, toFolderFile, toLines } from './folder-view.ts';
import { createFolderWatching, type FolderWatching } from './folder-watching.ts';
import { createFolderWorker, type FolderWorker, type FolderWorkerDeps } from './folder-worker.ts';
import { ownFolders } from './ignored-names.ts';
import type { Verdict } from './verdict.ts';

export interface WatchedFoldersDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly outbox: Pick<Outbox, 'take' | 'budgetOf'>;
  readonly events: FolderEvents;
  readonly computer: Computer;
  /** False: nothing may be sent, or the journal may be older than what was sent. */
  readonly durable: boolean;
  readonly isJournalTrusted: boolean;
  readonly profilesOf: (connectionId: string) => readonly Profile[];
  readonly findSignees: (
    connectionId: string,
    file: { readonly path: string; readonly size: number; readonly name: string },
  ) => Promise<FoundSignees | Problem>;
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly neighbours: () => Omit<Neighbours, 'watched'>;
  /** The IT department lets no folder send by itself. */
  readonly forceHold: boolean;
  readonly newId: () => string;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly entries?: FolderWorkerDeps['entries'];
}

type Answer = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: Problem };

interface Watched {
  readonly id: string;
  readonly connectionId: string;
  readonly root: string;
  rule: FolderRule;
  worker: FolderWorker;
  watching: FolderWatching | null;
  remarks: WatchedFolder['remarks'];
  others: readonly string[];
  revision: number;
}

const refused = (key: Problem['key'], params: Problem['params'] = {}) =>
  ({ ok: false, problem: { key, params } }) as const;

const PUBLISH_MS = 300;
const HOUR = 60 * 60_000;
const LINES = 200;

/** All watched folders: what a person arranged, their workers, and what the window shows of them. */
export function createWatchedFolders(deps: WatchedFoldersDeps) {
  const { clock, journal, state } = deps;
  const all = new Map<string, Watched>();
  let cancelPublish: (() => void) | null = null;
  let circumstances = '';
  let profilesSeen = state.get().profiles;
  let isClosed = false;

  const connectionOf = (id: string) => state.get().connections.find((one) => one.id === id);

  function waitOf(connectionId: string): Problem | 'paused' | null {
    const connection = connectionOf(connectionId);
    if (!deps.durable || connection?.signedIn !== 'yes') return { key: 'signed-out', params: {} };
    if (journal.submissions.paused()) return 'paused';
    return deps.outbox.budgetOf(connectionId).level === 'full' ? { key: 'quota', params: {} } : null;
  }

  const ruleNow = (rule: FolderRule): FolderRule => (deps.forceHold ? { ...rule, goal: 'hold' } : rule);

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
      connection: () => ({
        profiles: deps.profilesOf(connectionId),
        modes: journal.settings.get('modes')[connectionId] ?? null,
        sender: connectionOf(connectionId)?.person ?? '',
        account: connectionOf(connectionId)?.username ?? null,
        wait: isBarred ? { key: 'folder-not-allowed', params: { folder: root } } : waitOf(connectionId),
        isJournalTrusted: deps.isJournalTrusted,
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

  function publishSoon(): void {
    if (!isClosed) cancelPublish ??= clock.after(PUBLISH_MS, publish);
  }

  function publish(): void {
    cancelPublish?.();
    cancelPublish = null;
    const { active } = state.get();
    const shown = [...all.values()].filter(({ connectionId }) => connectionId === active);
    state.publish({ folders: shown.map(toView) });
  }

  function toView({
    id,
    connectionId,
    root,
    rule,
    worker,
    watching,
    remarks,
    others,
    revision,
  }: Watched): WatchedFolder {
    const { version: _version, account: _account, signees: _signees, pause, marker: _marker, ...input } = ruleNow(rule);
    const profile = deps.profilesOf(connectionId).find((one) => one.id === rule.profileId);
    const { status, lastLook, how } = worker.view();
    return {
      id,
      connectionId,
      isPreview: watching === null,
      path: root,
      name: basename(root),
      rule: input,
      profileName: profile?.name ?? null,
      status,
      lastLook,
      how,
      pausedUntil: pause?.until ?? null,
      ...countsOf(worker),
      sentThisHour: journal.folderFiles.sentSince(id, clock.now() - HOUR),
      remarks,
      others: [...others],
      revision,
    };
  }

  function write({ id, connectionId, root }: Watched, rule: FolderRule): Done {
    return storeOrExplain((): Done => {
      journal.folders.save({ id, connectionId, label: root, content: rule }, clock.now());
      return { ok: true };
    });
  }

  function changeRule(watched: Watched, change: Partial<FolderRule>): Done {
    const rule = { ...watched.rule, ...change };
    const written = watched.watching === null ? ({ ok: true } as const) : write(watched, rule);
    if (!written.ok) return written;
    watched.rule = rule;
    watched.worker.lookNow();
    publish();
    return written;
  }

  /** Marks the folder and begins to watch it. Only here the preview becomes a watched folder. */
  async function confirm(preview: Watched, rule: FolderRule): Promise<Answer> {
    let marker: string;
    try {
      marker = await prepareRoot(preview.root, deps.computer, deps.newId);
    } catch (error) {
      return refused('folder-read-only', { folder: preview.root, code: errorCode(error) });
    }
    const account = connectionOf(preview.connectionId)?.username ?? null;
    const now = { ...rule, marker, account };
    const written = write(preview, now);
    if (!written.ok) return written;
    await end(preview);
    const watched = begin({ ...preview, rule: now }, marker);
    watched.remarks = preview.remarks;
    watched.others = await otherWatchers(preview.root, deps.computer.id);
    publish();
    return { ok: true, id: watched.id };
  }

  function load(): void {
    for (const { id: connectionId } of state.get().connections)
      for (const { id, label, content } of journal.folders.of(connectionId)) {
        const rule = folderRule.safeParse(content);
        if (!rule.success || all.has(id)) continue;
        const watched = begin({ id, connectionId, root: label, rule: rule.data }, rule.data.marker);
        otherWatchers(label, deps.computer.id)
          .then((others) => {
            watched.others = others;
            return publishSoon();
          })
          .catch(deps.onFault);
      }
    publish();
  }

  function pauseOne(id: string, until: 'hour' | 'tomorrow' | 'always' | 'resume'): Done {
    const watched = all.get(id);
    if (!watched) return refused('folder-removed');
    const now = clock.now();
    const moment = { hour: now + HOUR, tomorrow: tomorrowOf(now), always: null, resume: null }[until];
    const kind = until === 'resume' ? 'folder-resumed' : 'folder-paused';
    const done = changeRule(watched, { pause: until === 'resume' ? null : { until: moment } });
    if (done.ok) journal.folderFiles.note(id, kind, {}, now);
    return done;
  }

  /** Signed in, paused, another profile: every file is judged again. */
  const forget = state.subscribe(({ patch }) => {
    if (!patch.connections && !patch.profiles && !patch.outbox && patch.active === undefined) return;
    if (patch.active !== undefined) publishSoon();
    const { connections, profiles } = state.get();
    const now = JSON.stringify(connections.map(({ id, signedIn, username }) => [id, signedIn, username, waitOf(id)]));
    if (now === circumstances && profiles === profilesSeen) return;
    circumstances = now;
    profilesSeen = profiles;
    for (const { worker } of all.values()) worker.lookNow();
  });

  return {
    load,
    publish,
    /** A person chose a folder: shows what would happen in it. Nothing in it is touched. */
    async preview(chosen: string): Promise<Answer> {
      const { active, profiles } = state.get();
      if (active === null) return refused('signed-out');
      const own = [...all.values()];
      if (own.filter(({ connectionId }) => connectionId === active).length >= limits.folders)
        return refused('folders-too-many', { limit: limits.folders });
      for (const one of own) if (one.watching === null) await end(one);
      const watched = [...all.values()].map(({ root }) => root);
      const place = await checkPlace(chosen, { ...deps.neighbours(), watched });
      if (!place.ok) return place;
      const usual = profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
      const account = connectionOf(active)?.username ?? null;
      const rule: FolderRule = {
        ...usualRule,
        patterns: [...usualRule.patterns],
        version: 1,
        profileId: usual?.id ?? 'none',
        account,
        signees: [],
        pause: null,
        marker: '',
      };
      const fresh = begin({ id: deps.newId(), connectionId: active, root: place.path, rule }, null);
      fresh.remarks = [...place.remarks];
      fresh.others = await otherWatchers(place.path, deps.computer.id);
      publish();
      return { ok: true, id: fresh.id };
    },
    /** Without `confirmed` only a preview changes. A folder that sends by itself is switched on by a person, once more. */
    async save(id: string, input: FolderRuleInput, confirmed: boolean): Promise<Answer> {
      const watched = all.get(id);
      if (!watched) return refused('folder-removed');
      if (!deps.profilesOf(watched.connectionId).some((one) => one.id === input.profileId))
        return refused('profile-gone');
      if (deps.forceHold && input.goal === 'send') return refused('set-by-policy');
      const isPreview = watched.watching === null;
      const rule = { ...watched.rule, ...input };
      if (isPreview && confirmed) return confirm(watched, rule);
      const switchesOn = input.goal === 'send' && watched.rule.goal !== 'send';
      if (!isPreview && switchesOn && !confirmed) return refused('not-now');
      // Whoever confirms the rule stands for it: the account that is signed in now.
      const account = confirmed ? (connectionOf(watched.connectionId)?.username ?? null) : watched.rule.account;
      const done = changeRule(watched, { ...input, account });
      return done.ok ? { ok: true, id } : done;
    },
    /** Stops watching. The files and our folders in it stay as they are. */
    async remove(id: string): Promise<Done> {
      const watched = all.get(id);
      if (!watched) return refused('folder-removed');
      const done = storeOrExplain((): Done => {
        if (watched.watching !== null) journal.folders.remove(id, clock.now());
        if (watched.watching !== null) journal.folderFiles.forgetContents(id);
        return { ok: true };
      });
      if (!done.ok) return done;
      await end(watched);
      publish();
      return done;
    },
    pause: pauseOne,
    /** Pauses or resumes all folders of all connections. */
    pauseAll(until: 'hour' | 'tomorrow' | 'always' | 'resume'): void {
      const wanted = until === 'resume';
      const now = clock.now();
      for (const { id, rule, watching } of all.values())
        if (watching !== null && isPaused(rule, now) === wanted) pauseOne(id, until);
    },
    /** How many folders are watched, on all connections. */
    summary() {
      const watched = [...all.values()].filter(({ watching }) => watching !== null);
      const now = clock.now();
      return {
        watched: watched.length,
        paused: watched.filter(({ rule }) => isPaused(rule, now)).length,
        needsYou: watched.reduce((sum, { worker }) => sum + countsOf(worker).needsYou, 0),
      };
    },
    look(id: string): Done {
      const watched = all.get(id);
      if (!watched) return refused('folder-removed');
      watched.worker.lookNow();
      return { ok: true };
    },
    /** The folder at the path is another one, and a person says that it is meant. */
    async accept(id: string): Promise<Done> {
      const watched = all.get(id);
      if (watched?.worker.view().status !== 'replaced') return refused('not-now');
      const before = watched.rule;
      const answer = await confirm(watched, before);
      return answer.ok ? { ok: true } : answer;
    },
    files(id: string, filter: FolderFilter): { files: FolderFile[]; all: number } {
      const watched = all.get(id);
      if (!watched) return { files: [], all: 0 };
      const found = [...watched.worker.entries.values()].filter((entry) => matchesFilter(entry, filter));
      const shown = found.slice(0, limits.folderFiles).map((entry) => toFolderFile(entry, watched.worker));
      return { files: shown, all: found.length };
    },
    activity(id: string): FolderLine[] {
      return toLines(journal.history(`folder:${id}`, LINES), journal.folderFiles.recent(id, LINES), LINES);
    },
    async act(wish: FolderAct): Promise<Done> {
      const watched = all.get(wish.id);
      if (!watched || watched.watching === null) return refused('folder-removed');
      const { worker } = watched;
      return actOnFile(
        { folderId: wish.id, worker, journal, now: clock.now, changeRule: (change) => changeRule(watched, change) },
        wish,
      );
    },
    rootOf: (id: string): string | null => all.get(id)?.root ?? null,
    /** Where the signed copy of a document goes that came from a watched folder, and the name of its original. */
    copyPlaceOf(connectionId: string, documentId: string) {
      const submission = journal.submissions.ownerOf(connectionId, documentId);
      const watched = submission?.folder ? all.get(submission.folder.id) : undefined;
      if (!submission?.folder || !watched || watched.watching === null) return null;
      // A folder that is not there now must not be made anew.
      if (!['watching', 'paused'].includes(watched.worker.view().status)) return null;
      const base = connectionOf(connectionId)?.fields.base ?? '';
      const { name } = submission.wish.file;
      return { folder: join(watched.root, ownFolders.signed), createBelow: watched.root, base, name };
    },
    submissionChanged(submission: Submission): void {
      if (submission.folder !== null) all.get(submission.folder.id)?.worker.submissionChanged(submission);
    },
    /** Resolves when no folder is being looked at. */
    async idle(): Promise<void> {
      await Promise.all([...all.values()].map(({ worker }) => worker.idle()));
    },
    /** After sleep: events were lost, and drives may have gone. */
    wake(): void {
      for (const { worker } of all.values()) worker.lookNow();
    },
    async close(): Promise<void> {
      isClosed = true;
      forget();
      cancelPublish?.();
      await Promise.all([...all.values()].map(end));
    },
  };
}

/** Seven in the morning of the next day, by this computer's clock. */
function tomorrowOf(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 7).getTime();
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>;
