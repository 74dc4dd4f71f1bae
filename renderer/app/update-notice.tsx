import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../preload/contract/updates.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { useUi } from '../store/ui.ts';
import { Button } from '../ui/button.tsx';
import styles from './update-notice.module.css';

/** Shows one quiet line. Later hides it until there is another version; Settings keeps showing it. */
export function UpdateNotice({ update }: { update: Extract<UpdateState, { readonly kind: 'ready' }> }) {
  const { t } = useTranslation();
  const { waits } = update;
  return (
    <output className={styles['line']}>
      <span>{t(waits === null ? 'updates.ready' : `updates.waits.${waits}`, { version: update.version })}</span>
      {waits === null && (
        <>
          <Button onPress={() => void ask(bridge().updates.install())}>{t('updates.restart')}</Button>
          <Button look="quiet" onPress={() => useUi.setState({ hiddenUpdate: update.version })}>
            {t('updates.later')}
          </Button>
        </>
      )}
    </output>
  );
}
