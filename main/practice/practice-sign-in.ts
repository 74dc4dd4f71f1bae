import type { Done } from '../../preload/contract/answer.ts';
import type { Connection, ConnectionFields } from '../../preload/contract/connection.ts';
import type { Language } from '../../preload/contract/language.ts';
import { isLeftPractice, practiceConnectionId } from '../../preload/contract/limits.ts';
import type { Desktop } from '../platform/desktop.ts';
import { done, refuse } from '../problems/refuse.ts';
import { Secret } from '../signing/secret.ts';
import type { Texts } from '../words/texts.ts';
import type { Practice } from './practice.ts';
import { practiceHost } from './practice-http.ts';

interface PracticeSignInDeps {
  readonly practice: Practice;
  readonly desktop: Pick<Desktop, 'openInBrowser'>;
  readonly texts: Texts;
  readonly language: () => Language;
  readonly book: {
    find(connectionId: string): Connection | undefined;
    putPractice(fields: ConnectionFields): Connection;
  };
  readonly signIn: {
    give(connection: Connection, username: string, password: Secret): Promise<Done>;
    forget(connection: Connection): Promise<Done>;
  };
  /** Forgets what the app knows of its documents, and which folders send there. */
  readonly forgetWork: () => Promise<void>;
  /** Shows another connection, or the first screen. */
  readonly showOther: () => void;
}

/** Signs people in to the practice service and out again. */
export function createPracticeSignIn(deps: PracticeSignInDeps) {
  const { practice, desktop, texts, language, book, signIn, forgetWork, showOther } = deps;

  let forgetting: Promise<unknown> = Promise.resolve();

  /** Nobody would see which document a notification means, or why a folder is taken. */
  async function forgetAll(): Promise<void> {
    await forgetWork();
    await practice.remove();
  }

  /** Signs out and deletes the documents of the practice service. */
  async function leaveNow(connection: Connection): Promise<Done> {
    const left = await signIn.forget(connection);
    if (!left.ok) return left;
    try {
      await forgetAll();
    } finally {
      showOther();
    }
    return done;
  }

  /** Nobody begins anew before that is over: it would be deleted with the former one. */
  function leave(connection: Connection): Promise<Done> {
    const leaving = forgetting.then(() => leaveNow(connection));
    forgetting = leaving.catch(() => {});
    return leaving;
  }

  return {
    /** Makes an account there, and keeps its password as every other one. */
    async begin() {
      if (!practice.isAllowed) return refuse('set-by-policy');
      await forgetting;
      const known = book.find(practiceConnectionId);
      // Another account would see nothing of what this one has sent.
      if (known?.signedIn === 'yes') return { ok: true as const, connectionId: known.id };
      const service = await practice.running();
      const { clientId } = service.connectionOf('public');
      const at = `https://${practiceHost}`;
      const connection = book.putPractice({
        name: texts()('connection.practice'),
        environment: 'test',
        base: `${at}/api/v1`,
        auth: at,
        admin: at,
        identity: `${at}/identity`,
        clientId,
        clientForm: 'public',
        kid: '',
        actions: '',
      });
      const { username, password } = service.practice.register.createUser(clientId);
      const kept = await signIn.give(connection, username, new Secret(password));
      return kept.ok ? { ok: true as const, connectionId: connection.id } : kept;
    },
    /** Opens the e-mails that would have been sent, where the person signs for others. */
    async openMail(): Promise<Done> {
      const address = await practice.pages(language());
      return (await desktop.openInBrowser(address)) ? done : refuse('browser-not-opened', { address });
    },
    leave,
    /**
     * Ends the practice if the IT department forbids it while somebody practises, as nothing of it would answer any more.
     * Forgets what is still there of one that was ended: the app may have ended in between.
     */
    async start(): Promise<void> {
      const connection = book.find(practiceConnectionId);
      if (connection === undefined || (isLeftPractice(connection) && connection.hasSecret)) return;
      if (isLeftPractice(connection)) {
        const ending = forgetAll();
        forgetting = ending.catch(() => {});
        await ending;
      } else if (!practice.isAllowed) await leave(connection);
    },
  };
}

export type PracticeSignIn = ReturnType<typeof createPracticeSignIn>;
