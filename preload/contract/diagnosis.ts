import { z } from 'zod';
import { problem } from './problem.ts';

/** One step on the way to the service. `facts` are for support and in English: addresses, times, certificates. */
const diagnosisStep = z.object({
  step: z.enum(['proxy', 'name', 'tcp', 'tls', 'token', 'person', 'api', 'storage']),
  host: z.string(),
  state: z.enum(['done', 'failed', 'skipped']),
  facts: z.array(z.string()),
  problem: problem.optional(),
});
export type DiagnosisStep = z.infer<typeof diagnosisStep>;

export const diagnosis = z.object({ connectionId: z.string(), running: z.boolean(), steps: z.array(diagnosisStep) });
