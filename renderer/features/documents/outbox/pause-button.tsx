import { Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

/** Pauses the queue. The notice has the button to resume. */
export function PauseButton({ onPause }: { onPause: (paused: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Button look="quiet" data-pause onPress={() => onPause(true)}>
      <Pause size={16} aria-hidden="true" />
      <span data-short>{t('outbox.pause')}</span>
    </Button>
  );
}
