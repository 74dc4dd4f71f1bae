export interface Machine {
  readonly has: (program: string) => boolean;
  readonly hasLibrary: (prefix: string) => boolean;
  readonly hasSecretService: () => boolean;
  /** The person has named a browser. */
  readonly browser: boolean;
}

export interface Need {
  readonly called: string;
  /** The package's name on Debian and its children. */
  readonly debian: string;
  readonly present: (machine: Machine) => boolean;
}

export type Task = 'start' | 'browser' | 'test';

export function hasSecretService(): boolean;
export function missing(task: Task, machine?: Machine): readonly Need[];
/** What the person does about them. */
export function advice(needs: readonly Need[], apt: boolean): string;
/** Installs what a task lacks where that is ours to do (Debian, as root), else says what to do and gives false. */
export function installSystemPackages(task: Task): boolean;
