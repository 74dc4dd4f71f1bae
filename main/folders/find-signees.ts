import type { Problem } from '../../preload/contract/problem.ts';
import { problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';
import type { FoundSignees } from './choices-of-file.ts';

interface FindSigneesDeps {
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'scanPredefined'> | null;
}

/** Asks the service for the people in the fields of a PDF. The service does not keep the file. */
export function findSignees({ state, clientOf }: FindSigneesDeps) {
  return async (
    connectionId: string,
    { path, size, name }: { readonly path: string; readonly size: number; readonly name: string },
  ): Promise<FoundSignees | Problem> => {
    const client = clientOf(connectionId);
    if (client === null) return { key: 'signed-out', params: {} };
    const scan = await client.scanPredefined({ path, size, name, type: 'application/pdf' });
    if (!scan.ok) {
      const base = state.get().connections.find(({ id }) => id === connectionId)?.fields.base ?? '';
      return problemOfFailure(scan.failure, base);
    }
    const found = new Map<string, { email: string; order: number | null }>();
    for (const { email, signOrder } of scan.value.signatureFields)
      if (email !== null && !found.has(email.toLowerCase()))
        found.set(email.toLowerCase(), { email, order: signOrder });
    return [...found.values()];
  };
}
