import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { errorCode } from '../error-code.ts';
import type { Computer } from './computer.ts';
import { markerFolder } from './file-names.ts';
import type { ClaimFact } from './file-plan.ts';
import { readUntrustedFile, type UntrustedFile } from './inside-folder.ts';

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

const mostBytes = 10_000;
/** A claim of another computer that is older calls a person: that computer may be gone. */
const LONG_MS = 24 * 60 * 60_000;

/**
 * A claim on a content lies in the folder itself, where every computer that watches it sees it. One is made before a file
 * is taken, and stays: it tells later that the content was taken, whatever happens to a journal. It goes by the content
 * and not by the name, because the same document may lie there under two names.
 */
export function createClaims(root: string, computer: Computer, now: () => number) {
  const claims = `${markerFolder}/claims`;
  const folder = join(root, claims);
  const nameOf = (sha256: string) => `${sha256}.claim`;
  /** The name of a claim of ours before it has its own. */
  const stagedName = (sha256: string) => `${sha256}.${computer.id}.tmp`;
  const pathOf = (sha256: string) => join(folder, nameOf(sha256));
  const readBy = (name: string) => readUntrustedFile(root, `${claims}/${name}`, mostBytes);

  /** Null: there is none. */
  async function find(sha256: string): Promise<Claim | 'unreadable' | null> {
    const found = await readBy(nameOf(sha256));
    if (found.kind === 'none') return null;
    return read(found) ?? (await finish(sha256)) ?? 'unreadable';
  }

  const read = (found: UntrustedFile): Claim | null =>
    claimed.safeParse(found.kind === 'text' ? parseJson(found.text) : null).data ?? null;

  /** An earlier run of ours may have ended between the name of a claim and its content: what it meant lies beside it. */
  async function finish(sha256: string): Promise<Claim | null> {
    const meant = read(await readBy(stagedName(sha256)));
    if (meant === null || meant.computer !== computer.id) return null;
    await rename(join(folder, stagedName(sha256)), pathOf(sha256));
    return meant;
  }

  /** Writes and flushes a claim under a temporary name. Synchronisers remove the folder of claims while it is empty. */
  async function stage(claim: Claim, name: string): Promise<string> {
    const path = join(folder, name);
    const file = await open(path, 'w').catch(async (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      await mkdir(folder);
      return open(path, 'w');
    });
    try {
      await file.writeFile(JSON.stringify(claim));
      await file.datasync();
    } finally {
      await file.close();
    }
    return path;
  }

  const claimOf = (sha256: string, file: string, as: 'claim' | 'taken' | 'copy'): Claim => {
    const { id, name, user } = computer;
    return { computer: id, name, user, at: now(), file, sha256, taken: as === 'taken', copy: as === 'copy' };
  };

  /** Creates the claim whole and only if there is none. False: there is one. */
  async function create(claim: Claim): Promise<boolean> {
    const staged = await stage(claim, stagedName(claim.sha256));
    try {
      await link(staged, pathOf(claim.sha256));
      return true;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return false;
      if (!withoutLinks.has(code)) throw error;
      return await createDirectly(claim);
    } finally {
      await unlink(staged).catch(() => undefined);
    }
  }

  /** FAT and some network drives know no links. Others may see an empty claim for a moment, which counts as one. */
  async function createDirectly(claim: Claim): Promise<boolean> {
    try {
      const file = await open(pathOf(claim.sha256), 'wx');
      try {
        await file.writeFile(JSON.stringify(claim));
        await file.datasync();
      } finally {
        await file.close();
      }
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async function ageOf(path: string): Promise<{ at: number; isOld: boolean }> {
    const at = await lstat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now(),
    );
    return { at, isOld: now() - at > LONG_MS };
  }

  return {
    async look(sha256: string): Promise<ClaimFact> {
      const found = await find(sha256);
      if (found === null) return { kind: 'none' };
      if (found === 'unreadable') return { kind: 'other', by: '?', ...(await ageOf(pathOf(sha256))) };
      if (found.copy) return { kind: 'copy', at: found.at };
      if (found.computer === computer.id) return { kind: 'own', taken: found.taken, at: found.at };
      const by = found.user === '' ? found.name : `${found.name} (${found.user})`;
      return { kind: 'other', by, at: found.at, isOld: now() - found.at > LONG_MS };
    },
    /** `new`: nobody had it. `own`: an earlier run of ours. `other`: another computer has it. */
    async claim(sha256: string, file: string): Promise<'new' | 'own' | 'other'> {
      const before = await find(sha256);
      if (before === null && (await create(claimOf(sha256, file, 'claim')))) return 'new';
      const found = before ?? (await find(sha256));
      // It went away in between: leave it for the next look.
      return found !== null && found !== 'unreadable' && found.computer === computer.id ? 'own' : 'other';
    },
    /** The submission is durable. */
    async noteTaken(sha256: string, file: string): Promise<void> {
      await rename(await stage(claimOf(sha256, file, 'taken'), `${randomUUID()}.tmp`), pathOf(sha256));
    },
    /** Tells all computers that watch the folder. */
    async noteCopy(sha256: string, file: string): Promise<void> {
      if (await create(claimOf(sha256, file, 'copy'))) return;
      const found = await find(sha256);
      const isOurs = found !== null && found !== 'unreadable' && found.computer === computer.id && !found.taken;
      if (isOurs) await rename(await stage(claimOf(sha256, file, 'copy'), `${randomUUID()}.tmp`), pathOf(sha256));
    },
    async release(sha256: string): Promise<void> {
      const found = await find(sha256);
      if (found !== null && found !== 'unreadable' && found.copy) return;
      await unlink(pathOf(sha256)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    },
  };
}

const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'UNKNOWN']);

export type Claims = ReturnType<typeof createClaims>;
