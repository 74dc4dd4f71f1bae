import type { Secret } from './secret.ts';

/** The proof of this client's identity to the identity provider. */
export type ClientProof =
  | { readonly form: 'client-secret'; readonly clientId: string; readonly clientSecret: Secret }
  | { readonly form: 'public'; readonly clientId: string }
  | {
      readonly form: 'signed-assertion';
      readonly clientId: string;
      readonly kid: string;
      readonly privateKeyPem: Secret;
    };

export interface Credentials {
  readonly username: string;
  readonly password: Secret;
  readonly client: ClientProof;
}
