import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMirror } from '../../store/mirror.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { cancelConnecting } from './enter-connecting.ts';

/** Shows the buttons Cancel, where there is a screen to return to, Back and Continue. */
export function StepActions({ children, onBack }: { children?: ReactNode; onBack?: () => void }) {
  const { t } = useTranslation();
  const elsewhere = useMirror((mirror) => typeof mirror.state?.active === 'string');
  return (
    <Actions end>
      {elsewhere && (
        <Button look="quiet" onPress={cancelConnecting}>
          {t('connect.cancel')}
        </Button>
      )}
      {onBack && <Button onPress={onBack}>{t('connect.back')}</Button>}
      {children}
    </Actions>
  );
}
