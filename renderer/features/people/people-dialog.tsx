import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';
import { Question } from '../../ui/question.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'new' | 'merge' }
  | { readonly kind: 'edit'; readonly person: PersonRow }
  | { readonly kind: 'forget'; readonly people: readonly PersonRow[] };

interface PeopleDialogProps {
  readonly open: OpenDialog;
  readonly people: readonly PersonRow[];
  readonly locale: string;
  readonly onSaved: (who: string) => void;
  readonly onMerged: (who: string) => void;
  readonly onAskToForget: (email: string) => void;
  readonly onForget: (people: readonly PersonRow[]) => void | Promise<void>;
  readonly onClose: () => void;
}

export function PeopleDialog({
  open,
  people,
  locale,
  onAskToForget,
  onForget,
  onSaved,
  onMerged,
  onClose,
}: PeopleDialogProps) {
  const { t } = useTranslation();
  if (open.kind === 'merge') return <MergeDialog people={people} onMerged={onMerged} onClose={onClose} />;
  if (open.kind === 'forget') {
    const [first] = open.people;
    return (
      <Question
        title={t('people.forgetTitle', { count: open.people.length, who: first?.name || first?.email })}
        text={t('people.forgetText')}
        yes={t('people.forgetConfirm')}
        onYes={() => onForget(open.people)}
        onNo={onClose}
      />
    );
  }
  return (
    <PersonDialog
      person={open.kind === 'edit' ? open.person : null}
      locale={locale}
      onSaved={onSaved}
      onForget={onAskToForget}
      onClose={onClose}
    />
  );
}
