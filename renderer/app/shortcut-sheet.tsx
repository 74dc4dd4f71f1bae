import { useTranslation } from 'react-i18next';
import { shortcuts } from '../../preload/contract/shortcuts.ts';
import { isMac, sayKeys } from '../store/shortcuts.ts';
import { Actions } from '../ui/actions.tsx';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './palette.module.css';

/** Shows all shortcuts, for reading. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const named = {
    Enter: t('shortcuts.keys.enter'),
    Del: t('shortcuts.keys.del'),
    Space: t('shortcuts.keys.space'),
    'Shift+Space': t('shortcuts.keys.shiftSpace'),
    'Shift+↑ ↓': t('shortcuts.keys.shiftArrows'),
    'Mod+Enter': `${isMac ? '⌘' : 'Ctrl+'}${t('shortcuts.keys.enter')}`,
    'Shift+F6': t('shortcuts.keys.shiftF6'),
  };
  return (
    <ModalDialog title={t('shortcuts.name.sheet')} onClose={onClose}>
      <dl className={styles['sheet']}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.id} className={styles['line']}>
            <dt>{t(`shortcuts.name.${shortcut.id}`)}</dt>
            <dd>
              <kbd className={styles['keys']}>{sayKeys(shortcut, named)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Actions end>
        <Button look="primary" onPress={onClose}>
          {t('send.close')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
