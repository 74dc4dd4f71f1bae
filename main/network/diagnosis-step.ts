import type { Failure } from '../signing/failure.ts';

type StepName = 'proxy' | 'name' | 'tcp' | 'tls' | 'token' | 'person' | 'api' | 'storage';
export type Distrust = 'expired' | 'not-yet-valid' | 'other-name' | 'unknown-authority' | 'other';

export interface StepResult {
  readonly step: StepName;
  readonly host: string;
  readonly state: 'done' | 'failed' | 'skipped';
  /** Findings for support: addresses, times, certificates. Never a secret. */
  readonly facts: readonly string[];
  readonly failure?: Failure;
  /** The reason for which the server is not trusted, if that is the failure. */
  readonly distrust?: Distrust;
}

export interface StepDeps {
  /** Returns milliseconds of a clock that never jumps. */
  readonly stopwatch: () => number;
  readonly onStep: (result: StepResult) => void;
}

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure; readonly facts?: readonly string[]; readonly distrust?: Distrust };

export function createSteps({ stopwatch, onStep }: StepDeps) {
  const skip = (step: StepName, host: string): null => {
    onStep({ step, host, state: 'skipped', facts: [] });
    return null;
  };
  return {
    skip,
    /** Runs the step and reports it. Null when it failed. */
    async take<T>(
      step: StepName,
      host: string,
      act: () => Promise<Answer<T>>,
      factsOf: (value: T) => readonly string[] = () => [],
    ): Promise<{ readonly value: T } | null> {
      const began = stopwatch();
      const answer = await act();
      const took = `${Math.round(stopwatch() - began)} ms`;
      if (answer.ok) {
        onStep({ step, host, state: 'done', facts: [took, ...factsOf(answer.value)] });
        return answer;
      }
      const { ok: _, facts = [], ...why } = answer;
      onStep({ step, host, state: 'failed', facts: [took, ...facts], ...why });
      return null;
    },
  };
}

export type Steps = ReturnType<typeof createSteps>;
