import { createHash } from 'node:crypto';
import type { PracticeDocument } from '../../../main/practice-service/document.ts';
import { nothingPredefined, type Paper } from '../../../main/practice-service/paper.ts';
import { createChance } from './random.ts';
import type { World } from './world.ts';

/** What a file asks for beyond its people: the strongest signature, or somebody for a field that names nobody. */
type Demand = 'mode' | 'blank';

const blankField = {
  signFieldName: 'Field',
  signatureType: 'signature',
  sealKey: null,
  email: '',
  signOrder: 0,
  autographPosition: { pageNumber: 1, x: 10, y: 10, width: 100, height: 40 },
} as const;

/** Decides which files with signature fields ask for more than a person chose, and lets the service read that in them. */
export function createFileDemands(seed: number) {
  const luck = createChance(seed ^ 0x91ba57db);
  const isOn = luck.of(0.1);
  const demands = new Map<string, Demand>();
  const paper: Paper = {
    async readPredefined(content) {
      switch (demands.get(createHash('sha256').update(content).digest('hex'))) {
        case 'mode':
          return { ...nothingPredefined, wishes: { ...nothingPredefined.wishes, signatureMode: 'qualified' } };
        case 'blank':
          return { ...nothingPredefined, fields: [blankField] };
        default:
          return nothingPredefined;
      }
    },
  };
  return {
    paper,
    /** Gives a file with signature fields its demand. */
    ask(sha256: string): void {
      if (isOn && !demands.has(sha256)) demands.set(sha256, luck.pick(['mode', 'blank']));
    },
    of: (sha256: string): Demand | undefined => demands.get(sha256),
  };
}

/** A document whose file asks for more than its choices must not be started: a person has to see it first. */
export function judgeDemand({ demands, rows, mayForgetOf, problem }: World, document: PracticeDocument): void {
  const row = rows().find(({ documentId }) => documentId === document.documentId);
  const demand = demands.of(document.sha256);
  if (demand === undefined || row?.wish.scanPredefined !== true || mayForgetOf(row.id)) return;
  if (demand === 'blank') problem(`${document.documentName} was started, and one of its fields has nobody`);
  else if (document.signatureMode !== 'qualified')
    problem(`${document.documentName} was started as ${document.signatureMode}, and its file asks for qualified`);
}
