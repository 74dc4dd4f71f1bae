import { useTranslation } from 'react-i18next';
import type { SelectionSummary } from '../../../preload/contract/selection.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { shownName } from '../../ui/shown-name.ts';
import type { ActedAction, AskedRows } from './rows/asked-rows.ts';
import styles from './selection.module.css';

const looks = {
  send: 'primary',
  discard: 'danger',
  save: 'primary',
  withdraw: 'danger',
  delete: 'danger',
  archive: 'primary',
  unarchive: 'primary',
} as const;

interface SelectionQuestionProps extends Pick<AskedRows, 'parts' | 'cannot' | 'summary'> {
  readonly action: ActedAction;
  readonly onYes: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the people whom the documents ask to sign, so that a wrong one is noticed before anything is sent. */
function Recipients({ count, shown }: SelectionSummary['recipients']) {
  const { t } = useTranslation();
  return (
    <div>
      <p>{t('selection.recipients', { count })}</p>
      <ul className={styles['reasons']}>
        {shown.map(({ who, documents }) => (
          <li key={who}>{t('selection.recipient', { who: shownName(who), count: documents })}</li>
        ))}
        {count > shown.length && <li>{t('submission.morePeople', { count: count - shown.length })}</li>}
      </ul>
    </div>
  );
}

interface CountedProps {
  readonly counts: readonly { readonly text: string; readonly count: number }[];
}

function Counted({ counts }: CountedProps) {
  return (
    <ul className={styles['reasons']}>
      {counts.map(({ text, count }) => (
        <li key={text}>
          <span className={styles['number']}>{count}</span> {text}
        </li>
      ))}
    </ul>
  );
}

/** Asks once for all rows: what happens, with how many, and why not with the others. */
export function SelectionQuestion({ action, parts, cannot, summary, onYes, onClose }: SelectionQuestionProps) {
  const { t } = useTranslation();
  const can = parts.reduce((sum, part) => sum + summary.actions[part].can, 0);
  const others = cannot.reduce((sum, { count }) => sum + count, 0);
  return (
    <ModalDialog
      title={can === 0 ? t(`selection.none.${action}`) : t(`selection.ask.${action}`, { count: can })}
      role="alertdialog"
      onClose={onClose}
    >
      {can > 0 && action === 'send' && <Recipients {...summary.recipients} />}
      {parts.length > 1 ? (
        <Counted
          counts={(['delete', 'discard'] as const).map((part) => ({
            text: t(`selection.removes.${part}`),
            count: summary.actions[part].can,
          }))}
        />
      ) : (
        can > 0 && <p>{t(`selection.means.${action}`)}</p>
      )}
      {others > 0 && (
        <div>
          <p>{t('selection.cannot', { count: others })}</p>
          <Counted counts={cannot.map(({ why, count }) => ({ text: t(`selection.why.${why}`), count }))} />
        </div>
      )}
      <Actions end>
        <Button onPress={onClose}>{t(can > 0 ? 'connect.cancel' : 'selection.close')}</Button>
        {can > 0 && (
          <Button look={looks[action]} onPress={() => void onYes()}>
            {t(`selection.action.${action}`)}
          </Button>
        )}
      </Actions>
    </ModalDialog>
  );
}
