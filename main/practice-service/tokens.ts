import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { PracticeOptions } from './options.ts';
import type { Records } from './records.ts';
import type { ServiceUser } from './register.ts';
import { TOKEN_MARGIN } from './rules.ts';

interface Token {
  readonly user: ServiceUser;
  readonly expiresAt: number;
}

/** Issues and finds access tokens, which expire by the service's clock. */
export function createTokens(deps: {
  readonly clock: Clock;
  readonly options: PracticeOptions;
  readonly records: Records;
}) {
  const { clock, options, records } = deps;
  const tokens = new Map<string, Token>();
  /** The token that each user should still use. */
  const current = new Map<string, number>();

  return {
    issue(user: ServiceUser): Record<string, unknown> {
      const now = clock.now();
      const left = (current.get(user.id) ?? 0) - now;
      if (left > TOKEN_MARGIN) {
        records.breach(
          'token-early',
          `${user.username} has a token that is valid for ${Math.round(left / 1000)} s more`,
        );
      }
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now + options.tokenSeconds * 1000;
      tokens.set(token, { user, expiresAt });
      current.set(user.id, expiresAt);
      return {
        access_token: token,
        expires_in: options.tokenSeconds,
        refresh_expires_in: options.refreshSeconds,
        refresh_token: randomBytes(32).toString('base64url'),
        token_type: 'Bearer',
        'not-before-policy': 0,
        session_state: randomUUID(),
        scope: 'email profile',
      };
    },
    holder(token: string): ServiceUser | undefined {
      const known = tokens.get(token);
      if (known === undefined) return undefined;
      if (clock.now() < known.expiresAt) return known.user;
      tokens.delete(token);
      return undefined;
    },
    /** Ends all tokens, as a restart of the identity provider does. */
    revoke(): void {
      tokens.clear();
      current.clear();
    },
    /** The user got a 401, so requesting a new token is no breach. */
    distrust(user: ServiceUser): void {
      current.delete(user.id);
    },
    /** The client lost its token with its process, so requesting a new one is no breach. */
    clientRestarted(): void {
      current.clear();
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
