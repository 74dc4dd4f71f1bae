import { create } from 'zustand';
import type { ConnectionFields, FieldProblem } from '../../../preload/contract/connection.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { DocumentGroup } from '../../features/documents/grouping.ts';
import type { Sheet } from '../../features/send/sheet.ts';

export type Screen = 'documents' | 'people' | 'profiles' | 'settings' | 'connect';
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

export const newConnecting: Connecting = {
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

/** What the window alone knows: where the person is, and what was typed and not yet handed over. */
interface Ui {
  readonly screen: Screen;
  readonly filter: DocumentGroup | 'all';
  readonly search: string;
  readonly connecting: Connecting;
  /** What is being prepared to be sent, while its sheet is open. */
  readonly sheet: Sheet | null;
  /** The sheet that was closed last; it can be opened again. */
  /** The sheet for many documents is open. */
  readonly bulk: boolean;
  readonly setAside: Sheet | null;
  /** Something in the window itself went wrong. */
  readonly fault: Problem | null;
  /** Notices a person has read and closed. The same one told anew is another. */
  readonly closed: readonly Problem[];
}

export const useUi = create<Ui>(() => ({
  screen: 'documents',
  filter: 'all',
  search: '',
  connecting: newConnecting,
  sheet: null,
  setAside: null,
  bulk: false,
  fault: null,
  closed: [],
}));

export function go(screen: Screen): void {
  useUi.setState({ screen });
}

export function setConnecting(patch: Partial<Connecting>): void {
  useUi.setState(({ connecting }) => ({ connecting: { ...connecting, ...patch } }));
}

/** Away from the steps of connecting, without a trace of what was typed there. */
export function leaveConnecting(screen: Screen): void {
  useUi.setState({ screen, connecting: newConnecting });
}

export function closeNotice(problem: Problem): void {
  useUi.setState(({ closed }) => ({ closed: [...closed, problem] }));
}

/** A bug shows itself as a notice, never as silence or a blank window. */
export function showFault(error: unknown): void {
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  useUi.setState({ fault: { key: 'unknown', params: {}, details } });
}
