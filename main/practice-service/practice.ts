import type { Clock } from './clock.ts';
import type { Documents } from './documents.ts';
import type { Files } from './files.ts';
import type { Incoming } from './http/exchange.ts';
import type { PracticeOptions } from './options.ts';
import type { Paper } from './paper.ts';
import type { Polling } from './polling.ts';
import type { Records } from './records.ts';
import type { Register, ServiceUser } from './register.ts';
import type { Authority } from './signatures/authority.ts';
import type { Storage } from './storage.ts';
import type { Tokens } from './tokens.ts';

/** All parts of the service, for operations and pages. */
export interface Practice {
  readonly options: PracticeOptions;
  readonly clock: Clock;
  readonly records: Records;
  readonly register: Register;
  readonly tokens: Tokens;
  readonly documents: Documents;
  readonly files: Files;
  readonly paper: Paper;
  readonly storage: Storage;
  readonly polling: Polling;
  readonly authority: Authority;
}

/** An API call with a valid token. */
export interface Call extends Incoming {
  readonly practice: Practice;
  readonly user: ServiceUser;
  readonly documentId: string;
  /** The signee or the observer that the address names. */
  readonly personId: string;
}
