import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import type { PracticeService } from '../../practice-service/practice-service.ts';
import { type Chance, createChance } from './random.ts';

const MINUTE = 60_000;

/** What a service may do to the names that it got. */
const renames: readonly ((name: string) => string)[] = [
  (name) => `  ${name.replaceAll(' ', '  ')} `,
  (name) => name.normalize('NFD'),
  (name) => name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('é', '&eacute;'),
  (name) => encodeURIComponent(name),
  (name) => (name.length > 11 ? `${name.slice(0, 4)}…${name.slice(-6)}` : name),
  (name) => name.replace(/\.pdf$/, ''),
];

type StrangeList = 'right' | 'short' | 'away' | 'lagging' | 'tied' | 'shifting';
type StrangeLook = 'right' | 'another' | 'forbidden' | 'missing' | 'long' | 'nobody';

export interface StrangeDeps {
  readonly seed: number;
  readonly service: PracticeService;
  readonly now: () => number;
  /** Documents of other programs. */
  readonly foreign: ReadonlySet<string>;
}

/**
 * A service that shows its documents in a strange way: what it lists, how it calls them, and what it answers to a look
 * at one. The names, their length and the spelling of ids stay, the rest ends with the bad weather.
 */
export function createStrangeService({ seed, service, now, foreign }: StrangeDeps) {
  const luck = createChance(seed ^ 0x12835b01);
  const lists = luck.of(0.15) ? luck.pick<StrangeList>(['short', 'away', 'lagging', 'tied', 'shifting']) : 'right';
  const looks = luck.of(0.12) ? luck.pick<StrangeLook>(['another', 'forbidden', 'missing', 'long', 'nobody']) : 'right';
  const rename = luck.of(0.1) ? (renames[luck.below(renames.length)] ?? null) : null;
  const respells = luck.of(0.08);
  const names = createChance(seed ^ 0x3c6ef372);
  /** Names are so long that an answer with more documents has 10 MB. */
  const mostInAnswer = names.of(0.3) ? names.between(55, 150) : Number.POSITIVE_INFINITY;
  const { options } = service;
  const saidGone = new Set<string>();
  const lastMissed = new Set<string>();
  let isOver = false;
  const list = showing(lists, { luck, now, foreign, isOver: () => isOver });
  options.views = {
    list: (found) => list(found),
    name: rename ?? options.views.name,
    id: (documentId) => (respells && luck.of(0.5) ? documentId.toUpperCase() : documentId),
  };
  // Nobody can tell that a document is missing if the list does not say how many there are.
  if (lists === 'short') options.overviewSize = 'total';
  // No service has pages so short that chance repeats the order of those that two pages share.
  if (lists === 'tied') options.overviewCap = createChance(seed ^ 0x243185be).between(21, 40);

  return {
    /** What this check shows may lack documents. */
    isListRight: () => isOver || lists === 'right' || lists === 'tied' || lists === 'shifting',
    list: lists,
    isTooLong: (documents: number) => documents > mostInAnswer,
    /** Looks may show no people where there are some. */
    hidesPeople: looks === 'nobody',
    /** How a look at this document is answered now. */
    lookAt(documentId: string): StrangeLook {
      if (isOver || looks === 'right' || luck.of(0.6)) return 'right';
      if (looks !== 'missing') return looks;
      // Nobody can tell what is missing twice in a row from what was deleted.
      const id = documentId.toLowerCase();
      if (!lastMissed.delete(id)) lastMissed.add(id);
      if (lastMissed.has(id)) saidGone.add(id);
      return lastMissed.has(id) ? 'missing' : 'right';
    },
    /** A look at it was answered as if it did not exist. */
    hasSaidGone: (documentId: string | null) => saidGone.has(documentId ?? ''),
    /** Another document of the same account. */
    otherThan(documentId: string): string | null {
      const owner = service.documents.find(documentId)?.owner;
      const others = service.documents.all().filter((one) => one.owner === owner && one.documentId !== documentId);
      return others[luck.below(others.length)]?.documentId ?? null;
    },
    end(): void {
      isOver = true;
    },
  };
}

interface ListDeps extends Pick<StrangeDeps, 'now' | 'foreign'> {
  readonly luck: Chance;
  readonly isOver: () => boolean;
}

type Documents = readonly PracticeDocument[];

function showing(kind: StrangeList, { luck, now, foreign, isOver }: ListDeps) {
  const deleted = new Set<string>();
  const as = (documents: Documents, size = documents.length) => ({ documents, size });
  return (found: Documents) => {
    if (kind === 'shifting') return as(found.filter((one) => !isDeleted(one)));
    if (isOver()) return as(found);
    switch (kind) {
      case 'short':
        // The newest document is the one that somebody looks for.
        return as(found.toSpliced(luck.of(0.8) ? 0 : luck.below(found.length), 1), found.length);
      case 'away':
        return luck.of(0.7) ? as([], luck.of(0.5) ? 0 : found.length) : as(found);
      case 'lagging':
        return as(found.filter(({ creationTime }) => creationTime < now() - 10 * MINUTE));
      case 'tied':
        return as(tied(found, luck));
      default:
        return as(found);
    }
  };

  /** Other programs delete drafts of theirs between two pages. */
  function isDeleted({ documentId }: PracticeDocument): boolean {
    if (!isOver() && foreign.has(documentId) && luck.of(0.03)) deleted.add(documentId);
    return deleted.has(documentId);
  }
}

/** Documents of one minute stand in another order in each answer. */
function tied(found: Documents, luck: Chance): Documents {
  const places = new Map(found.map((one) => [one, luck.next()]));
  const minute = ({ creationTime }: PracticeDocument) => Math.floor(creationTime / MINUTE);
  return found.toSorted((a, b) => minute(b) - minute(a) || (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

export type StrangeService = ReturnType<typeof createStrangeService>;
