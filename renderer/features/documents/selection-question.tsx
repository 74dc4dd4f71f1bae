import { useTranslation } from 'react-i18next';
import type { RowSelection, SelectionSummary } from '../../../preload/contract/selection.ts';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import styles from './selection.module.css';

export type AskedAction = Exclude<SelectionAction, 'remind'>;

const looks = {
  save: 'primary',
  withdraw: 'danger',
  delete: 'danger',
  archive: 'primary',
  unarchive: 'primary',
} as const;

interface SelectionQuestionProps {
  readonly action: AskedAction;
  readonly verdict: SelectionSummary['actions'][AskedAction];
  readonly selection: RowSelection;
  readonly onYes: (action: AskedAction, selection: RowSelection, stamp: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks once for all rows: what happens, with how many, and why not with the others. */
export function SelectionQuestion({ action, verdict, selection, onYes, onClose }: SelectionQuestionProps) {
  const { t } = useTranslation();
  const { can, cannot, stamp } = verdict;
  const others = cannot.reduce((sum, { count }) => sum + count, 0);
  return (
    <ModalDialog
      title={can === 0 ? t(`selection.none.${action}`) : t(`selection.ask.${action}`, { count: can })}
      role="alertdialog"
      onClose={onClose}
    >
      {can > 0 && <p>{t(`selection.means.${action}`)}</p>}
      {others > 0 && (
        <div>
          <p>{t('selection.cannot', { count: others })}</p>
          <ul className={styles['reasons']}>
            {cannot.map(({ why, count }) => (
              <li key={why}>
                <span className={styles['number']}>{count}</span> {t(`selection.why.${why}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Actions end>
        <Button onPress={onClose}>{t(can > 0 ? 'connect.cancel' : 'selection.close')}</Button>
        {can > 0 && (
          <Button look={looks[action]} onPress={() => void onYes(action, selection, stamp)}>
            {t(`selection.action.${action}`)}
          </Button>
        )}
      </Actions>
    </ModalDialog>
  );
}
