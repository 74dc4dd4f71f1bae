import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './connect.module.css';

interface JustPastedProps {
  /** The user name. Null: the service has not taken the password, so nothing good is said of it. */
  readonly username: string | null;
}

/** Says what was found in a paste, and offers to clear the clipboard, where the password still is. */
export function JustPasted({ username }: JustPastedProps) {
  const { t } = useTranslation();
  const [clipboard, setClipboard] = useState<'clipboard' | 'clipboardCleared' | 'clipboardOther'>('clipboard');
  const run = useOneAtATime();

  async function clearClipboard(): Promise<void> {
    const { cleared } = await ask(bridge().account.clearClipboard());
    setClipboard(cleared ? 'clipboardCleared' : 'clipboardOther');
  }

  return (
    <div className={username === null ? undefined : styles['found']}>
      {username !== null && <p>{t('signIn.recognised', { username })}</p>}
      <div className={styles['line']}>
        {clipboard === 'clipboard' && <p>{t('signIn.clipboard')}</p>}
        {/* Read out when it changes, and not at the beginning. */}
        <output>{clipboard !== 'clipboard' && t(`signIn.${clipboard}`)}</output>
        <Button onPress={() => void run(clearClipboard)}>{t('signIn.clearClipboard')}</Button>
      </div>
    </div>
  );
}
