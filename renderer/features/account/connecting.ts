import { create } from 'zustand';
import type { ConnectionFields, FieldProblem } from '../../../preload/contract/connection.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { go, type Screen } from '../../store/ui.ts';

export type ConnectStep = 'connection' | 'sign-in' | 'test';

const emptyFields: ConnectionFields = {
  name: '',
  environment: 'production',
  base: '',
  auth: '',
  admin: '',
  identity: '',
  clientId: '',
  clientForm: 'client-secret',
  kid: '',
  actions: '',
};

interface Typed {
  readonly fields: ConnectionFields;
  readonly clientSecret: string;
}

export interface Connecting extends Typed {
  readonly step: ConnectStep;
  /** What the person came for, and where they go back to. */
  readonly purpose: 'first' | 'add' | 'change' | 'sign-in';
  readonly from: Exclude<Screen, 'connect'>;
  /** Null until the connection is saved. */
  readonly connectionId: string | null;
  /** Something was typed or taken here: the fields count, not what was offered. */
  readonly touched: boolean;
  readonly problem: Problem | null;
  readonly wrong: readonly FieldProblem[];
  /** What a connection file took the place of. */
  readonly before: Typed | null;
  readonly pasted: string;
  /** The user name a paste in this window gave; its password is in the keychain. */
  readonly found: string | null;
  /** What is kept is not enough: the person wants to hand in something else. */
  readonly again: boolean;
}

const newConnecting: Connecting = {
  step: 'connection',
  purpose: 'first',
  from: 'settings',
  connectionId: null,
  touched: false,
  fields: emptyFields,
  clientSecret: '',
  problem: null,
  wrong: [],
  before: null,
  pasted: '',
  found: null,
  again: false,
};

/** What was typed and taken in the steps of connecting, until the connection works. */
export const useConnecting = create<Connecting>(() => newConnecting);

export const setConnecting = (patch: Partial<Connecting>): void => useConnecting.setState(patch);

/** Begins the steps anew: nothing that was typed before is left. */
export const startConnecting = (begun: Partial<Connecting>): void =>
  useConnecting.setState({ ...newConnecting, ...begun });

/** Leaves the steps of connecting, without a trace of what was typed there. */
export function leaveConnecting(screen: Screen): void {
  go(screen);
  useConnecting.setState(newConnecting);
}
