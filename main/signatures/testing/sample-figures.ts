import type { SignatureFigures } from '../../../preload/contract/copy-verdict.ts';

/** A copy that two people signed, as the service says. */
export const sampleFigures: SignatureFigures = {
  sha256: 'aa',
  at: 7,
  state: 'intact',
  people: 2,
  seals: 0,
  timeStamps: 0,
  broken: 0,
  changed: 0,
  uncheckable: 0,
  sent: null,
  mode: 'qualified',
  signed: 2,
};

/** A copy without any signature. */
export const unsignedFigures: SignatureFigures = { ...sampleFigures, state: 'none', people: 0 };
