import { useTranslation } from 'react-i18next';
import type { RowSelection } from '../../../preload/contract/selection.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';

interface RemindPeopleProps {
  readonly selection: RowSelection;
  readonly onClose: () => void;
}

/** Reminds the people who can sign these documents now, one after the other. Each gets a mail of their own. */
export function RemindPeople({ selection, onClose }: RemindPeopleProps) {
  const { t } = useTranslation();
  const found = useAnswer(() => bridge().waiting.among({ selection }), [selection]);
  if (found === null) return null;
  const { people, total, unread } = found;
  const notes = (
    <>
      {total > people.length && <p>{t('selection.morePeople', { count: total - people.length })}</p>}
      {unread > 0 && <p>{t('selection.unread', { count: unread })}</p>}
    </>
  );
  if (people.length > 0)
    return (
      <ReminderDialog people={people} selection={selection} onClose={onClose}>
        {notes}
      </ReminderDialog>
    );
  return (
    <ModalDialog title={t(unread > 0 ? 'selection.noneYet' : 'selection.none.remind')} onClose={onClose}>
      {notes}
      <Actions end>
        <Button onPress={onClose}>{t('selection.close')}</Button>
      </Actions>
    </ModalDialog>
  );
}
