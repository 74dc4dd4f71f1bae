import type { Connection, ConnectionFields } from '../../../preload/contract/connection.ts';

/** A public client, which needs no client secret or key. */
export const sampleFields: ConnectionFields = {
  name: 'Muster AG',
  environment: 'production',
  base: 'https://sign.example.ch/api/v1',
  auth: 'https://login.example.ch',
  admin: 'https://admin.example.ch',
  identity: '',
  clientId: 'muster',
  clientForm: 'public',
  kid: '',
  actions: '',
};

export const sampleConnection: Connection = {
  id: 'c',
  fields: sampleFields,
  colour: 0,
  signedIn: 'yes',
  hasSecret: false,
  username: 'service-1',
  person: null,
  savedCopies: '/documents',
};
