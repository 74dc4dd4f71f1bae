import { shortened } from './answer-details.ts';
import type { Certainty, Failure, NetworkFailureKind } from './failure.ts';
import type { HttpProblem, Verdict } from './http-port.ts';
import type { Redactor } from './redactor.ts';

type NoAnswer = Exclude<Verdict, { readonly kind: 'response' }>;

/** The same request cannot fare better: the file itself is the trouble. */
const hopeless: ReadonlySet<NetworkFailureKind> = new Set(['file-unreadable', 'file-changed', 'bad-address']);

/** What a request without an answer came to. */
export function noAnswer(verdict: NoAnswer, redactor: Redactor): Failure {
  return networkFailure(verdict.problem, verdict.kind === 'fullySent' ? 'unclear' : 'never-sent', redactor);
}

export function networkFailure(problem: HttpProblem, certainty: Certainty, redactor: Redactor): Failure {
  return {
    kind: problem.kind,
    certainty: certainty === 'never-sent' && hopeless.has(problem.kind) ? 'permanent' : certainty,
    details: shortened(redactor.redact(problem.details)),
    ...(problem.cause === undefined ? {} : { cause: problem.cause }),
  };
}
