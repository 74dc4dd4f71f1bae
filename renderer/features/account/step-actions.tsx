import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMirror } from '../../app/stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import styles from './connect.module.css';
import { cancelConnecting } from './enter-connecting.ts';

/** The way on and the way back; out of it where there is something to go back to. */
export function StepActions({ children, onBack }: { children?: ReactNode; onBack?: () => void }) {
  const { t } = useTranslation();
  const elsewhere = useMirror((mirror) => typeof mirror.state?.active === 'string');
  return (
    <div className={styles['actions']}>
      {children}
      {onBack && <Button onPress={onBack}>{t('connect.back')}</Button>}
      {elsewhere && (
        <Button look="quiet" onPress={cancelConnecting}>
          {t('connect.cancel')}
        </Button>
      )}
    </div>
  );
}
