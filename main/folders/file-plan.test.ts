import { describe, expect, test } from 'vitest';
import type { Profile } from '../../preload/contract/profile.ts';
import type { AvailableModes } from '../../preload/contract/sending.ts';
import type { KnownContent } from '../hand-over/known-content.ts';
import { sampleChoices as withoutSender } from '../profiles/testing/sample-choices.ts';
import {
  basisOf,
  type ChoicesFact,
  differing,
  type FileFacts,
  type FolderFacts,
  type KnownNow,
  planFile,
  takeOf,
} from './file-plan.ts';
import type { FolderRule } from './folder-rule.ts';
import type { SeenFile } from './folder-scan.ts';
import { sampleRule } from './testing/sample-rule.ts';

const sampleChoices = { ...withoutSender, alias: 'Anna Muster' };
const whole = { ok: true, sha256: 'ab', isSafe: true } as const;
const seen: SeenFile = {
  path: 'Contract.pdf',
  name: 'Contract.pdf',
  look: '',
  size: 1_000,
  arrivedMs: 0,
  isInCloud: false,
  isNameBroken: false,
  special: null,
};
const file: FileFacts = {
  file: seen,
  isStable: true,
  isInside: true,
  content: whole,
  claim: null,
  sidecar: null,
  sidecarPrint: '',
};
const nothing: KnownNow = { openIn: null, own: null, earlier: null, copyAt: null };
const known: KnownContent = { submissionId: 's1', name: 'Lease.pdf', at: 7, state: 'sent', live: true };
const profile: Profile = { id: 'p1', name: 'Contracts', choices: sampleChoices, isDefault: true };
const chosen = { profile, ledBy: [], choices: sampleChoices, isComplete: true, refusal: null, isUnconfirmed: false };
const nobody = { ...chosen, choices: { ...sampleChoices, signees: [] } };
const none: AvailableModes = {
  timestamp: true,
  advanced: { zertes: [], eidas: ['did'] },
  qualified: { zertes: [], eidas: [] },
  asOf: 0,
};

interface World {
  readonly seen?: Partial<SeenFile>;
  readonly file?: Partial<FileFacts>;
  readonly known?: Partial<KnownNow>;
  readonly rule?: Partial<FolderRule>;
  readonly folder?: Partial<FolderFacts>;
  readonly chosen?: ChoicesFact;
}

function inWorld(world: World) {
  const rule = { ...sampleRule, account: 'anna', ...world.rule };
  const folder: FolderFacts = {
    rule,
    profiles: [],
    sender: '',
    isJournalTrusted: true,
    modes: null,
    account: 'anna',
    wait: null,
    sentThisHour: 0,
    isPreview: false,
    markForms: [],
    ...world.folder,
  };
  const facts = { ...file, file: { ...seen, ...world.seen }, ...world.file };
  const choices = world.chosen === undefined ? chosen : world.chosen;
  return [facts, { ...nothing, ...world.known }, folder, choices] as const;
}

const judge = (world: World) => planFile(...inWorld(world));

const refused = (kind: 'unknown-type' | 'incomplete' | 'empty' | 'locked' | 'too-large' | 'spool-full') => ({
  file: { content: { ok: false as const, refusal: { kind, code: '', size: 1, limit: 1, used: 1 } } },
});

const worlds: readonly (readonly [string, World, string])[] = [
  ['a whole document', {}, 'would-hold'],
  ['a whole document in a folder that sends', { rule: { goal: 'send' } }, 'would-send'],
  ['a temporary name', { seen: { name: '~$ntract.docx' } }, 'ignored'],
  ['a name that the rule leaves out', { seen: { name: 'notes.txt' } }, 'ignored'],
  ['a file behind a link', { file: { isInside: false } }, 'ignored'],
  ['a link', { seen: { special: { kind: 'not-a-file', what: 'link' } } }, 'ignored'],
  ['a file in the cloud alone', { seen: { isInCloud: true }, file: { content: null } }, 'cloud'],
  ['a file that changed lately', { file: { isStable: false } }, 'writing'],
  ['an empty file of a browser', { seen: { size: 0 } }, 'writing'],
  ['a file that nobody has read yet', { file: { content: null } }, 'writing'],
  ['a document open in Word', { known: { openIn: 'office' }, file: { isStable: false } }, 'open'],
  ['another kind of file', refused('unknown-type'), 'not-a-document'],
  ['half a document', refused('incomplete'), 'damaged'],
  ['41 MB', refused('too-large'), 'too-large'],
  ['a locked file', refused('locked'), 'unreadable'],
  ['a full spool', refused('spool-full'), 'waiting'],
  ['a sidecar that is being written', { file: { sidecar: { kind: 'writing', until: 0 } } }, 'writing'],
  ['a wrong sidecar', { file: { sidecar: { kind: 'wrong', where: 'singees' } } }, 'sidecar-wrong'],
  ['a missing sidecar', { rule: { needsSidecar: true } }, 'no-sidecar'],
  ['a deleted profile', { chosen: null }, 'no-profile'],
  ['a profile without a sender name', { chosen: { ...chosen, choices: withoutSender } }, 'no-sender'],
  ['a signature that the account cannot use', { folder: { modes: none } }, 'mode-not-open'],
  ['nobody to sign', { chosen: nobody }, 'no-signee'],
  ['fields that the service has not been asked for', { chosen: { ...nobody, isComplete: false } }, 'writing'],
  ['a whole document that was set aside', { seen: { path: 'Needs attention/Contract.pdf' } }, 'set-aside'],
  ['another account', { folder: { account: 'beat' } }, 'other-account'],
  ['signed out', { folder: { account: null, wait: { key: 'signed-out', params: {} } } }, 'waiting'],
  ['a pause', { folder: { wait: 'paused' } }, 'waiting'],
  ['the same content signed', { known: { earlier: known } }, 'duplicate'],
  ['the same content withdrawn', { known: { earlier: { ...known, state: 'stopped', live: false } } }, 'would-hold'],
  [
    'the same content withdrawn, in a folder that sends',
    { rule: { goal: 'send' }, known: { earlier: { ...known, state: 'stopped', live: false } } },
    'would-hold',
  ],
  [
    'the same content rejected, in a folder that sends',
    { rule: { goal: 'send' }, known: { earlier: { ...known, state: 'sent', live: false } } },
    'would-send',
  ],
  [
    'the same content withdrawn, in a folder that keeps its files and sends',
    { rule: { goal: 'send', originals: 'keep' }, known: { earlier: { ...known, state: 'stopped', live: false } } },
    'would-hold',
  ],
  ['its own submission on the way', { known: { own: { ...known, state: 'open' } } }, 'under-way'],
  ['its own submission sent', { known: { own: known } }, 'sent'],
  [
    'its own submission withdrawn',
    { known: { own: { ...known, state: 'stopped', live: false } }, rule: { goal: 'send' } },
    'stopped',
  ],
  ['the claim of another computer', { file: { claim: { kind: 'other', by: 'PC-2', at: 3, isOld: false } } }, 'claimed'],
  [
    'a claim of a run that ended before the journal',
    { file: { claim: { kind: 'own', taken: false, at: 3 } } },
    'would-hold',
  ],
  [
    'taken by us, and the journal knows nothing',
    { file: { claim: { kind: 'own', taken: true, at: 3 } } },
    'maybe-sent',
  ],
  [
    'our claim, and a journal that may be older',
    { file: { claim: { kind: 'own', taken: false, at: 3 } }, folder: { isJournalTrusted: false } },
    'maybe-sent',
  ],
  [
    'taken by us and withdrawn',
    { file: { claim: { kind: 'own', taken: true, at: 3 } }, known: { earlier: { ...known, live: false } } },
    'would-hold',
  ],
  [
    'another file of a copy that a person sent, and withdrew',
    {
      file: { claim: { kind: 'own', taken: true, at: 3, isCopy: true } },
      known: { earlier: { ...known, live: false } },
    },
    'signed-copy',
  ],
  ['the limit of the hour', { rule: { goal: 'send', perHour: 3 }, folder: { sentThisHour: 3 } }, 'hour-limit'],
  [
    'a new head before an old tail',
    { rule: { goal: 'send' }, file: { content: { ...whole, isSafe: false } } },
    'would-hold',
  ],
];

describe('the verdict', () => {
  test.each(worlds)('of %s', (_name, world, kind) => expect(judge(world).kind).toBe(kind));

  test('names the other file, the other computer and the wrong field', () => {
    expect(judge({ known: { earlier: known } })).toMatchObject({ who: 'Lease.pdf', at: 7, submissionId: 's1' });
    expect(judge({ file: { claim: { kind: 'other', by: 'PC-2', at: 3, isOld: false } } })).toMatchObject({
      who: 'PC-2',
      at: 3,
    });
    expect(judge({ file: { sidecar: { kind: 'wrong', where: 'singees' } } }).who).toBe('singees');
  });

  test('gives the sentence of the intake for a refused file', () => {
    expect(judge(refused('locked')).problem).toMatchObject({ key: 'file-locked', params: { name: 'Contract.pdf' } });
  });
});

test('a document that was withdrawn since it was planned is planned again: what it rests on is another', () => {
  const [before, now] = (['sent', 'stopped'] as const).map((state) =>
    inWorld({ rule: { goal: 'send' }, known: { earlier: { ...known, live: false, state } } }),
  );
  if (!before || !now) throw new Error('There are two worlds.');
  expect([takeOf(...before), takeOf(...now)]).toEqual(['would-send', 'would-hold']);
  expect(differing(basisOf(...before), basisOf(...now))).toBe('history');
});
