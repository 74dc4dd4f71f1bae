import type { TFunction } from 'i18next';
import type { FileState, MissingPart } from './missing-parts.ts';

const people: readonly string[] = ['no-signees', 'pending'] satisfies MissingPart['kind'][];

/** Says how many files are ready, and what the others need. */
export function filesSummary(states: readonly FileState[], missing: readonly MissingPart[], t: TFunction): string {
  const going = states.filter((state) => state !== 'left-out');
  const inCommon = missing.some(({ kind }) => people.includes(kind));
  const needsPeople = (state: FileState) => state === 'no-signees' || (state === 'common' && inCommon);
  const count = (is: (state: FileState) => boolean) => going.filter(is).length;
  const ready = count((state) => state === 'ready');
  const lacking = count(needsPeople);
  // A file that waits only for a choice for all of them has no fault of its own: the foot of the sheet names the choice.
  const inOrder = count((state) => state === 'common' && !inCommon);
  // The foot names every other fault.
  const others = count((state) => state === 'needs-password' || state === 'not-shown');
  const isKnown = ready > 0 || inOrder > 0 || (lacking === 0 && going.some((state) => state !== 'checking'));
  return [
    isKnown && t('send.readyOf', { count: ready, all: going.length }),
    lacking > 0 && t('send.needPeople', { count: lacking }),
    others > 0 && t('send.toCheck', { count: others }),
  ]
    .filter(Boolean)
    .join(' · ');
}
