import { keychainName } from '../../main/keychain/keychain.ts';
import { createKeytarKeychain } from '../../main/keychain/keytar-keychain.ts';
import { Secret } from '../../main/signing/secret.ts';
import { systemClock } from '../../main/time/clock.ts';

/** Does one thing with the real keychain of its own session, after another (`get`, `set=TEXT`, `delete`, `check`), and prints each answer. */
const keychain = createKeytarKeychain({ clock: systemClock });
const name = keychainName('test.contract.password');

async function answer(verb: string, text: string): Promise<unknown> {
  if (verb === 'set') return await keychain.set(name, new Secret(text));
  if (verb === 'delete') return await keychain.delete(name);
  if (verb === 'check') return await keychain.check();
  const found = await keychain.get(name);
  return found.kind === 'ok' ? { kind: 'ok', secret: found.secret.reveal() } : found;
}

for (const step of process.argv.slice(2)) {
  const [verb = '', text = ''] = step.split('=');
  console.log(JSON.stringify(await answer(verb, text)));
}
