import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Choices, ScanResult as FoundInFile } from '../../preload/contract/sending.ts';
import {
  countParticipants,
  type FileDemand,
  type FileWishes,
  type UsableAuthorities,
  unmetDemands,
} from '../../shared/file-demands.ts';
import type { ScanResult } from '../signing/answers/scan.ts';

/** Returns what the service read in a PDF, without the key of a seal: nobody says what it opens. */
export function foundInFile({ signatureFields, signatureMode, authorityService, ...found }: ScanResult): FoundInFile {
  const { jurisdiction, attachments, signWithin, reminder, observers } = found;
  return {
    fields: signatureFields.map(({ signFieldName, signatureType, sealKey, email, signOrder, autographPosition }) => ({
      name: signFieldName,
      email,
      order: signOrder,
      type: signatureType,
      isSealed: sealKey !== null,
      position: autographPosition,
    })),
    mode: signatureMode,
    jurisdiction,
    authority: authorityService,
    attachments: attachments === true,
    signWithin,
    reminder,
    observers: [...observers],
  };
}

const problemOfDemand = {
  stronger: 'asks-stronger',
  'unknown-mode': 'asks-unknown-mode',
  law: 'asks-law',
  authority: 'asks-authority',
  nobody: 'field-names-nobody',
  seal: 'asks-seal',
  observers: 'asks-observers',
  attachments: 'asks-attachments',
  deadline: 'asks-deadline',
  reminder: 'asks-reminder',
} as const satisfies Record<FileDemand['what'], Problem['key']>;

const lawNames: ReadonlyMap<string, string> = new Map([
  ['zertes', 'ZertES'],
  ['eidas', 'eIDAS'],
]);

/** The choices that the demands of a file are compared with. */
export interface ChosenForFile extends Pick<Choices, 'mode' | 'jurisdiction'> {
  readonly signees: readonly { readonly email: string }[];
}

/**
 * Returns a sentence for everything that a PDF asks for and that its choices do not give, the most important first. With
 * a weaker signature than the document asks for, for example, people would sign something else, and a demand that nobody
 * reads would be lost silently. Nobody can send a document that has too many people together with its fields.
 */
export function problemsOfDemands(
  asks: FileWishes,
  choices: ChosenForFile,
  usable: UsableAuthorities,
): readonly Problem[] {
  const demands = unmetDemands(asks, choices, usable).map(
    ({ what, value }): Problem => ({
      key: problemOfDemand[what],
      params: { value: lawNames.get(value) ?? value },
    }),
  );
  if (countParticipants(choices.signees, asks) <= limits.participants) return demands;
  return [{ key: 'too-many-signees', params: { limit: limits.participants } }, ...demands];
}
