import { ListChecks } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { laterPart } from '../../language/later-part.ts';
import { useShortcut } from '../../store/shortcuts.ts';
import { useUi } from '../../store/ui.ts';
import { Button } from '../../ui/button.tsx';

const BulkSheet = laterPart(async () => (await import('./bulk-sheet.tsx')).BulkSheet);

/** Loads the sheet when the pointer reaches the button. */
const prepare = () => void BulkSheet.prepare();

async function open(state: State): Promise<void> {
  const { openBulk } = await import('./bulk-store.ts');
  openBulk(state);
}

/** Shows the button for sending many documents, and the sheet it opens. */
export function BulkButton({ state }: { state: State }) {
  const { t } = useTranslation();
  const isOpen = useUi((ui) => ui.bulk);
  const press = useCallback(() => void open(state), [state]);
  useShortcut('bulk', press);
  return (
    <>
      <Button onHoverStart={prepare} onFocus={prepare} onPress={press}>
        <ListChecks size={16} aria-hidden="true" />
        <span data-short>{t('send.many')}</span>
      </Button>
      {isOpen && <BulkSheet state={state} />}
    </>
  );
}
