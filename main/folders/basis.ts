import { createHash } from 'node:crypto';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Basis, ChoicesFact, FileFacts, FolderFacts } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';

export type BasisPart = keyof Basis;

export const basisParts: readonly BasisPart[] = [
  ...(['file', 'place', 'owner', 'sidecar', 'choices', 'rule', 'account', 'history'] as const),
];

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const rules = new WeakMap<FolderFacts['rule'], string>();

interface BasisFacts {
  readonly record: FileRecord;
  readonly facts: FileFacts;
  readonly chosen: ChoicesFact;
  readonly profile: Profile | null;
  readonly folder: FolderFacts;
}

export function basisOf({ record, facts, chosen, profile, folder }: BasisFacts): Basis {
  const { file, content, isInside, isStable, sidecar, sidecarPrint, claim } = record;
  const rule = rules.get(folder.rule) ?? hashOf(folder.rule);
  rules.set(folder.rule, rule);
  const { own, earlier, copyAt, openIn } = facts;
  return {
    file: `${file.look} ${isStable} ${content?.ok === true ? `${content.sha256} ${content.isSafe}` : ''}`,
    place: String(isInside),
    owner: openIn ?? '',
    sidecar: `${sidecar?.kind ?? 'none'} ${sidecarPrint}`,
    choices: hashOf([profile?.id, chosen]),
    rule,
    account: `${folder.account} ${JSON.stringify(folder.wait)}`,
    history: [own?.submissionId, own?.state, earlier?.submissionId, earlier?.live, copyAt, claim?.kind === 'copy'].join(
      ' ',
    ),
  };
}

/** The first part that differs. Null: what was planned still holds. */
export const differing = (one: Basis, other: Basis, parts = basisParts): BasisPart | null =>
  parts.find((part) => one[part] !== other[part]) ?? null;

/** The basis as one short text: the window gives it back with the answer of a person. */
export const printOf = (basis: Basis): string => hashOf(basis).slice(0, 22);
