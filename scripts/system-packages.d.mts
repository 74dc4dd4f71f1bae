export interface Machine {
  readonly has: (program: string) => boolean;
  readonly hasLibrary: (prefix: string) => boolean;
  readonly hasSecretService: () => boolean;
  /** The person named a browser in the environment. */
  readonly browser: boolean;
  /** There is a screen to show a window on. */
  readonly display: boolean;
  /** Packages can be installed here without asking. */
  readonly canInstall: boolean;
}

export interface Need {
  readonly called: string;
  /** The name of the package on Debian and its derivatives. */
  readonly debian: string;
  readonly present: (machine: Machine) => boolean;
}

export type Task = 'start' | 'browser' | 'test';

export function hasSecretService(): boolean;
export function missing(task: Task, machine?: Machine): readonly Need[];
/** How the person can install them. */
export function advice(needs: readonly Need[], apt: boolean): string;
/** Installs the missing packages on Debian as root. Otherwise prints what to do and returns false. */
export function installSystemPackages(task: Task): boolean;
