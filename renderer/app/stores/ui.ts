import { create } from 'zustand';
import type { ConnectionFields } from '../../../preload/contract/connection.ts';
import type { DocumentGroup } from '../../features/documents/grouping.ts';

export type Screen = 'documents' | 'settings' | 'connect';
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

interface Connecting {
  readonly step: ConnectStep;
  /** Null until the connection is saved. */
  readonly connectionId: string | null;
  readonly fields: ConnectionFields;
  readonly clientSecret: string;
  readonly pasted: string;
}

export const newConnecting: Connecting = {
  step: 'connection',
  connectionId: null,
  fields: emptyFields,
  clientSecret: '',
  pasted: '',
};

/** What the window alone knows: where the person is, and what was typed and not yet handed over. */
interface Ui {
  readonly screen: Screen;
  readonly filter: DocumentGroup | 'all';
  readonly search: string;
  readonly connecting: Connecting;
}

export const useUi = create<Ui>(() => ({ screen: 'documents', filter: 'all', search: '', connecting: newConnecting }));

export function go(screen: Screen): void {
  useUi.setState({ screen });
}

export function setConnecting(patch: Partial<Connecting>): void {
  useUi.setState(({ connecting }) => ({ connecting: { ...connecting, ...patch } }));
}
