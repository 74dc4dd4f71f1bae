import { errorCode } from '../error-code.ts';
/** Why a file was not taken. Each kind is a sentence of its own for the person who offered it. */
export type Refusal =
  | { readonly kind: 'missing' | 'vanished' | 'changed' | 'empty' }
  | { readonly kind: 'not-a-file'; readonly what: 'folder' | 'link' | 'pipe' | 'socket' | 'device' }
  | { readonly kind: 'too-large'; readonly size: number; readonly limit: number }
  | { readonly kind: ContentRefusal }
  | { readonly kind: 'no-permission' | 'locked' | 'unreadable'; readonly code: string }
  | { readonly kind: 'spool-full'; readonly used: number; readonly limit: number }
  | { readonly kind: SpoolFault; readonly code: string }
  | { readonly kind: 'not-recorded'; readonly reason: string }
  /** More files than one drop may hold: a whole disk, most likely. */
  | { readonly kind: 'too-many'; readonly limit: number }
  | { readonly kind: 'stopped' };

export type ContentRefusal =
  | 'program'
  | 'old-office'
  | 'binary-workbook'
  | 'macros'
  | 'template'
  | 'password-protected'
  | 'incomplete'
  | 'unknown-type';

/** What the disk under the spool may answer. */
export type SpoolFault = 'disk-full' | 'disk-read-only' | 'disk-error';

/** Worth telling, no reason to refuse. */
export type Remark = 'encrypted' | 'signed' | 'other-extension';

/** A file that cannot be read. Between the first look and this one it existed. */
export function refusalOfSource(error: unknown): Refusal {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
      return { kind: 'vanished' };
    case 'ELOOP':
      return { kind: 'not-a-file', what: 'link' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'no-permission', code };
    case 'EBUSY':
    case 'EAGAIN':
    case 'ETXTBSY':
      return { kind: 'locked', code };
    default:
      return { kind: 'unreadable', code };
  }
}

export function refusalOfSpool(error: unknown): Refusal {
  const code = errorCode(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return { kind: 'disk-full', code };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { kind: 'disk-read-only', code };
    default:
      return { kind: 'disk-error', code };
  }
}
