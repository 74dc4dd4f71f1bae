import type { Connection } from '../../../preload/contract/connection.ts';
import type { DiagnosisStep } from '../../../preload/contract/diagnosis.ts';
import type { ProblemKey } from '../../../preload/contract/problem.ts';
import { readMarkForm } from '../../../shared/text-marks.ts';
import type { OperationsReport } from '../../documents/operations.ts';
import { problemOfDownload } from '../../documents/problem-of-copy.ts';
import type { Distrust, StepResult } from '../../network/diagnosis-step.ts';
import type { NetworkProbe } from '../../network/network-probe.ts';
import type { Desktop } from '../../platform/desktop.ts';
import { problemOfFailure } from '../../problems/problem-of.ts';
import type { SigningClient } from '../../signing/client.ts';
import { success } from '../../signing/outcome.ts';
import type { PublishedState } from '../../state/published-state.ts';
import type { Clock } from '../../time/clock.ts';
import { reportText } from './connection-report.ts';
import { type ConnectionDiagnosisDeps, diagnoseConnection } from './diagnose-connection.ts';

type Client = ConnectionDiagnosisDeps['client'] & Pick<SigningClient, 'details'>;

export interface DiagnosisDeps {
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'copyText'>;
  readonly state: PublishedState;
  readonly probe: NetworkProbe;
  readonly version: string;
  readonly documentsOf: (connectionId: string) => readonly { readonly id: string }[];
  readonly operationsOf: (connectionId: string) => OperationsReport;
  readonly clientOf: (connectionId: string) => Client | null;
}

/** Lists which calls beyond the description are used. Empty if a connection names none. */
function operationFacts({ on, refused, unknown }: OperationsReport): readonly string[] {
  const lines = [
    ['operations', on],
    ['operations that the service does not have', refused],
    ['operations unknown to this version', unknown],
  ] as const;
  return lines.flatMap(([what, names]) => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]));
}

/** Lists the forms of text marks that are looked for, and those that cannot be. Empty if a connection names none. */
function markFacts({ textMarks = [] }: Connection['fields']): readonly string[] {
  const isUsable = (form: string) => readMarkForm(form) !== null;
  const lines = [
    ['text marks', textMarks.filter(isUsable)],
    ['text marks that cannot be used', textMarks.filter((form) => !isUsable(form))],
  ] as const;
  return lines.flatMap(([what, forms]) => (forms.length === 0 ? [] : [`${what}: ${forms.join(', ')}`]));
}

/** Documents of which the details are asked for until one answers. */
const MOST_ASKED = 3;

const distrustKeys: Readonly<Record<Distrust, ProblemKey>> = {
  expired: 'certificate-expired',
  'not-yet-valid': 'certificate-not-yet-valid',
  'other-name': 'certificate-other-name',
  'unknown-authority': 'certificate-unknown-authority',
  other: 'certificate',
};

/** A storage knows no account, so its refusal says something else than that of the service. */
function toDiagnosisStep({ step, host, state, facts, failure, distrust }: StepResult, base: string): DiagnosisStep {
  const told = step === 'storage' && host !== URL.parse(base)?.host ? problemOfDownload : problemOfFailure;
  const found = failure && told(failure, `https://${host}`);
  const problem = found && distrust ? { ...found, key: distrustKeys[distrust] } : found;
  return { step, host, state, facts: [...facts], ...(problem ? { problem } : {}) };
}

/** Runs "Check the connection" for the window and copies its report for support. */
export function createDiagnosis(deps: DiagnosisDeps) {
  const { clock, desktop, state, probe, version, documentsOf, operationsOf, clientOf } = deps;
  let last: { readonly connectionId: string; readonly results: readonly StepResult[] } | null = null;

  /** Asks for the details of one known document: they name the storage. Only a person may start this, never a timer. */
  async function storageAddress(connectionId: string, client: Client) {
    for (const { id } of documentsOf(connectionId).slice(0, MOST_ASKED)) {
      // oxlint-disable-next-line no-await-in-loop -- the first that answers is enough
      const details = await client.details(id, { asked: true });
      if (details.ok) return success(details.value.documentUrl);
      // The service may have deleted it since the last check.
      if (details.failure.kind !== 'not-found') return details;
    }
    return success(null);
  }

  return {
    async run({ id: connectionId, fields }: Connection): Promise<void> {
      const client = clientOf(connectionId);
      const before = state.get().diagnosis;
      if (!client || (before?.running && before.connectionId === connectionId)) return;
      const results: StepResult[] = [];
      last = { connectionId, results };
      // A person may diagnose another connection meanwhile: the window shows the last one.
      const publish = (running: boolean) => {
        if (last?.results !== results) return;
        state.publish({
          diagnosis: { connectionId, running, steps: results.map((one) => toDiagnosisStep(one, fields.base)) },
        });
      };
      publish(true);
      try {
        await diagnoseConnection(fields, {
          probe,
          client,
          storageAddress: () => storageAddress(connectionId, client),
          stopwatch: () => performance.now(),
          onStep(result) {
            const facts =
              result.step === 'api' ? [...operationFacts(operationsOf(connectionId)), ...markFacts(fields)] : [];
            results.push({ ...result, facts: [...result.facts, ...facts] });
            publish(true);
          },
        });
      } finally {
        publish(false);
      }
    },
    /** Copies the report of the last diagnosis. Without results if that was of another connection. */
    async copyReport({ id, fields }: Connection): Promise<void> {
      const system = `${process.platform} ${process.arch}`;
      const results = last?.connectionId === id ? last.results : [];
      await desktop.copyText(reportText(results, { version, system, at: clock.now(), fields }));
    },
  };
}

export type Diagnosis = ReturnType<typeof createDiagnosis>;
