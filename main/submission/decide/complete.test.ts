import { expect, test } from 'vitest';
import type { Command, Fact, Seen } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { sampleSubmission } from '../testing/sample-submission.ts';
import { completeForeign } from './command.ts';
import { decide } from './decide.ts';

type Complete = Extract<Command, { kind: 'complete' }>;

const anna = { email: 'anna@muster.ch', order: 0 };
const beat = { email: 'beat@muster.ch', order: 1 };
const carl = { email: 'carl@muster.ch', order: 2 };
const file = { sha256: null, size: 0, name: 'Lease.pdf', type: 'application/pdf' } as const;
const wish = { ...sampleSubmission('s1').wish, file, signees: [] };
const given = { id: 's1', connectionId: 'c1', account: 'u1', origin: 'interactive', wish } as const;
const PRESSED = 1_000;
const SENT = 11_000;
const command: Complete = {
  kind: 'complete',
  shown: { alias: 'Web', comment: '', observers: [] },
  name: file.name,
  mode: wish.mode,
  jurisdiction: wish.jurisdiction,
  present: [anna],
  added: [beat],
  alias: 'Muster AG',
  comment: 'Please sign',
  startAfter: SENT,
};

const draft: Seen = {
  documentId: 'd1',
  status: 'draft',
  name: 'Lease.pdf',
  type: 'application/pdf',
  mode: wish.mode,
  jurisdiction: wish.jurisdiction,
  alias: 'Web',
  comment: null,
  sha256: null,
  createdAt: 0,
  signees: [anna],
};

/** The service with one document, which others may change at any time. Null: it has none. */
function serviceWith(document: Seen | null = draft) {
  const service = { document, calls: [] as string[], answer };
  const gone = { kind: 'not-found', certainty: 'permanent', details: '', status: 404, forAPerson: false } as const;
  function answer({ stage, wish: { alias, comment, signees }, signeesAdded }: Submission): Fact {
    const now = service.document;
    const name = 'step' in stage && stage.kind === 'calling' ? stage.step : 'look';
    service.calls.push(name);
    if (name === 'look' || name === 'compare') {
      const found = now === null ? ({ ok: false, trouble: gone } as const) : ({ ok: true, value: now } as const);
      return { kind: 'seen', documentId: 'd1', skewMs: 0, answer: found };
    }
    if (now === null || now.status !== 'draft') {
      const refused = now === null ? gone : ({ ...gone, kind: 'conflict', status: 409 } as const);
      return { kind: 'called', answer: { ok: false, trouble: refused } };
    }
    const { email = '', order = 0 } = signees[signeesAdded] ?? {};
    if (name === 'update') service.document = { ...now, alias, comment };
    if (name === 'add-signee') service.document = { ...now, signees: [...now.signees, { email, order }] };
    if (name === 'delete') service.document = null;
    if (name === 'start') service.document = { ...now, status: 'in-progress' };
    return { kind: 'called', answer: { ok: true, value: null } };
  }
  return service;
}

const apply = (submission: Submission, fact: Fact, now: number): Submission =>
  decide(submission, fact, { now, roll: () => 0 })?.submission ?? submission;

/** Takes all turns that are due then. `meanwhile`: others act after this call. */
function turn(
  submission: Submission,
  service: ReturnType<typeof serviceWith>,
  now = SENT,
  meanwhile: Readonly<Record<string, () => void>> = {},
): Submission {
  let known = submission;
  for (let turns = 0; turns < 50; turns += 1) {
    const decided = decide(known, { kind: 'due', skewMs: 0 }, { now, roll: () => 0 });
    if (decided === null) return known;
    known = decided.submission;
    if (decided.effects.length === 0) continue;
    const fact = service.answer(known);
    meanwhile[service.calls.at(-1) ?? '']?.();
    known = apply(known, fact, now);
  }
  throw new Error(`It never rests: ${service.calls.join(', ')}`);
}

function foreign(patch: Partial<Complete> = {}): Submission {
  const made = completeForeign(given, 'd1', { ...command, ...patch }, { now: PRESSED, roll: () => 0 });
  if (made === null) throw new Error('It cannot be sent.');
  return made;
}

const began = foreign();
const complete = { kind: 'command', command } as const;

test('a draft of elsewhere stays untouched while Undo is possible; then it is compared, completed, compared and started', () => {
  const service = serviceWith();
  expect(began).toMatchObject({ revision: 1, documentId: 'd1', signeesAdded: 1, goal: 'send', uploadedAt: null });
  const waiting = turn(began, service, SENT - 1);
  expect([waiting, service.calls]).toEqual([began, []]);
  const sent = turn(waiting, service);
  expect(service.calls).toEqual(['compare', 'update', 'add-signee', 'compare', 'start']);
  expect(sent).toMatchObject({ stage: { kind: 'done', as: 'started' }, signeesAdded: 2 });
  expect(service.document).toMatchObject({ alias: 'Muster AG', comment: 'Please sign', signees: [anna, beat] });
});

test('a draft to which nothing is added is compared once and started', () => {
  const service = serviceWith();
  turn(foreign({ added: [], alias: 'Web', comment: '' }), service);
  expect(service.calls).toEqual(['compare', 'start']);
});

test.each([{ observers: ['dora@muster.ch', 'carl@muster.ch'] }, {}])('people in copy are as shown: %j', (shown) => {
  const service = serviceWith({ ...draft, observers: ['Carl@muster.ch', 'dora@muster.ch'] });
  turn(foreign({ shown: { alias: 'Web', comment: '', ...shown } }), service);
  expect(service.calls.at(-1)).toBe('start');
});

const changes: readonly (readonly [string, Partial<Seen>])[] = [
  ['signees', { signees: [anna, carl] }],
  ['signees', { signees: [] }],
  ['signees', { signees: [anna, {}] }],
  ['alias', { alias: 'Somebody else' }],
  ['comment', { comment: 'Another comment' }],
  ['mode', { mode: 'timestamp' }],
  ['jurisdiction', { jurisdiction: 'eidas' }],
  ['name', { name: 'Other.pdf' }],
  ['observers', { observers: ['carl@muster.ch'] }],
  ['status', { status: 'in-progress' }],
];

test.each(changes)(
  'what is not as the person was shown it is held back, and nothing of it changes: %s',
  (what, change) => {
    const service = serviceWith({ ...draft, ...change });
    const held = turn(began, service);
    expect(held).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind: 'differs', differences: [{ what }] } });
    expect(service.calls).toEqual(['compare']);
    // Another try compares anew, and adds nobody to what is another draft now.
    const again = turn(apply(held, { kind: 'command', command: { kind: 'retry' } }, SENT), service);
    expect(again.stage.kind).toBe('needs-you');
    expect(new Set(service.calls)).toEqual(new Set(['compare']));
  },
);

test.each([
  ['alias', { alias: null }],
  ['comment', { comment: null }],
] as const)('a word that others have removed is not sent as if it were there: %s', (what, changed) => {
  const words = { alias: 'Web', comment: 'Pay 100' };
  const service = serviceWith({ ...draft, ...words, ...changed });
  const held = turn(foreign({ shown: words, ...words, added: [] }), service);
  expect(held.reason).toEqual({ kind: 'differs', differences: [{ what, wanted: words[what], found: '' }] });
  expect(service.calls).toEqual(['compare']);
});

test.each([
  ['name', { name: 'Other.pdf' }],
  ['mode', { mode: 'timestamp' }],
  ['jurisdiction', { jurisdiction: 'eidas' }],
] as const)('a draft that others gave another %s is sent as the person is shown it then', (_what, changed) => {
  const service = serviceWith({ ...draft, ...changed });
  const held = turn(began, service);
  expect(held).toMatchObject({ reason: { kind: 'differs' } });
  const again = apply(held, { kind: 'command', command: { ...command, ...changed } }, SENT);
  const { name: renamed = file.name, ...kind } = { name: undefined, ...changed };
  expect(again.wish).toMatchObject({ ...kind, file: { name: renamed } });
  expect(turn(again, service).stage).toEqual({ kind: 'done', as: 'started' });
});

// One without an address may be the person who was added, and a draft with all of them may be started by anybody.
const meanwhile = changes.filter(([what, { signees }]) => what !== 'status' && signees?.length !== 2);

test.each([...meanwhile, ['signees', { signees: [anna, carl] }]] as const)(
  'a change by others while it is completed is held back: %s',
  (what, change) => {
    const service = serviceWith();
    const others = () => {
      if (service.document) service.document = { ...service.document, ...change };
    };
    const held = turn(began, service, SENT, { 'add-signee': others });
    expect(held).toMatchObject({ reason: { kind: 'differs' } });
    expect(held.reason?.kind === 'differs' && held.reason.differences.map((one) => one.what)).toContain(what);
    expect(service.calls).not.toContain('start');
  },
);

test('a draft that somebody started without the added people is never called sent', () => {
  const service = serviceWith();
  const start = () => {
    if (service.document) service.document = { ...service.document, status: 'in-progress' };
  };
  const held = turn(began, service, SENT, { update: start });
  expect(held.stage.kind).toBe('needs-you');
  const lost = turn(apply(began, { kind: 'recovered' }, SENT), serviceWith({ ...draft, status: 'in-progress' }));
  expect(lost.stage.kind).toBe('needs-you');
  // Nor after another look at it.
  const again = apply(lost, { kind: 'command', command: { kind: 'retry' } }, SENT);
  expect(turn(again, serviceWith({ ...draft, status: 'in-progress' })).stage.kind).toBe('needs-you');
  const other = { status: 'in-progress', signees: [anna, beat] } as const;
  for (const words of [{ comment: 'Please sign' }, { alias: 'Muster AG', comment: 'Theirs' }]) {
    const found = turn(apply(began, { kind: 'recovered' }, SENT), serviceWith({ ...draft, ...other, ...words }));
    expect(found.stage.kind).toBe('needs-you');
  }
  const ours = { ...draft, ...other, alias: 'Muster AG', comment: 'Please sign' };
  expect(turn(apply(began, { kind: 'recovered' }, SENT), serviceWith(ours)).stage).toMatchObject({ as: 'started' });
});

test('a person who stops after others have started the draft sees it running, with the people who were asked', () => {
  const running = serviceWith({ ...draft, status: 'in-progress' });
  const held = turn(began, running);
  const stopped = apply(held, { kind: 'command', command: { kind: 'cancel' } }, SENT);
  const ended = turn(stopped, running);
  expect(ended).toMatchObject({ stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } });
  expect(ended.wish).toMatchObject({ alias: 'Web', comment: '', signees: [anna] });
  // It can be withdrawn from here.
  expect(apply(ended, { kind: 'command', command: { kind: 'withdraw' } }, SENT).stage.kind).toBe('ready');
  // Deleted since, nothing is left to ask about.
  const gone = serviceWith(null);
  const deleted = turn(turn(turn(stopped, gone), gone, SENT + 10 * 60_000), gone, SENT + 60 * 60_000);
  expect(deleted.stage).toEqual({ kind: 'done', as: 'deleted' });
});

test('two computers that complete the same draft at once start nothing that has a person twice', () => {
  const service = serviceWith();
  const other = () => {
    if (service.document) service.document = { ...service.document, signees: [...service.document.signees, beat] };
  };
  expect(turn(began, service, SENT, { compare: other }).reason?.kind).toBe('differs');
  expect(service.calls).not.toContain('start');
});

test('Undo leaves the draft as it was, and keeps what was chosen', () => {
  const undone = apply(began, { kind: 'command', command: { kind: 'undo' } }, SENT - 1);
  expect(undone).toMatchObject({
    stage: { kind: 'done', as: 'draft' },
    goal: 'hold',
    documentId: 'd1',
    cancelled: false,
  });
  expect(undone.wish.signees).toEqual([anna, beat]);
  // People see who would be asked before they send it.
  expect(
    decide(undone, { kind: 'command', command: { kind: 'send', startAfter: 0 } }, { now: SENT, roll: () => 0 }),
  ).toBeNull();
  const service = serviceWith();
  expect(turn(apply(undone, complete, SENT), service)).toMatchObject({ stage: { as: 'started' } });
});

test.each(['compare', 'update', 'add-signee'] as const)(
  'stopped at %s, the draft stays, and nothing is deleted',
  (step) => {
    const service = serviceWith();
    let known = apply({ ...began, startAfter: 0 }, { kind: 'due', skewMs: 0 }, SENT);
    for (let turns = 0; turns < 50 && !(known.stage.kind === 'calling' && known.stage.step === step); turns += 1)
      known =
        known.stage.kind === 'calling'
          ? apply(known, service.answer(known), SENT)
          : apply(known, { kind: 'due', skewMs: 0 }, SENT);
    const cancelled = apply(known, { kind: 'command', command: { kind: 'cancel' } }, SENT);
    expect(cancelled.cancelled).toBe(true);
    const ended = turn(apply(cancelled, service.answer(cancelled), SENT), service);
    expect(ended).toMatchObject({ stage: { kind: 'done', as: 'draft' }, goal: 'hold', cancelled: false });
    // What was being done when the person stopped is known.
    expect(ended.signeesAdded).toBe(service.document?.signees.length);
    expect(service.calls).not.toContain('delete');
  },
);

test('after an older journal nothing is started, whoever pressed Send', () => {
  const service = serviceWith({ ...draft, signees: [anna, beat] });
  const recovered = apply(began, { kind: 'recovered' }, SENT);
  // Other drafts of its name are no uploads of ours.
  expect(recovered.firstSent).toBeNull();
  const rests = turn(recovered, service);
  expect(rests).toMatchObject({
    stage: { kind: 'done', as: 'draft' },
    goal: 'hold',
    signeesAdded: 2,
    recovered: false,
  });
  expect(service.calls).toEqual(['look']);
});

test.each([
  ['sender', { goal: 'hold' }, { alias: 'Legal' }],
  ['sender of a wanted draft', { goal: 'draft' }, { alias: 'Legal' }],
  ['comment', { goal: 'hold' }, { comment: 'page 3' }],
  ['person', { goal: 'hold' }, { signees: [anna, beat] }],
] as const)(
  'after an older journal, later choices of its copy are shown before they are sent: %s',
  (_what, patch, later) => {
    const stage = { kind: 'done', as: 'draft' } as const;
    const own = sampleSubmission('s1', { documentId: 'd1', signeesAdded: 1, stage, name: 'Lease.pdf', ...patch });
    const kept = { ...own, wish: { ...own.wish, alias: 'Web', signees: [anna], ...later } };
    const service = serviceWith();
    const rests = turn(apply(kept, { kind: 'recovered' }, SENT), service);
    expect(rests).toMatchObject({ stage, goal: 'hold', recovered: false, draft: { alias: 'Web', comment: '' } });
    const press = { kind: 'command', command: { kind: 'send', startAfter: SENT } } as const;
    expect(decide(rests, press, { now: SENT, roll: () => 0 })).toBeNull();
    expect(turn(apply(rests, complete, SENT), service).stage).toEqual({ kind: 'done', as: 'started' });
    expect(service.document).toMatchObject({ alias: 'Muster AG', comment: 'Please sign', signees: [anna, beat] });
  },
);

test('after an older journal, a draft that is as it was chosen can be sent, and a cancelled one is deleted', () => {
  const own = sampleSubmission('s1', { documentId: 'd1', signeesAdded: 1, goal: 'hold', name: 'Lease.pdf' });
  const kept: Submission = {
    ...own,
    stage: { kind: 'done', as: 'draft' },
    wish: { ...own.wish, alias: 'Web', signees: [anna] },
  };
  const rests = turn(apply(kept, { kind: 'recovered' }, SENT), serviceWith());
  expect(apply(rests, { kind: 'command', command: { kind: 'send', startAfter: SENT } }, SENT).goal).toBe('send');
  const cancelled = apply({ ...kept, cancelled: true, wish: own.wish }, { kind: 'recovered' }, SENT);
  const service = serviceWith();
  turn(cancelled, service);
  expect(service.calls).toContain('delete');
});

test('a draft that was deleted meanwhile goes to a person, and is never uploaded', () => {
  const service = serviceWith(null);
  const missed = turn(turn(began, service), service, SENT + 10 * 60_000);
  const gone = turn(missed, service, SENT + 60 * 60_000);
  expect(gone).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind: 'gone' } });
  const ended = apply(gone, { kind: 'command', command: { kind: 'cancel' } }, SENT);
  expect(ended.stage).toEqual({ kind: 'done', as: 'deleted' });
  const again = (one: Submission) =>
    decide(one, { kind: 'command', command: { kind: 'redo', id: 's2' } }, { now: SENT, roll: () => 0 });
  expect([again(gone), again(ended)]).toEqual([null, null]);
});

test('an end of the app in each call is looked up, and nothing is done twice', () => {
  for (const step of ['update', 'add-signee', 'start'] as const) {
    const service = serviceWith();
    let known = apply(began, { kind: 'due', skewMs: 0 }, SENT);
    for (let turns = 0; turns < 50 && !(known.stage.kind === 'calling' && known.stage.step === step); turns += 1)
      known =
        known.stage.kind === 'calling'
          ? apply(known, service.answer(known), SENT)
          : apply(known, { kind: 'due', skewMs: 0 }, SENT);
    service.answer(known);
    const sent = turn(apply(known, { kind: 'restarted' }, SENT), service);
    expect(sent.stage).toEqual({ kind: 'done', as: 'started' });
    expect(service.calls.filter((one) => one === step)).toEqual([step]);
    expect(service.document?.signees).toEqual([anna, beat]);
  }
});

test('an own draft gets more people, stays when the person stops, and can still be replaced', () => {
  const own = sampleSubmission('s1', {
    documentId: 'd1',
    signeesAdded: 1,
    goal: 'draft',
    stage: { kind: 'done', as: 'draft' },
    name: 'Lease.pdf',
  });
  const service = serviceWith();
  const completed = apply({ ...own, wish: { ...own.wish, signees: [anna] } }, complete, PRESSED);
  expect(turn(completed, service)).toMatchObject({ stage: { as: 'started' }, signeesAdded: 2 });
  const stopped = apply(completed, { kind: 'command', command: { kind: 'cancel' } }, PRESSED);
  expect(stopped.stage).toEqual({ kind: 'done', as: 'draft' });
  const held = turn(completed, serviceWith({ ...draft, signees: [anna, carl] }));
  const redo = { kind: 'command', command: { kind: 'redo', id: 's2' } } as const;
  expect(apply(held, redo, SENT).stage).toMatchObject({ kind: 'ready', step: 'delete' });
  // From what the person is shown now, it goes on.
  const shown = { ...command, present: [anna, carl] };
  expect(apply(held, { kind: 'command', command: shown }, SENT)).toMatchObject({ signeesAdded: 2, reason: null });
});

test('nothing without people or a sender, and nothing but a resting draft, is completed', () => {
  const at = { now: PRESSED, roll: () => 0 };
  expect(completeForeign(given, 'd1', { ...command, present: [], added: [] }, at)).toBeNull();
  expect(completeForeign(given, 'd1', { ...command, alias: ' ' }, at)).toBeNull();
  const many = Array.from({ length: 500 }, (_, index) => ({ email: `p${index}@muster.ch` }));
  expect(completeForeign(given, 'd1', { ...command, added: many }, at)).toBeNull();
  for (const stage of [{ kind: 'held' }, { kind: 'done', as: 'started' }] as const)
    expect(decide({ ...began, stage }, complete, at)).toBeNull();
});

test('an own draft that others have started is not replaced by a copy: a look ends it', () => {
  const own = sampleSubmission('s1', { documentId: 'd1', stage: { kind: 'needs-you', step: 'compare' } });
  const redoOf = (what: 'status' | 'mode', more: Partial<Submission> = {}) => {
    const reason = { kind: 'differs', differences: [{ what, wanted: 'draft', found: 'in-progress' }] } as const;
    return decide({ ...own, reason, ...more }, redo, { now: PRESSED, roll: () => 0 });
  };
  const redo: Fact = { kind: 'command', command: { kind: 'redo', id: 's2' } };
  const completed = { draft: { alias: 'Anna', comment: '' } };
  expect(redoOf('status', completed)).toBeNull();
  expect(redoOf('mode', completed)?.created).toHaveLength(1);
  expect(redoOf('status')?.created).toHaveLength(1);
});
