/** What `npm run torture` is made of. */
export const parts = [
  'planted',
  'seeds',
  'folders',
  'crashes',
  'restores',
  'documents',
  'names',
  'kills',
  'shared',
  'uploads',
] as const;

export type Part = (typeof parts)[number];

/** Numbers of stories and of what went wrong in them, by name. */
export type Counts = Readonly<Record<string, number>>;

/** What has to be 0. */
export const wrong = {
  lost: 0,
  startedTwice: 0,
  /** Documents started without Send, with outdated signees or from another account. */
  notAsked: 0,
  breaches: 0,
  /** Signed documents without a copy on this computer and without a word to the person. */
  unsaved: 0,
  other: 0,
};

/** A folder took a document for whom, or while, nobody asked for it. */
const toOthers = /no longer (?:named|held)|nobody confirmed|another account|from outside|while it was open/;

export function kindOf(problem: string): keyof typeof wrong {
  if (/ lost$|it is lost|was destroyed$/.test(problem)) return 'lost';
  if (toOthers.test(problem) || problem.startsWith('notAsked')) return 'notAsked';
  if (/was taken \d+ times|is a signed copy and was taken/.test(problem)) return 'startedTwice';
  if (/was started \d+ times|started \d+ times for/.test(problem)) return 'startedTwice';
  if (problem.startsWith('breach ')) return 'breaches';
  return problem.startsWith('unsaved') ? 'unsaved' : 'other';
}

/** Adds the counts by name. */
export function sum(counts: Iterable<Counts>): Record<string, number> {
  const all: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) all[name] = (all[name] ?? 0) + count;
  return all;
}
