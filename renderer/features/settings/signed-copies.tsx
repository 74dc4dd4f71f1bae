import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CopyCheck } from '../../../preload/contract/document.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { presentConnections } from '../account/start-practice.ts';
import { BesideCopies } from './beside-copies.tsx';
import { CopyFolders } from './copy-folders.tsx';
import { CopyNamePattern } from './copy-name-pattern.tsx';
import styles from './settings.module.css';

function resultText(t: TFunction, check: CopyCheck, { active, connections }: State): string {
  const name = connections.find(({ id }) => id === check.connectionId)?.fields.name ?? '';
  if (check.connectionId !== active) return t('settings.copiesVerifyingOf', { ...check, name });
  if (check.running) return t('settings.copiesVerifying', check);
  if (check.done < check.all) return t('settings.copiesPartly', check);
  return t(check.damaged === 0 ? 'settings.copiesSame' : 'settings.copiesDamaged', check);
}

/** Shows the folder and the names of signed copies, and checks whether the copies are unchanged. */
export function SignedCopies({ state }: { state: State }) {
  const { t } = useTranslation();
  const { copyName, receipts, rescue, copyCheck, active } = state;
  const isRunning = copyCheck?.running === true;
  // The result of another connection says nothing about this one. While that is read, nothing else can be.
  const check = copyCheck?.connectionId === active || isRunning ? copyCheck : null;
  return (
    <section className={styles['section']} aria-labelledby="copies">
      <h2 id="copies">{t('settings.copies')}</h2>
      <CopyFolders connections={presentConnections(state)} />
      <CopyNamePattern saved={copyName} />
      <BesideCopies name="receipts" isOn={receipts} />
      <BesideCopies name="rescue" isOn={rescue} />
      <Actions>
        {isRunning ? (
          <Button key="stop" onPress={() => void ask(bridge().documents.stopVerifying())}>
            {t('settings.copiesVerifyStop')}
          </Button>
        ) : (
          <Button key="verify" onPress={() => void ask(bridge().documents.verifyCopies())}>
            {t('settings.copiesVerify')}
          </Button>
        )}
      </Actions>
      <p role="status">{check !== null && resultText(t, check, state)}</p>
      {check?.problem && <Notice problem={check.problem} />}
    </section>
  );
}
