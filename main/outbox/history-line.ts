import { z } from 'zod';
import { problem } from '../../preload/contract/problem.ts';
import { type HistoryLine, submissionCommandKind, submissionStep } from '../../preload/contract/submission.ts';
import { problemOfNote } from './problem-of-reason.ts';

const trouble = z.object({ kind: z.string(), details: z.string(), problem: problem.exactOptional() });

/** The content of an event. Fields that another version wrote differently are left out. */
const kept = z.object({
  fact: z.object({
    kind: z.string(),
    answer: z
      .union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), trouble })])
      .nullish()
      .catch(null),
    command: z.object({ kind: z.string() }).nullish().catch(null),
  }),
  stage: z.object({
    kind: z.string(),
    step: submissionStep.nullish().catch(null),
    as: z.string().nullish().catch(null),
  }),
  documentId: z.string().nullish().catch(null),
});
type Kept = z.infer<typeof kept>;

interface Event {
  readonly seq: number;
  readonly at: number;
  readonly content: string;
}

const plain = [
  'accepted',
  'recovered',
  'reconnected',
  'restarted',
  'clock-set-back',
  'clock-moved',
  'slept',
  'connection-ready',
  'checked',
  'orphan',
  'orphan-gone',
  'finished',
  'listed-as-draft',
] as const;
const isPlain = (kind: string): kind is (typeof plain)[number] => plain.some((one) => one === kind);

const whatWorked = {
  upload: 'uploaded',
  'add-signee': 'signee-added',
  compare: 'compared',
  start: 'started',
  update: 'updated',
  withdraw: 'withdrawn',
  delete: 'deleted',
} as const satisfies Record<NonNullable<HistoryLine['step']>, HistoryLine['kind']>;

function kindOfLook({ stage }: Kept, step: HistoryLine['step'], looking: boolean): HistoryLine['kind'] {
  if (stage.kind === 'needs-you') return 'differs';
  if (!looking) return 'compared';
  if (stage.as === 'started' || stage.as === 'withdrawn' || stage.as === 'deleted') return stage.as;
  return step === 'upload' && stage.kind === 'ready' ? 'uploaded' : 'looked';
}

/** Turns the events of one submission into lines for a person, oldest first. */
export function toHistoryLines(events: readonly Event[], host: string): HistoryLine[] {
  let step: HistoryLine['step'] = null;
  let looking = false;
  const lines: HistoryLine[] = [];
  for (const { seq, at, content } of events) {
    const read = kept.safeParse(JSON.parse(content));
    if (!read.success) continue;
    const { fact, stage, documentId = null } = read.data;
    const failure = fact.answer?.ok === false ? problemOfNote(fact.answer.trouble, host) : null;
    const line = (kind: HistoryLine['kind'], more: Partial<HistoryLine> = {}) =>
      lines.push({ seq, at, kind, step, command: null, problem: failure, ...more });
    // The check led to the document of an upload in doubt.
    const isFound = fact.kind === 'checked' && stage.kind === 'ready' && stage.step !== 'upload';
    if (fact.kind === 'accepted' && documentId !== null) line('draft-completed', { step: stage.step ?? null });
    else if (isFound) line('uploaded', { step: 'upload' });
    else if (fact.kind === 'replaced') line(stage.kind === 'held' ? 'overtaken' : 'replaced');
    else if (isPlain(fact.kind)) line(fact.kind, { step: stage.step ?? null });
    else if (fact.kind === 'command' && fact.command?.kind !== 'claim')
      line('asked', { step: null, command: submissionCommandKind.safeParse(fact.command?.kind).data ?? null });
    else if (fact.kind === 'due') {
      if (stage.kind !== 'calling' && stage.kind !== 'unclear') continue;
      step = stage.step ?? null;
      looking = stage.kind === 'unclear';
      if (!looking) line('began', { step });
    } else if (failure && step === 'delete' && fact.kind === 'seen' && (stage.kind === 'done' || stage.kind === 'held'))
      line('deleted', { problem: null });
    else if (failure) line(stage.kind === 'unclear' ? 'unclear' : 'failed');
    else if (fact.kind === 'seen') line(kindOfLook(read.data, step, looking));
    // The service has accepted a withdrawal, and we look whether it is one.
    else if (step !== null && stage.kind !== 'unclear') line(whatWorked[step]);
  }
  return lines;
}
