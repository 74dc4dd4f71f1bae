import { createHash } from 'node:crypto';
import type { FolderRuleInput, SendingPreview } from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { errorCode } from '../error-code.ts';
import { refuse } from '../refuse.ts';
import { isRefusedByMacOs } from '../refused-by-macos.ts';
import { confirmNow } from './file-choices.ts';
import type { Done } from './file-decisions.ts';
import { checkPlace } from './folder-place.ts';
import type { FolderRegister, WatchedFoldersDeps } from './folder-register.ts';
import { otherWatchers, prepareRoot } from './folder-root.ts';
import { type FolderRule, usualRule } from './folder-rule.ts';
import type { Watched } from './folder-view.ts';

type Answer = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: Problem };

type SetupDeps = Pick<
  WatchedFoldersDeps,
  'state' | 'computer' | 'readMounts' | 'profilesOf' | 'neighbours' | 'newId' | 'forceHold'
>;

/** How a person adds a folder, changes its rule, and says that another folder at its path is meant. */
export function createFolderSetup(deps: SetupDeps, register: FolderRegister) {
  const { state } = deps;
  const { all, begin, end, endPreview, storedRule, publish, write, changeRule, connectionOf } = register;

  /** Marks the folder and begins to watch it. Only here the preview becomes a watched folder. */
  async function confirm(preview: Watched, rule: FolderRule, account: string | null): Promise<Answer> {
    let marker: string;
    try {
      marker = await prepareRoot(preview.root, deps.computer, deps.newId);
    } catch (error) {
      const code = errorCode(error);
      return refuse(isRefusedByMacOs(code) ? 'refused-by-macos' : 'folder-read-only', { folder: preview.root, code });
    }
    const now = { ...rule, marker, account };
    const written = write(preview, now, storedRule(preview) === null ? 'folder-added' : 'folder-changed');
    if (!written.ok) return written;
    await end(preview);
    const watched = begin({ ...preview, rule: now }, marker);
    watched.remarks = preview.remarks;
    watched.others = await otherWatchers(preview.root, deps.computer.id);
    publish();
    return { ok: true, id: watched.id };
  }

  /** Who is asked to sign by the rule, and for whom: what a person confirms with it. */
  function printFor({ connectionId }: Watched, { profileId }: FolderRuleInput): string {
    const confirms = [confirmNow(deps.profilesOf(connectionId), profileId), connectionOf(connectionId)?.username];
    return createHash('sha256').update(JSON.stringify(confirms)).digest('base64url');
  }

  /** Shows what would happen in a folder. Nothing in it is touched. */
  async function beginPreview(
    { root, ...of }: Pick<Watched, 'id' | 'connectionId' | 'root' | 'rule'>,
    watched: readonly string[],
  ): Promise<Answer> {
    const place = await checkPlace(root, { ...deps.neighbours(), watched }, deps.readMounts);
    if (!place.ok) return place;
    const before = all.get(of.id);
    if (before) await end(before);
    const fresh = begin({ ...of, root: place.path }, null);
    fresh.remarks = [...place.remarks];
    fresh.others = await otherWatchers(place.path, deps.computer.id);
    publish();
    return { ok: true, id: fresh.id };
  }

  return {
    /** A person chose a folder: shows what would happen in it. Nothing in it is touched. */
    async preview(chosen: string): Promise<Answer> {
      const { active, profiles } = state.get();
      if (active === null) return refuse('signed-out');
      const own = [...all.values()];
      if (own.filter(({ connectionId }) => connectionId === active).length >= limits.folders)
        return refuse('folders-too-many', { limit: limits.folders });
      for (const one of own) if (one.watching === null) await endPreview(one);
      const usual = profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
      const account = connectionOf(active)?.username ?? null;
      const rule: FolderRule = {
        ...usualRule,
        patterns: [...usualRule.patterns],
        version: 1,
        profileId: usual?.id ?? 'none',
        account,
        signees: [],
        confirmed: {},
        pause: null,
        claimsSince: 0,
        marker: '',
      };
      const roots = [...all.values()].map(({ root }) => root);
      return beginPreview({ id: deps.newId(), connectionId: active, root: chosen, rule }, roots);
    },
    /** Without `confirmed` only a preview changes. A folder that sends by itself is switched on by a person, once more. */
    async save(id: string, input: FolderRuleInput, confirmed: boolean, print: string | null = null): Promise<Answer> {
      const watched = all.get(id);
      if (!watched) return refuse('folder-removed');
      if (confirmed && print !== null && print !== printFor(watched, input)) return refuse('shown-changed');
      if (!deps.profilesOf(watched.connectionId).some((one) => one.id === input.profileId))
        return refuse('profile-gone');
      if (deps.forceHold && input.goal === 'send') return refuse('set-by-policy');
      const isPreview = watched.watching === null;
      const people = confirmed
        ? confirmNow(deps.profilesOf(watched.connectionId), input.profileId)
        : watched.rule.confirmed;
      // Whoever confirms the rule stands for it: the account that is signed in now.
      const account = confirmed ? (connectionOf(watched.connectionId)?.username ?? null) : watched.rule.account;
      if (isPreview && confirmed) return confirm(watched, { ...watched.rule, ...input, confirmed: people }, account);
      if (!isPreview && input.goal === 'send' && !confirmed) return refuse('not-now');
      const done = changeRule(watched, { ...input, account, confirmed: people });
      return done.ok ? { ok: true, id } : done;
    },
    /** What a rule would send now, and to whom, for the account that is signed in. */
    async wouldSend(id: string, input: FolderRuleInput): Promise<SendingPreview> {
      const watched = all.get(id);
      if (!watched) return { documents: 0, held: 0, people: [], peopleCount: 0, isByFields: false, print: '' };
      const account = connectionOf(watched.connectionId)?.username ?? null;
      const print = printFor(watched, input);
      return { ...(await watched.worker.wouldSend({ ...watched.rule, ...input, account })), print };
    },
    /** The folder at the path is another one, and a person wants to use it: the same question as for a new one. */
    async accept(id: string): Promise<Done> {
      const watched = all.get(id);
      if (watched?.worker.view().status !== 'replaced') return refuse('not-now');
      const others = [...all.values()].filter((one) => one !== watched).map(({ root }) => root);
      const answer = await beginPreview(watched, others);
      return answer.ok ? { ok: true } : answer;
    },
  };
}
