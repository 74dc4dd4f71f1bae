import { randomUUID } from 'node:crypto';
import { lstat, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { errorCode } from '../files/error-code.ts';
import { lookAt } from '../files/file-look.ts';
import { giveName } from '../files/give-name.ts';
import { unlessMissing } from '../files/unless-missing.ts';
import { type Computer, whoIs } from '../platform/this-computer.ts';
import { createOrder } from '../time/in-order.ts';
import { createClaimHolds } from './claim-holds.ts';
import { markerFolder } from './file-names.ts';
import { makeFolder, openInside, readUntrustedFile } from './inside-folder.ts';

const claimed = z.object({
  computer: z.string().max(64),
  name: z.string().max(200),
  user: z.string().max(200),
  at: z.number(),
  file: z.string().max(1_000),
  sha256: z.string(),
  taken: z.boolean(),
  /** It is a signed copy that was saved, which nobody may send to be signed again. */
  copy: z.boolean().default(false),
});
type Claim = z.infer<typeof claimed>;

/** The statement of `.countersign/claims` about a content. */
export type ClaimFact =
  | { readonly kind: 'none' }
  /** A computer that watches the folder saved it as a signed copy. */
  | { readonly kind: 'copy'; readonly at: number }
  | OwnClaim
  | OtherClaim;

/** `taken`: the journal had recorded the submission when we wrote it. `also`: the claim on it in another folder. */
interface OwnClaim {
  readonly kind: 'own';
  readonly taken: boolean;
  readonly at: number;
  /** It is a signed copy, and a person sent one file of it anyway. */
  readonly isCopy?: true;
  readonly also?: OtherClaim;
}

/** `isOld`: for so long without having taken it that the other computer may be gone. */
interface OtherClaim {
  readonly kind: 'other';
  readonly by: string;
  readonly at: number;
  readonly isOld: boolean;
}

const mostBytes = 10_000;
/** A person may have sent a copy anyway: then it is taken like any other content. */
const isOnlyCopy = ({ copy, taken }: Claim): boolean => copy && !taken;
const [notTaken, isTaken] = ['"taken":false', '"taken":true '];
/** A claim of another computer that is older and was not followed by a take calls a person: that computer may be gone. */
const LONG_MS = 24 * 60 * 60_000;

/** Keeps the claims as files of the folder, each whole under its name or not there. */
function createClaimFiles(root: string, { id }: Computer, now: () => number, readFile = readUntrustedFile) {
  const claims = `${markerFolder}/claims`;
  const at = (name: string) => join(root, claims, name);
  const nameOf = (sha256: string) => `${sha256}.claim`;
  /** Returns the temporary name of a claim of ours. */
  const stagedName = (sha256: string) => `${sha256}.${id}.tmp`;
  const isOurs = (claim: Claim | null): boolean => claim?.computer === id;

  async function read(name: string): Promise<Claim | 'none' | 'unreadable'> {
    const found = await readFile(root, `${claims}/${name}`, mostBytes);
    if (found.kind === 'none') return 'none';
    return claimed.safeParse(found.kind === 'text' ? parseJson(found.text) : null).data ?? 'unreadable';
  }

  /** Completes a claim of an earlier run of ours, which may have ended between its name and its content. */
  async function finish(sha256: string): Promise<Claim | null> {
    const meant = await read(stagedName(sha256));
    if (typeof meant === 'string' || !isOurs(meant)) return null;
    await rename(at(stagedName(sha256)), at(nameOf(sha256)));
    return meant;
  }

  /** Writes and flushes a claim under a temporary name. Synchronisers remove the folder of claims while it is empty. */
  async function stage(claim: Claim, name: string): Promise<string> {
    const write = () => writeFile(at(name), JSON.stringify(claim), { flush: true });
    await write().catch(async (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      // Another claim may have made it by now.
      await makeFolder(at(''));
      await write();
    });
    return at(name);
  }

  return {
    isOurs,
    /** Reads a claim. Null: there is none. One that cannot be read counts as that of another computer. */
    async find(sha256: string): Promise<Claim | null> {
      const found = await read(nameOf(sha256)).catch(async (error: unknown) => {
        // A folder or a disk that refuses is another matter: it shows none of its files.
        if ((await lookAt(at(nameOf(sha256)))) === null) throw error;
        return 'refused' as const;
      });
      if (found === 'none') return null;
      if (typeof found !== 'string') return found;
      const { mtimeMs: made } = await lstat(at(nameOf(sha256))).catch(() => ({ mtimeMs: now() }));
      const unreadable = { computer: '', name: '?', user: '', at: made, file: '', sha256, taken: false, copy: false };
      return (found === 'unreadable' ? await finish(sha256) : null) ?? unreadable;
    },
    /** Creates the claim whole and only if there is none. False: there is one. */
    async create(claim: Claim): Promise<boolean> {
      const staged = await stage(claim, stagedName(claim.sha256));
      let isGiven = false;
      try {
        isGiven = await giveName(staged, at(nameOf(claim.sha256)));
        return isGiven;
      } finally {
        if (!isGiven) await unlink(staged).catch(() => undefined);
      }
    },
    replace: async (claim: Claim) => rename(await stage(claim, `${randomUUID()}.tmp`), at(nameOf(claim.sha256))),
    /**
     * Says in a claim of ours that its content was taken, where it lies: a claim that is written anew is flushed anew,
     * which doubles the time of thousands of files. No reader sees half of this, because only one word of the same
     * length changes.
     */
    async noteInPlace(sha256: string): Promise<boolean> {
      const file = await openInside(root, `${claims}/${nameOf(sha256)}`, 'change').catch(() => null);
      if (file === null) return false;
      try {
        const text = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
        const content = text.buffer.toString('utf8', 0, text.bytesRead);
        const place = Buffer.byteLength(content.slice(0, Math.max(0, content.lastIndexOf(notTaken))));
        if (place === 0 || !isOurs(claimed.safeParse(parseJson(content)).data ?? null)) return false;
        await file.write(isTaken, place);
        return true;
      } finally {
        await file.close();
      }
    },
    remove: (sha256: string): Promise<void> => unlessMissing(unlink(at(nameOf(sha256))), undefined),
  };
}

/**
 * Claims contents by files in the folder itself, where every computer that watches it sees them. A claim is made before
 * a file is taken, and stays: it tells later that the content was taken, whatever happens to a journal. It goes by the
 * content and not by the name, because the same document may lie there under two names.
 */
export function createClaims(root: string, computer: Computer, now: () => number, readFile = readUntrustedFile) {
  const { isOurs, find, create, replace, noteInPlace, remove } = createClaimFiles(root, computer, now, readFile);
  const orders = new Map<string, ReturnType<typeof createOrder>>();
  const { hold, letGo } = createClaimHolds();

  /** Changes the claim on a content after any change before it: a copy that was just noted is never released. */
  async function inTurn<T>(sha256: string, change: () => Promise<T>): Promise<T> {
    const order = orders.get(sha256) ?? createOrder();
    orders.set(sha256, order);
    try {
      return await order.run(change);
    } finally {
      if (order.idle() === null) orders.delete(sha256);
    }
  }

  const claimOf = (sha256: string, file: string, as: 'claim' | 'taken' | 'copy'): Claim => {
    const { id, name, user } = computer;
    return { computer: id, name, user, at: now(), file, sha256, taken: as === 'taken', copy: as === 'copy' };
  };

  /** Changes who took a copy, and not since when it is one. */
  async function markCopy(sha256: string, taken: boolean): Promise<void> {
    const found = await find(sha256);
    if (found?.copy !== true || found.taken === taken || !(taken || isOurs(found))) return;
    await replace({ ...claimOf(sha256, found.file, 'copy'), at: found.at, taken });
  }

  return {
    async look(sha256: string): Promise<ClaimFact> {
      const found = await find(sha256);
      if (found === null) return { kind: 'none' };
      if (isOnlyCopy(found)) return { kind: 'copy', at: found.at };
      if (isOurs(found)) return { kind: 'own', taken: found.taken, at: found.at, ...(found.copy && { isCopy: true }) };
      return { kind: 'other', by: whoIs(found), at: found.at, isOld: !found.taken && now() - found.at > LONG_MS };
    },
    /**
     * Claims a content. `new`: nobody had it. `own`: a turn of ours, or an earlier run. Both are held until `noteTaken` or
     * `giveBack`. `copy`: only a person may take it.
     */
    claim: (sha256: string, file: string): Promise<'new' | 'own' | 'other' | 'copy'> =>
      inTurn(sha256, async () => {
        const before = await find(sha256);
        const isNew = before === null && (await create(claimOf(sha256, file, 'claim')));
        // One that went away in between is left for the next look.
        const found = isNew ? null : (before ?? (await find(sha256)));
        if (found !== null && isOnlyCopy(found)) return 'copy';
        if (!isNew && !isOurs(found)) return 'other';
        const claim = isNew ? 'new' : 'own';
        hold(sha256, claim);
        return claim;
      }),
    /** Tells whether the claim is still ours: a person may have released it on another computer while this one slept. */
    isOurs: async (sha256: string): Promise<boolean> => isOurs(await find(sha256)),
    /** Notes in the claim that the submission is durable. */
    noteTaken: (sha256: string, file: string): Promise<void> =>
      inTurn(sha256, async () => {
        letGo(sha256, true);
        if (await noteInPlace(sha256)) return;
        const found = await find(sha256);
        // The claim of another computer says who else took the content.
        if (found === null) await replace(claimOf(sha256, file, 'taken'));
        else if (isOurs(found) && !found.taken) await replace({ ...found, sha256, taken: true });
      }),
    /** Says of a copy that a person takes it here, before anything is sent. False: another computer was faster. */
    takeCopy: (sha256: string): Promise<boolean> =>
      inTurn(sha256, async () => {
        await markCopy(sha256, true);
        const found = await find(sha256);
        const isTakenHere = isOurs(found) && found?.taken === true;
        if (isTakenHere) hold(sha256, 'copy');
        return isTakenHere;
      }),
    /** Leaves the claim of a content that was not taken as it was, once no other turn of ours holds it. */
    giveBack: (sha256: string): Promise<void> =>
      inTurn(sha256, async () => {
        const before = letGo(sha256, false);
        if (before === 'copy') await markCopy(sha256, false);
        const found = before === 'new' ? await find(sha256) : null;
        if (found !== null && isOurs(found) && !found.taken && !found.copy) await remove(sha256);
      }),
    /** Tells all computers that watch the folder. */
    noteCopy: (sha256: string, file: string): Promise<void> =>
      inTurn(sha256, async () => {
        if (await create(claimOf(sha256, file, 'copy'))) return;
        const found = await find(sha256);
        // What was taken before stays taken.
        if (found === null || !isOurs(found) || found.copy) return;
        await replace(found.taken ? { ...found, sha256, copy: true } : claimOf(sha256, file, 'copy'));
      }),
    /** Frees a content. One that another computer took becomes ours as taken, so that a person is asked before it goes. */
    release: (sha256: string): Promise<void> =>
      inTurn(sha256, async () => {
        const found = await find(sha256);
        if (found !== null && isOnlyCopy(found)) return;
        if (found?.taken !== true || isOurs(found)) return remove(sha256);
        await replace({ ...claimOf(sha256, found.file, 'taken'), at: found.at, copy: found.copy });
      }),
  };
}

export type Claims = ReturnType<typeof createClaims>;
