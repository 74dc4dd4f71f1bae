import { type SignatureMode, signatureModes, strongerMode } from './signature-modes.ts';

type Law = 'zertes' | 'eidas';

/** The demands of a PDF on its own signing, as the service reads them. Null: it says nothing. */
export interface FileWishes {
  readonly mode: string | null;
  readonly jurisdiction: string | null;
  readonly authority: string | null;
  /** The people may attach files. */
  readonly attachments: boolean;
  readonly signWithin: string | null;
  readonly reminder: string | null;
  readonly observers: readonly string[];
  readonly fields: readonly FieldWish[];
  /** The document itself states all this. The service also names what is usual. */
  readonly isStated?: boolean;
}

interface FieldWish {
  readonly email: string | null;
  /** `signature`, or another word. */
  readonly type: string | null;
  readonly isSealed: boolean;
}

interface Chosen {
  readonly mode: SignatureMode;
  readonly jurisdiction: Law;
}

type Authorities = Readonly<Record<Law, readonly string[]>>;
/** The authorities that the account may use for each signature. Null: unknown. */
export type UsableAuthorities = { readonly advanced: Authorities; readonly qualified: Authorities } | null;

/** The demand of a PDF that its choices do not meet. */
export interface FileDemand {
  readonly what:
    | 'stronger'
    | 'unknown-mode'
    | 'law'
    | 'authority'
    | 'attachments'
    | 'deadline'
    | 'reminder'
    | 'seal'
    | 'nobody'
    | 'observers';
  readonly value: string;
}

/** The longest value that a person would read. */
const LONGEST_VALUE = 200;

/** Tells whether a signature is the one that the service names for a file that asks for none. */
const isUsual = (mode: string | null) => mode === null || mode === 'timestamp';

function modeDemand({ mode }: FileWishes, chosen: Chosen): FileDemand | null {
  const stronger = strongerMode(mode, chosen.mode);
  if (stronger !== null) return { what: 'stronger', value: stronger };
  const isKnown = mode === null || signatureModes.some((one) => one === mode);
  return isKnown ? null : { what: 'unknown-mode', value: mode };
}

function lawDemand({ mode, jurisdiction, isStated }: FileWishes, chosen: Chosen): FileDemand | null {
  // The service names Swiss law also for a file that asks for nothing.
  if (jurisdiction === null || (!isStated && isUsual(mode) && jurisdiction === 'zertes')) return null;
  return jurisdiction === chosen.jurisdiction ? null : { what: 'law', value: jurisdiction };
}

function authorityDemand(
  { mode, authority, isStated }: FileWishes,
  chosen: Chosen,
  usable: UsableAuthorities,
): FileDemand | null {
  // A simple signature identifies nobody, but the service names an authority all the same.
  if (authority === null || (!isStated && isUsual(mode))) return null;
  const open = chosen.mode === 'timestamp' ? [] : (usable?.[chosen.mode][chosen.jurisdiction] ?? []);
  return open.length > 0 && open.every((one) => one === authority) ? null : { what: 'authority', value: authority };
}

/**
 * Counts everybody whom the service would ask or inform: also observers, and people named by fields of the document.
 */
export function countParticipants(
  people: readonly { readonly email: string }[],
  { fields, observers }: Pick<FileWishes, 'fields' | 'observers'>,
): number {
  const all = [...people, ...fields].map(({ email }) => (email ?? '').trim().toLowerCase());
  return new Set(all.filter((email) => email !== '')).size + observers.length;
}

/** Returns everything that a PDF asks for and that its choices do not give. The most important comes first. */
export function unmetDemands(wishes: FileWishes, chosen: Chosen, usable: UsableAuthorities): readonly FileDemand[] {
  const { attachments, signWithin, reminder, observers, fields } = wishes;
  const count = (fits: (field: FieldWish) => boolean) => fields.filter(fits).length;
  const blank = count(({ email }) => email === null || email.trim() === '');
  const sealed = count(({ type, isSealed }) => isSealed || (type !== null && type !== 'signature'));
  const found: readonly (FileDemand | null)[] = [
    modeDemand(wishes, chosen),
    lawDemand(wishes, chosen),
    authorityDemand(wishes, chosen, usable),
    blank === 0 ? null : { what: 'nobody', value: String(blank) },
    sealed === 0 ? null : { what: 'seal', value: String(sealed) },
    observers.length === 0 ? null : { what: 'observers', value: observers.join(', ') },
    attachments ? { what: 'attachments', value: '' } : null,
    signWithin === null ? null : { what: 'deadline', value: signWithin },
    reminder === null ? null : { what: 'reminder', value: reminder },
  ];
  return found.filter((one) => one !== null).map(({ what, value }) => ({ what, value: value.slice(0, LONGEST_VALUE) }));
}
