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
  /** The reason that the person is here. `from` is the screen to return to. */
  readonly purpose: 'first' | 'add' | 'change' | 'sign-in';
  readonly from: Exclude<Screen, 'connect'>;
  /** The connection, which is null until it is saved. */
  readonly connectionId: string | null;
  /** Whether fields were typed or taken from a file: these are shown, not the offered ones. */
  readonly touched: boolean;
  /** The chosen way to name the service. Null: the way that fits what is there. */
  readonly way: 'practice' | 'file' | 'hand' | null;
  /** Whether the fields are those of a connection file, as far as nobody typed over them. */
  readonly fromFile: boolean;
  /** Whether a connection file was taken, also if some of its fields were typed over since. */
  readonly isOfFile: boolean;
  readonly problem: Problem | null;
  readonly wrong: readonly FieldProblem[];
  /** The fields that a connection file replaced. */
  readonly before: Typed | null;
  readonly pasted: string;
  /** The user name found in a paste. Its password is in the keychain. */
  readonly found: string | null;
  /** Whether the paste led here: the clipboard is not cleared yet. */
  readonly justPasted: boolean;
  /** The person wants to enter other credentials than the saved ones. */
  readonly again: boolean;
}

const newConnecting: Connecting = {
  step: 'connection',
  purpose: 'first',
  from: 'settings',
  connectionId: null,
  touched: false,
  way: null,
  fromFile: false,
  isOfFile: false,
  fields: emptyFields,
  clientSecret: '',
  problem: null,
  wrong: [],
  before: null,
  pasted: '',
  found: null,
  justPasted: false,
  again: false,
};

/** The state of the steps of connecting, until the connection works. */
export const useConnecting = create<Connecting>(() => newConnecting);

/** Tells whether nothing was chosen, typed by hand or taken from a file. */
export const isAtWelcome = ({ purpose, step, way, fromFile, connectionId }: Connecting): boolean =>
  purpose === 'first' && step === 'connection' && way === null && !fromFile && connectionId === null;

export const setConnecting = (patch: Partial<Connecting>): void => useConnecting.setState(patch);

/** Goes back to the first screen. What was typed or taken from a file stays in the fields. */
export const backToWelcome = (): void =>
  setConnecting({
    step: 'connection',
    connectionId: null,
    way: null,
    fromFile: false,
    before: null,
    problem: null,
    wrong: [],
  });

/** Begins the steps with empty fields. */
export const startConnecting = (begun: Partial<Connecting>): void =>
  useConnecting.setState({ ...newConnecting, ...begun });

/** Leaves the steps and forgets everything typed there. */
export function leaveConnecting(screen: Screen): void {
  go(screen);
  useConnecting.setState(newConnecting);
}
