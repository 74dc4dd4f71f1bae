// `npm run fuzz -- [--runs N] [--from SEED] [--json]`: reads mutated signed files. None may end the reading, and none may be
// intact with a byte changed that a signature covers.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSignatures } from '../main/signatures/check-signatures.ts';
import { createMutations } from '../main/signatures/testing/mutate.ts';
import { makeTestPeople } from '../main/signatures/testing/test-certificates.ts';
import { signatureStates } from '../preload/contract/signature-report.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    from: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const mutate = createMutations(makeTestPeople());
const states: Record<string, number> = Object.fromEntries(signatureStates.map((state) => [state, 0]));
const figures = { runs, from, changed: 0, crashes: 0, falseIntact: 0, longestMs: 0 };
for (let seed = from; seed < from + runs; seed += 1) {
  const { bytes, isCoveredChanged } = mutate(seed);
  if (isCoveredChanged) figures.changed += 1;
  const began = performance.now();
  try {
    const { state } = checkSignatures(bytes);
    states[state] = (states[state] ?? 0) + 1;
    if (state === 'intact' && isCoveredChanged) {
      figures.falseIntact += 1;
      // Keys are new in each run, so the seed alone does not bring the file back.
      const path = join(tmpdir(), `countersign-intact-${seed}.pdf`);
      writeFileSync(path, bytes);
      process.stderr.write(`seed ${seed} is intact: ${path}\n`);
    }
  } catch (error) {
    figures.crashes += 1;
    process.stderr.write(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  figures.longestMs = Math.max(figures.longestMs, Math.round(performance.now() - began));
}
process.stdout.write(`${JSON.stringify({ ...figures, ...(values.json ? { states } : {}) })}\n`);
process.exitCode = figures.crashes + figures.falseIntact > 0 ? 1 : 0;
