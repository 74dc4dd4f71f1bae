import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { VerifyHistory } from '../evidence/verify-history.tsx';
import styles from './settings.module.css';
import { SignedCopies } from './signed-copies.tsx';
import { SpoolSpace } from './spool-space.tsx';
import { Transfer } from './transfer.tsx';

/** Shows the data folder without a choice: moving it while documents are sent could lose them. */
function DataFolder({ folder }: { folder: string }) {
  const { t } = useTranslation();
  return (
    <section className={styles['section']} aria-labelledby="data">
      <h2 id="data">{t('settings.data')}</h2>
      <p className={styles['path']}>{folder}</p>
      <p className={styles['quiet']}>{t('settings.dataHint')}</p>
      <div>
        <Button onPress={() => void ask(bridge().settings.showData())}>{t('settings.dataShow')}</Button>
      </div>
    </section>
  );
}

export function StoragePage({ state }: { state: State }) {
  return (
    <>
      <SignedCopies state={state} />
      <SpoolSpace spool={state.outbox.spool} locale={state.locale} />
      <DataFolder folder={state.dataFolder} />
      <Transfer state={state} />
      <VerifyHistory />
    </>
  );
}
