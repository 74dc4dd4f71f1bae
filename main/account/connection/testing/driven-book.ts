import { emptyState } from '../../../../preload/contract/empty-state.ts';
import { sampleRule } from '../../../folders/testing/sample-rule.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Keychain } from '../../../keychain/keychain.ts';
import { Secret } from '../../../signing/secret.ts';
import { createPublishedState } from '../../../state/published-state.ts';
import { stoppedClock } from '../../../testing/clocks.ts';
import { memoryKeychain } from '../../../testing/memory-keychain.ts';
import { emptyReading } from '../../../tracking/reading.ts';
import { createAccountSecrets } from '../../account-secrets.ts';
import { sampleFields } from '../../testing/sample-connection.ts';
import { type ConnectionBookDeps, createConnectionBook, createForgetSecrets } from '../connection-book.ts';

export const fields = { ...sampleFields, name: 'Muster: AG', clientForm: 'client-secret' as const };

/** Creates what connection books of one computer share. A test drives its keychain, its keys and the person. */
export function createDrivenBook() {
  const { journal } = openJournal(':memory:');
  const driven = {
    journal,
    /** The entries of the keychain. */
    kept: new Map<string, string>(),
    keyFile: { kind: 'ok' },
    /** Connections for which something is being sent. */
    busy: new Set<string>(),
    changed: new Array<string>(),
    beforeSet: () => {},
    onForget: () => {},
    /** The admin pages before and after, of which the person was asked. */
    asked: new Array<string[]>(),
    answer: true,
    whileAsked: () => {},
  };

  /** Starts the app, as far as its connections need it. */
  function start(onlyConnection: string | null = null, givenCopies: ConnectionBookDeps['givenCopies'] = null) {
    const keychain = memoryKeychain(driven.kept);
    const set: Keychain['set'] = (name, secret) => {
      driven.beforeSet();
      return keychain.set(name, secret);
    };
    const secrets = createAccountSecrets({ keychain: { ...keychain, set } });
    const state = createPublishedState(emptyState);
    const forget = async () => (driven.onForget(), driven.keyFile);
    const book = createConnectionBook({
      clock: stoppedClock(),
      journal,
      state,
      secrets,
      forgetSecrets: createForgetSecrets({ secrets, keyPairs: { forget } }),
      newId: () => 'id1',
      allowLoopback: false,
      documentsFolder: '/home/anna/Documents',
      givenCopies,
      given: onlyConnection,
      isOnlyGiven: onlyConnection !== null,
      isInUse: (id) => driven.busy.has(id),
      onChanged: (id) => void driven.changed.push(id),
      async confirmAdminPage(before, after) {
        driven.asked.push([before.admin, after.admin]);
        driven.whileAsked();
        driven.whileAsked = () => {};
        return driven.answer;
      },
    });
    return { book, state, secrets };
  }

  /** Starts with a connection that has a sign-in, a password, documents and a deadline. */
  async function inUse() {
    const started = start();
    await started.book.save(fields, 'client secret');
    await started.secrets.savePassword({ id: 'id1', environment: 'production' }, new Secret('password'));
    started.book.change('id1', { signedIn: 'yes', username: 'service-1', person: 'Anna' });
    journal.documentsSeen.replace('id1', [
      {
        id: 'd',
        name: 'Old.pdf',
        mimeType: '',
        documentStatus: 'draft',
        signStatus: null,
        canWithdraw: false,
        canDelete: true,
      },
    ]);
    journal.deadlines.set('id1', 'next-check', 99);
    journal.readings.save('id1', { ...emptyReading('service-1', 1), read: 1, largest: 1 }, null);
    const seen = { at: 1, before: null, account: 'service-1' };
    for (const id of ['id1', 'other']) {
      journal.documentFacts.see(id, [{ id: 'd', status: 'signed' }], seen);
      const content = { ...sampleRule, account: 'service-1' };
      journal.folders.save({ id: `folder of ${id}`, connectionId: id, label: '/inbox', content }, 1);
    }
    driven.changed.length = 0;
    return started;
  }

  return Object.assign(driven, { start, inUse });
}

export type DrivenBook = ReturnType<typeof createDrivenBook>;
