import { copyNameParts } from '../../preload/contract/copy-name.ts';
import { safeStem } from '../files/safe-name.ts';
import type { ContentKind } from '../intake/content.ts';

/** Removes the ending that says what kind of file it is. */
export function withoutEnding(name: string): string {
  return name.replace(/\.(?:pdf|docx|xlsx)$/i, '');
}

/** Returns the day in local time, so that the name agrees with the calendar on the wall. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export interface NamedDocument {
  readonly id: string;
  readonly name: string;
  readonly completedAt: number;
  readonly kind: ContentKind;
  /** Their names, or their addresses. */
  readonly people: readonly string[];
  /** The name of the profile that it was sent with. Empty: none. */
  readonly profile: string;
  /** The end of a document that was not signed. The name of the copy tells it, whatever the pattern has. */
  readonly ended?: string;
}

const part = new RegExp(`\\{(${copyNameParts.join('|')})\\}`, 'g');
const FIRST_PEOPLE = 3;

function peopleText(people: readonly string[]): string {
  const more = people.length - FIRST_PEOPLE;
  return [...people.slice(0, FIRST_PEOPLE), ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

/** Splits a pattern at its first slash into the folder and the name. */
function halvesOf(pattern: string): readonly [folder: string, name: string] {
  const slash = pattern.indexOf('/');
  return slash < 0 ? ['', pattern] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
}

/** Returns the sub-folder for a copy, or an empty text. Only the profile is known before the document is. */
export function copyFolder(pattern: string, profile: string): string {
  const filled = halvesOf(pattern)[0].replace(part, (_whole, key: string) => (key === 'profile' ? profile : ''));
  return filled.trim() === '' ? '' : safeStem(filled);
}

/** Builds the name of a saved copy from the pattern. `number` makes another name when the first one is taken. */
export function copyName(pattern: string, document: NamedDocument, number = 1): string {
  const { id, name, completedAt, kind, people, profile, ended } = document;
  const values: Readonly<Record<string, string>> = {
    date: dayOf(completedAt),
    name: withoutEnding(name),
    people: peopleText(people),
    profile,
    id: id.slice(0, 8),
  };
  const filled = halvesOf(pattern)[1].replace(part, (_whole, key: string) => values[key] ?? '');
  const ending = ended === undefined ? '' : ` (${safeStem(ended)})`;
  const stem = `${safeStem(filled, undefined, Buffer.byteLength(ending))}${ending}`;
  return `${number === 1 ? stem : `${stem} (${number})`}.${kind}`;
}
