import type { Problem, ProblemKey } from '../../preload/contract/problem.ts';
import { sizeAgainst } from '../../shared/megabytes.ts';
import { isRefusedByMacOs } from '../platform/refused-by-macos.ts';
import type { Refusal } from './refusal.ts';

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);

/** Refusals whose sentence needs no values. */
const keys = {
  missing: 'file-missing',
  vanished: 'file-vanished',
  changed: 'file-modified',
  empty: 'file-empty',
  program: 'file-program',
  'old-office': 'file-old-office',
  'binary-workbook': 'file-binary-workbook',
  macros: 'file-macros',
  template: 'file-template',
  'password-protected': 'file-password',
  incomplete: 'file-incomplete',
  ambiguous: 'file-ambiguous',
  'unknown-type': 'file-unknown-type',
  mail: 'file-mail',
  'mail-empty': 'mail-empty',
  'mail-partly': 'mail-partly',
  'mail-unreadable': 'mail-unreadable',
  'no-permission': 'file-no-permission',
  locked: 'file-locked',
  unreadable: 'file-not-readable',
  'disk-full': 'spool-disk-full',
  'disk-read-only': 'spool-read-only',
  'disk-error': 'spool-disk-error',
  'not-recorded': 'not-recorded',
  stopped: 'stopped',
} as const satisfies Partial<Record<Refusal['kind'], ProblemKey>>;

/** Returns the sentence for a person whose file was refused. */
export function problemOfRefusal(refusal: Refusal, name: string, platform = process.platform): Problem {
  switch (refusal.kind) {
    case 'not-a-file':
      return { key: refusal.what === 'folder' ? 'file-folder' : 'file-special', params: { name } };
    case 'too-large':
      return { key: 'file-too-large', params: { name, ...sizeAgainst(refusal.size, refusal.limit) } };
    case 'mail-too-large':
      return { key: 'mail-too-large', params: { name, ...sizeAgainst(refusal.size, refusal.limit) } };
    case 'too-many':
      return { key: 'files-too-many', params: { name, limit: refusal.limit } };
    case 'spool-full':
      return { key: 'spool-full', params: { used: megabytes(refusal.used), limit: megabytes(refusal.limit) } };
    default: {
      if (refusal.kind === 'no-permission' && isRefusedByMacOs(refusal.code, platform))
        return { key: 'refused-by-macos', params: { name }, details: refusal.code };
      const details = 'code' in refusal ? refusal.code : 'reason' in refusal ? refusal.reason : undefined;
      return { key: keys[refusal.kind], params: { name }, ...(details === undefined ? {} : { details }) };
    }
  }
}
