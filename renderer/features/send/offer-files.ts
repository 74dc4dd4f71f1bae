import type { TFunction } from 'i18next';
import { limits } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { OfferedFile, OfferedFiles } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/** The refusal of something that was dropped, pasted or chosen. */
interface RefusedFile {
  readonly name: string;
  readonly problem: Problem;
}
export interface Refused extends RefusedFile {
  readonly key: string;
}

export const refusedAs = ({ name, problem }: RefusedFile): Refused => ({ key: crypto.randomUUID(), name, problem });

/**
 * Says how many things were not added. Of a mail that was read in part, what was found is there: only a document may be
 * missing. `form`: with or without files that are there.
 */
export function sayRefused(refused: readonly Refused[], form: 'refused' | 'notAdded', t: TFunction): string {
  const count = refused.filter(({ problem }) => problem.key !== 'mail-partly').length;
  return count === 0 ? t('send.mayMiss') : t(`send.${form}`, { count });
}

const tooMany = ({ name }: { readonly name: string }, limit: number): RefusedFile => ({
  name,
  problem: { key: 'files-too-many', params: { name, limit } },
});

interface Fitting {
  readonly files: readonly OfferedFile[];
  readonly refused: readonly Refused[];
}

/** Takes files until there are `most`, and refuses the others by name. */
export function fitting({ files, refused }: Omit<OfferedFiles, 'pathless'>, here: number, most: number): Fitting {
  const room = Math.max(0, most - here);
  const beyond = files.slice(room).map((file) => tooMany(file, most));
  return { files: files.slice(0, room), refused: [...refused, ...beyond].map(refusedAs) };
}

export interface Offered extends Omit<OfferedFiles, 'pathless'> {
  /** Files without a path on this computer, as a mail program drops them. */
  readonly pathless: readonly File[];
}

/** Shows dropped or pasted files to main. More than a sheet can hold are refused without a look. */
export async function offerFiles(given: readonly File[]): Promise<Offered> {
  const most = limits.filesAtOnce;
  const files = given.slice(0, most);
  const offered = await ask(bridge().files.offer({ files }));
  const beyond = given.slice(most).map((file) => tooMany(file, most));
  const pathless = offered.pathless.flatMap((at) => files[at] ?? []);
  return { files: offered.files, refused: [...offered.refused, ...beyond], pathless };
}
