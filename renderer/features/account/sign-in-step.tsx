import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { hostOf, writtenHost } from '../../../shared/host.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { ArrivingHeading, useArrival } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { isTyping } from '../../ui/use-drop-and-paste.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { setConnecting, useConnecting } from './connecting.ts';
import { ConnectionHosts } from './connection-hosts.tsx';
import { KeyPair } from './key-pair.tsx';
import { StepActions } from './step-actions.tsx';

/**
 * Returns the user whose password is in the keychain. After a paste only this window knows the user: main waits for the
 * test.
 */
function useKept(connection: Connection): string | null {
  const found = useConnecting(({ found: name }) => name);
  const { username, signedIn } = connection;
  return username !== null && (signedIn === 'yes' || username === found) ? username : null;
}

interface KeptProps {
  readonly username: string;
  /** The person has just decided to keep it: the words get the focus. */
  readonly arrives: boolean;
  readonly onAgain: () => void;
}

/** Says whose password is saved. */
function Kept({ username, arrives, onAgain }: KeptProps) {
  const { t } = useTranslation();
  const words = useArrival<HTMLOutputElement>(arrives);
  return (
    <div className={styles['found']}>
      <output ref={words} tabIndex={-1}>
        {t('signIn.kept', { username })}
      </output>
      <Actions>
        <Button look="quiet" onPress={onAgain}>
          {t('signIn.again')}
        </Button>
      </Actions>
    </div>
  );
}

/**
 * Takes a paste from anywhere in the window, since people paste at once when they return from the browser. A field
 * takes its own pastes. `take` says whether it took the text.
 */
function usePastes(take: ((text: string) => boolean) | null): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const end = new AbortController();
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      if (latest.current?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    window.addEventListener('paste', paste, { signal: end.signal });
    return () => end.abort();
  }, []);
}

/** Keeps the pasted or typed text, until main has the password. */
function useTypedSignIn(connectionId: string) {
  const { pasted } = useConnecting();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [recognised, setRecognised] = useState(false);
  const run = useOneAtATime();

  function refuse(text: string, why: Problem): void {
    setConnecting({ pasted: text });
    setProblem(why);
  }
  async function recognise(text: string): Promise<void> {
    if (text.length > lengths.paste) {
      refuse(text, { key: 'paste-too-long', params: {} });
      return;
    }
    const answer = await ask(bridge().account.paste({ connectionId, text })).catch((error: unknown) => {
      setConnecting({ pasted: text });
      throw error;
    });
    if (!answer.ok) {
      refuse(text, answer.problem);
      return;
    }
    // Main has the password now. The page keeps no copy.
    setConnecting({ pasted: '', found: answer.username, justPasted: true, again: false });
    setRecognised(true);
  }
  /** Takes text pasted into the empty field without showing it, because it is most likely a password. */
  function takePaste(text: string): boolean {
    if (pasted !== '' || text.trim() === '') return false;
    void run(() => recognise(text));
    return true;
  }
  // One view later: a part that disappears together with its text would stay in memory, and the text with it.
  useEffect(() => {
    if (recognised) setConnecting({ step: 'test' });
  }, [recognised]);
  return { pasted, problem, tell: setProblem, takePaste, takeTyped: () => void run(() => recognise(pasted)) };
}

interface AdminPageProps {
  readonly connectionId: string;
  readonly tell: (problem: Problem | null) => void;
}

/** Leads to the page of the service that shows name and password. */
function AdminPage({ connectionId, tell }: AdminPageProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const run = useOneAtATime();
  async function open(): Promise<void> {
    const answer = await ask(bridge().account.openAdminPage({ connectionId }));
    setOpened(answer.ok);
    tell(answer.ok ? null : answer.problem);
  }
  return (
    <>
      <div className={styles['line']}>
        <Button look={opened ? 'plain' : 'primary'} onPress={() => void run(open)}>
          {t('signIn.open')}
          <ExternalLink size={16} aria-hidden="true" />
        </Button>
        <p>{t('signIn.explain')}</p>
      </div>
      <output>{opened && t('signIn.opened')}</output>
    </>
  );
}

/** Shows step two. The admin page shows name and password once. People copy the page and paste it here. */
export function SignInStep({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const { again } = useConnecting();
  const [keeping, setKeeping] = useState(false);
  const [asked, setAsked] = useState(false);
  const kept = useKept(connection);
  const { pasted, problem, tell, takePaste, takeTyped } = useTypedSignIn(connection.id);
  const showKept = kept !== null && !again;
  const host = hostOf(connection.fields.auth);
  const passwordGoesTo =
    host === null || host.isThisComputer ? undefined : t('connection.hosts.paste', { host: writtenHost(host) });

  function keep(): void {
    setConnecting({ pasted: '', again: false });
    setKeeping(true);
    tell(null);
  }
  usePastes(showKept ? null : takePaste);

  return (
    <Form
      className={styles['step'] ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        if (showKept) setConnecting({ step: 'test' });
        else takeTyped();
      }}
    >
      <ArrivingHeading level={2}>{t('signIn.title', { name: connection.fields.name })}</ArrivingHeading>
      <ConnectionHosts fields={connection.fields} />
      {connection.fields.clientForm === 'signed-assertion' && <KeyPair connection={connection} />}
      {showKept ? (
        <Kept
          username={kept}
          arrives={keeping}
          onAgain={() => {
            setAsked(true);
            setConnecting({ again: true });
          }}
        />
      ) : (
        <>
          <AdminPage connectionId={connection.id} tell={tell} />
          <TextInput
            label={t('signIn.paste')}
            hint={passwordGoesTo}
            value={pasted}
            onChange={(text) => setConnecting({ pasted: text })}
            onPasteText={takePaste}
            lines={4}
            masked
            startsFocused={asked}
          />
          {kept !== null && (
            <div>
              <Button look="quiet" onPress={keep}>
                {t('signIn.keep')}
              </Button>
            </div>
          )}
        </>
      )}
      {problem && <Notice problem={problem} />}
      <StepActions onBack={() => setConnecting({ step: 'connection' })}>
        <Button look={showKept || pasted !== '' ? 'primary' : 'plain'} type="submit">
          {t('connect.next')}
        </Button>
      </StepActions>
    </Form>
  );
}
