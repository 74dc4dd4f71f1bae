import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../app/client.ts';
import { setConnecting, useUi } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';
import { KeyPair } from './key-pair.tsx';

/** Step two: the admin page shows name and password once; whatever was copied there is pasted here. */
export function SignInStep({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const pasted = useUi((ui) => ui.connecting.pasted);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [opened, setOpened] = useState(false);
  const [username, setUsername] = useState<string | null>(null);
  const [cleared, setCleared] = useState(false);
  const connectionId = connection.id;
  const run = useOneAtATime();

  async function openPage(): Promise<void> {
    const answer = await ask(bridge().account.openAdminPage({ connectionId }));
    setOpened(answer.ok);
    setProblem(answer.ok ? null : answer.problem);
  }

  async function recognise(text: string): Promise<void> {
    const answer = await ask(bridge().account.paste({ connectionId, text }));
    if (answer.ok) {
      // Main has it now; the page keeps no copy.
      setConnecting({ pasted: '' });
      setUsername(answer.username);
      setProblem(null);
    } else setProblem(answer.problem);
  }

  async function clearClipboard(): Promise<void> {
    const answer = await ask(bridge().account.clearClipboard());
    setCleared(answer.ok);
  }

  return (
    <Form
      className={styles['step'] ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        if (username === null) void run(() => recognise(pasted));
        else setConnecting({ step: 'test' });
      }}
    >
      <h2>{t('signIn.title', { name: connection.fields.name })}</h2>
      {username === null ? (
        <>
          {connection.fields.clientForm === 'signed-assertion' && <KeyPair connection={connection} />}
          <p>{t('signIn.explain')}</p>
          <div>
            <Button onPress={() => void run(openPage)}>
              {t('signIn.open')}
              <ExternalLink size={16} aria-hidden="true" />
            </Button>
          </div>
          <output>{opened && t('signIn.opened')}</output>
          <TextInput
            label={t('signIn.paste')}
            hint={t('signIn.pasteHint')}
            value={pasted}
            onChange={(text) => setConnecting({ pasted: text })}
            lines={5}
            maxLength={lengths.paste}
          />
        </>
      ) : (
        <div className={styles['found']}>
          <output>{t('signIn.recognised', { username })}</output>
          <p>{cleared ? t('signIn.clipboardCleared') : t('signIn.clipboard')}</p>
          <div className={styles['actions']}>
            {!cleared && <Button onPress={() => void run(clearClipboard)}>{t('signIn.clearClipboard')}</Button>}
            <Button look="quiet" onPress={() => setUsername(null)}>
              {t('signIn.again')}
            </Button>
          </div>
        </div>
      )}
      {problem && <Notice problem={problem} />}
      <div className={styles['actions']}>
        <Button look="primary" type="submit">
          {t('connect.next')}
        </Button>
        <Button onPress={() => setConnecting({ step: 'connection' })}>{t('connect.back')}</Button>
      </div>
    </Form>
  );
}
