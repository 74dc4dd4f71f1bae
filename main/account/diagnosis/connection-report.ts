import type { ConnectionFields } from '../../../preload/contract/connection.ts';
import type { StepResult } from '../../network/diagnosis-step.ts';
import { createRedactor } from '../../signing/redactor.ts';

export interface ReportHead {
  readonly version: string;
  /** The system and processor, for example "linux x64". */
  readonly system: string;
  readonly at: number;
  readonly fields: Pick<ConnectionFields, 'name' | 'environment' | 'clientForm'>;
}

const marks = { done: 'ok', failed: 'FAILED', skipped: '-' } as const;

/** Writes the diagnosis as text for support: always in English, and without secrets. */
export function reportText(results: readonly StepResult[], { version, system, at, fields }: ReportHead): string {
  const lines = [
    `Countersign ${version} · ${system} · ${new Date(at).toISOString()}`,
    `Connection ${fields.name} · ${fields.environment} · ${fields.clientForm}`,
    '',
    ...results.flatMap(linesOf),
  ];
  return `${createRedactor().redact(lines.join('\n'))}\n`;
}

function linesOf({ step, host, state, facts, failure, distrust }: StepResult): readonly string[] {
  const head = [marks[state].padEnd(7), step.padEnd(8), host, facts[0] ?? ''].join(' ').trimEnd();
  const why = failure ? [`${failure.kind}${distrust ? ` (${distrust})` : ''}: ${failure.details}`] : [];
  return [head, ...[...why, ...facts.slice(1)].map((line) => `        ${line}`)];
}
