import { shorten } from './describe-answer.ts';
import type { Certainty, Failure, NetworkFailureKind } from './failure.ts';
import type { HttpProblem, Verdict } from './http-port.ts';
import type { Redactor } from './redactor.ts';

type NoAnswer = Exclude<Verdict, { readonly kind: 'response' }>;

/** Sending the same request again cannot help: the file or the address itself is the problem. */
const permanentKinds: ReadonlySet<NetworkFailureKind> = new Set(['file-unreadable', 'file-changed', 'bad-address']);

/** Returns the failure of a request that got no answer. */
export function noAnswer(verdict: NoAnswer, redactor: Redactor): Failure {
  return networkFailure(verdict.problem, verdict.kind === 'fullySent' ? 'unclear' : 'never-sent', redactor);
}

export function networkFailure(problem: HttpProblem, certainty: Certainty, redactor: Redactor): Failure {
  return {
    kind: problem.kind,
    certainty: certainty === 'never-sent' && permanentKinds.has(problem.kind) ? 'permanent' : certainty,
    details: shorten(redactor.redact(problem.details)),
    ...(problem.cause === undefined ? {} : { cause: problem.cause }),
  };
}
