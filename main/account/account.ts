import { randomUUID } from 'node:crypto';
import { createOperations, type OperationsDeps } from '../documents/operations.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Network } from '../network/network.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { Practice } from '../practice/practice.ts';
import { createPracticeSignIn } from '../practice/practice-sign-in.ts';
import type { ForeignReader } from '../reader-thread/foreign-reader.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { chooseLanguage } from '../words/language.ts';
import type { Texts } from '../words/texts.ts';
import { createAccountSecrets } from './account-secrets.ts';
import { createAvailableModes } from './available-modes.ts';
import { adminPageQuestion } from './connection/admin-address.ts';
import { type ConnectionBookDeps, createConnectionBook, createForgetSecrets } from './connection/connection-book.ts';
import { connectionIdOf } from './connection/connection-identity.ts';
import { createDiagnosis } from './diagnosis/diagnosis.ts';
import { createKeyPairs } from './keys/key-pairs.ts';
import { createLetters } from './letters.ts';
import { createSignIn } from './sign-in.ts';
import { createSigningClients } from './signing-clients.ts';
import { createSignInTests } from './test-sign-in.ts';

export interface AccountEvents {
  connectionChanged(connectionId: string): void;
  /** Reports that a new password or key pair is stored, or that the old one was removed. */
  credentialsChanged(connectionId: string): void;
  signedIn(connectionId: string): void;
  /** Reports that another service user signed in, who sees other documents and has other rights. */
  otherAccount(connectionId: string): void;
}

interface AccountDeps {
  readonly allowLoopback: boolean;
  readonly clock: Clock;
  readonly desktop: Desktop;
  readonly documentsFolder: string;
  /** The folder for signed copies that the IT department has set. */
  readonly givenCopies: NonNullable<ConnectionBookDeps['givenCopies']> | null;
  readonly isInUse: (connectionId: string) => boolean;
  readonly journal: Journal;
  readonly keychain: Keychain;
  readonly keysFolder: string;
  /** The connection file that the IT department has set on this computer. */
  readonly givenConnection: string | null;
  readonly givenOperations: OperationsDeps['given'];
  readonly isOnlyGiven: boolean;
  readonly network: Network;
  readonly practice: Practice;
  /** Forgets what the app knows of the practice's documents, and which folders send there. */
  readonly forgetPractice: () => Promise<void>;
  /** Shows another connection, or the first screen. */
  readonly showOther: () => void;
  readonly reader: ForeignReader;
  readonly state: PublishedState;
  readonly tell: AccountEvents;
  readonly version: string;
  /** Finds the watched folder that would send the signed copies saved in this folder. */
  readonly watchedAt: (folder: string) => Promise<string | null>;
  readonly texts: Texts;
}

/** Connects the services for connections: addresses, secrets, key pairs, signing clients, sign-in. */
export function createAccount(deps: AccountDeps) {
  const { allowLoopback, clock, desktop, journal, keychain, network, reader, state, tell, texts, version } = deps;
  const secrets = createAccountSecrets({ keychain });
  const keyPairs = createKeyPairs({ folder: deps.keysFolder, secrets, now: clock.now });
  const forgetSecrets = createForgetSecrets({ secrets, keyPairs });
  const book = createConnectionBook({
    clock,
    journal,
    state,
    secrets,
    forgetSecrets,
    newId: (fields) => connectionIdOf(fields, state.get().connections) ?? randomUUID(),
    allowLoopback,
    documentsFolder: deps.documentsFolder,
    givenCopies: deps.givenCopies,
    given: deps.givenConnection,
    isOnlyGiven: deps.isOnlyGiven,
    isInUse: deps.isInUse,
    confirmAdminPage: (before, after) => desktop.ask(adminPageQuestion(texts(), before, after)),
    onChanged: tell.connectionChanged,
  });
  const clients = createSigningClients({
    http: network.http,
    practiceHttp: deps.practice.http,
    clock,
    secrets,
    keyPairs,
    find: book.find,
    onSecretLost: (id) => void (book.find(id)?.hasSecret && book.change(id, { hasSecret: false })),
    allowLoopback,
  });
  const operations = createOperations({ settings: journal.settings, find: book.find, given: deps.givenOperations });
  const signInTests = createSignInTests({ book, state, clientOf: clients.of, onSignedIn: tell.signedIn });
  const signIn = createSignIn({
    book,
    secrets,
    forgetSecrets,
    signInTests,
    reader,
    desktop,
    texts,
    watchedAt: deps.watchedAt,
    onCredentials: tell.credentialsChanged,
    onOtherAccount(connectionId) {
      modes.forget(connectionId);
      tell.otherAccount(connectionId);
    },
  });
  const diagnose = createDiagnosis({
    clock,
    desktop,
    state,
    probe: network.probe,
    version,
    documentsOf: journal.documentsSeen.list,
    operationsOf: operations.reportOf,
    clientOf: clients.of,
  });
  const modes = createAvailableModes({ clock, settings: journal.settings, state, clientOf: clients.of });
  const letters = createLetters({ desktop, texts, version });
  const { practice, forgetPractice, showOther } = deps;
  const practiceSignIn = createPracticeSignIn({
    practice,
    desktop,
    texts,
    language: () => chooseLanguage('system', [state.get().locale]),
    book,
    signIn,
    forgetWork: forgetPractice,
    showOther,
  });
  return { book, clients, diagnose, keyPairs, letters, modes, operations, practiceSignIn, signIn };
}

export type Account = ReturnType<typeof createAccount>;
