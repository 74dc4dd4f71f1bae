import { errorCode } from '../files/error-code.ts';
/** The reason why a file was refused. Each kind has its own sentence. */
export type Refusal =
  | { readonly kind: 'missing' | 'vanished' | 'changed' | 'empty' }
  | { readonly kind: 'not-a-file'; readonly what: 'folder' | 'link' | 'pipe' | 'socket' | 'device' }
  | { readonly kind: 'too-large'; readonly size: number; readonly limit: number }
  | { readonly kind: ContentRefusal | MailRefusal }
  | { readonly kind: 'mail-too-large'; readonly size: number; readonly limit: number }
  | { readonly kind: 'no-permission' | 'locked' | 'unreadable'; readonly code: string }
  | { readonly kind: 'spool-full'; readonly used: number; readonly limit: number }
  | { readonly kind: SpoolFault; readonly code: string }
  | { readonly kind: 'not-recorded'; readonly reason: string }
  /** The drop has too many files: probably somebody dropped a whole disk. */
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
  | 'ambiguous'
  /** A mail, where nobody looks for the documents in it. */
  | 'mail'
  | 'unknown-type';

/** What a person must know of a mail whose documents were looked for. */
export type MailRefusal =
  | 'mail-empty'
  /** Something in it may be a document, but cannot be read. */
  | 'mail-partly'
  | 'mail-unreadable';

export type SpoolFault = 'disk-full' | 'disk-read-only' | 'disk-error';

/** A remark about a file that is taken all the same. */
export type Remark =
  | 'encrypted'
  | 'signed'
  | 'other-extension'
  | 'macros'
  | 'outside-content'
  | 'embedded-object'
  | 'starts-program'
  | 'script'
  /** The file could not be read whole. */
  | 'unchecked';

/** Returns the reason for a read error. `vanished`: the file existed when we looked at it first. */
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
