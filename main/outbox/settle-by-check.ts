import { createSlices } from '../slices.ts';
import type { Fact } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen } from '../tracking/reading.ts';

type Owners = Pick<OutboxStore, 'isOwned' | 'named'>;

type Checked = Extract<Fact, { readonly kind: 'checked' }>;

/**
 * The document of a recovered submission may be a started one. Until everything is read, it is not searched for: a draft
 * may be a repeated upload. Returns what the check means for it, or null for a submission that can be searched for.
 */
export function countOnly(submission: Submission, check: CheckSeen): Checked | 'nothing' | null {
  const { recovered, stage } = submission;
  if (!recovered || (check.whole && inDoubtSince(submission) <= check.askedAt)) return null;
  if (check.whole || stage.kind !== 'unclear') return 'nothing';
  const { documents, unreadable } = check;
  const nothing = { kind: 'checked', candidates: [], more: 0, contested: false, whole: false, undecided: 0 } as const;
  return { ...nothing, documents: documents.length, unreadable };
}

/** When the doubt arose. Not the last change: earlier checks of the same reading have changed the submission. */
export function inDoubtSince({ stage, reason, changedAt }: Submission): number {
  if (stage.kind === 'unclear') return stage.since;
  return reason?.kind === 'unsettled' ? reason.since : changedAt;
}

/** What was handed over while nobody was signed in has no account until somebody signs in. */
export function belongsTo({ account }: Submission, current: string | null): boolean {
  return account === current;
}

export function waitsForCheck({ stage, reason }: Submission): boolean {
  if (stage.kind === 'needs-you') return reason?.kind === 'unsettled';
  return stage.kind === 'unclear' && stage.step === 'upload' && !stage.looking && stage.candidates.length === 0;
}

/** While a submission is in doubt, a draft of its name may be its document. On hold it has none. */
const isSettled = ({ documentId, stage }: Submission) =>
  documentId !== null || stage.kind === 'done' || stage.kind === 'held';

/**
 * Drafts with the name of one of our uploads that belong to no submission: possible orphans. Thousands may have one name,
 * so its submissions are read once, and not at all while an `open` one is in doubt.
 */
export async function findPossibleOrphans(
  connectionId: string,
  check: CheckSeen,
  store: Owners,
  open: readonly Submission[],
): Promise<readonly string[]> {
  const isSent = (one: Submission) => one.firstSent !== null && belongsTo(one, check.account);
  const inDoubt = new Set(open.filter((one) => isSent(one) && !isSettled(one)).map(({ wish }) => nfc(wish.file.name)));
  const known = new Map<string, readonly Submission[]>();
  const slices = createSlices('parts');
  const found: string[] = [];
  for (const { documentId, name, status } of check.documents) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    const isDoubtful = inDoubt.has(nfc(name)) || inDoubt.has(nfc(plainName(name)));
    if (status !== 'draft' || isDoubtful || store.isOwned(documentId)) continue;
    const sent = known.get(name) ?? findByShownName(connectionId, name, store).filter(isSent);
    known.set(name, sent);
    if (sent.some(({ orphans }) => orphans.includes(documentId))) continue;
    if (sent.length > 0 && sent.every(isSettled)) found.push(documentId);
  }
  return found;
}

const nfc = (name: string) => name.normalize('NFC');

/** The name without the escapes of a multipart name, which some servers keep. */
const plainName = (shown: string) => shown.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** Submissions that the service shows under this name. */
export function findByShownName(
  connectionId: string,
  shown: string,
  store: Pick<OutboxStore, 'named'>,
): readonly Submission[] {
  const plain = plainName(shown);
  const found = store.named(connectionId, shown);
  return plain === shown ? found : [...found, ...store.named(connectionId, plain)];
}
