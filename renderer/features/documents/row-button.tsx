import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import styles from './document-list.module.css';
import { askRows } from './rows/asked-rows.ts';
import { IsEntrance } from './rows/is-entrance.ts';

interface RowButtonProps {
  readonly text: string;
  readonly name: string;
  readonly onPress: () => Promise<void>;
}

/** Shows a button over the deadline while the pointer, the focus or the selection is on the row. */
function RowButton({ text, name, onPress }: RowButtonProps) {
  const isEntrance = use(IsEntrance);
  return (
    <span className={styles['atHand']} data-at-hand>
      <Button
        aria-label={`${text} ${shownName(name)}`}
        excludeFromTabOrder={!isEntrance}
        onPress={() => void onPress()}
      >
        {text}
      </Button>
    </span>
  );
}

/** Reminds whoever has to sign now. */
export function RemindButton({ rowKey, name }: { readonly rowKey: string; readonly name: string }) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const remind = async () => askRows('remind', { keys: [rowKey] }, tell);
  return <RowButton text={t('waiting.remind')} name={name} onPress={remind} />;
}

/** Opens the signed copy. */
export function OpenButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const open = async () => {
    const answer = await ask(bridge().documents.openCopy({ id, how: 'open' }));
    tell(answer.ok ? null : answer.problem);
  };
  return <RowButton text={t('copy.open')} name={name} onPress={open} />;
}
