import type { ConnectionFields } from '../../../preload/contract/connection.ts';
import { diagnoseNetwork } from '../../network/diagnose-network.ts';
import { createSteps, type StepDeps } from '../../network/diagnosis-step.ts';
import type { NetworkProbe } from '../../network/network-probe.ts';
import type { SigningClient } from '../../signing/client.ts';
import type { Failure } from '../../signing/failure.ts';
import type { Outcome } from '../../signing/outcome.ts';

export interface ConnectionDiagnosisDeps extends StepDeps {
  readonly probe: NetworkProbe;
  readonly client: Pick<SigningClient, 'forgive' | 'signIn' | 'whoAmI' | 'availableModes' | 'download' | 'clockSkewMs'>;
  /** Asks the service for the `documentUrl` of any document. Null when there is no document. */
  readonly storageAddress: () => Promise<Outcome<string | null>>;
}

/** Diagnoses the network, the sign-in, the API and the storage, and reports each step when it ends. */
export async function diagnoseConnection(
  { auth, base, identity }: Pick<ConnectionFields, 'auth' | 'base' | 'identity'>,
  deps: ConnectionDiagnosisDeps,
): Promise<void> {
  const { client, probe } = deps;
  const steps = createSteps(deps);
  const reachable = new Map<string, boolean>();

  async function canReach(address: string): Promise<boolean> {
    const { origin } = new URL(address);
    const open = reachable.get(origin) ?? (await diagnoseNetwork(address, probe, steps));
    reachable.set(origin, open);
    return open;
  }

  const open = {
    auth: await canReach(auth),
    base: await canReach(base),
    identity: identity !== '' && (await canReach(identity)),
  };

  const signIn = () => {
    // Try a refused sign-in once more, because a person asked. Keep a token in use: the service wants no second one.
    client.forgive();
    return client.signIn();
  };
  const token = open.auth ? await steps.take('token', hostOf(auth), signIn) : steps.skip('token', hostOf(auth));

  if (token && open.identity) await steps.take('person', hostOf(identity), () => client.whoAmI());
  else steps.skip('person', hostOf(identity));

  const modes = () => client.availableModes();
  const skew = () => skewFacts(client.clockSkewMs());
  const api = token && open.base ? await steps.take('api', hostOf(base), modes, skew) : steps.skip('api', hostOf(base));

  const storage = api ? await deps.storageAddress() : null;
  if (storage && !storage.ok) await steps.take('storage', hostOf(base), async () => storage);
  else if (storage?.value && !isWebAddress(storage.value))
    await steps.take('storage', hostOf(base), async () => ({ ok: false, failure: badAddress(storage.value ?? '') }));
  else if (storage?.value && (await canReach(storage.value)))
    await steps.take('storage', hostOf(storage.value), () => fetchFirstBytes(client, storage.value ?? ''));
  else steps.skip('storage', hostOf(storage?.value ?? ''));
}

const isWebAddress = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

/** Returns the failure for a `documentUrl` that is no web address. */
function badAddress(address: string): Failure {
  return { kind: 'bad-address', certainty: 'permanent', details: `documentUrl: ${address.slice(0, 200)}` };
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? '';
}

const noticeableSkewMs = 60_000;

function skewFacts(skewMs: number): readonly string[] {
  if (Math.abs(skewMs) < noticeableSkewMs) return [];
  return [`clock of this computer ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'behind' : 'ahead'}`];
}

/** Downloads only the first bytes of the file, to test the storage. */
async function fetchFirstBytes(client: ConnectionDiagnosisDeps['client'], url: string): Promise<Outcome<unknown>> {
  const enough = new AbortController();
  const outcome = await client.download(
    { url, maxBytes: Number.MAX_SAFE_INTEGER, write: async () => enough.abort() },
    { signal: enough.signal },
  );
  return enough.signal.aborted ? { ok: true, value: undefined } : outcome;
}
