import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import styles from '../files-pane.module.css';
import type { SheetFile } from '../sheet.ts';
import { separate } from './join-actions.ts';

interface JoinedFromProps {
  readonly id: string;
  readonly parts: readonly SheetFile[];
  readonly locale: string;
}

/** Says which files a document was made from. They can come back. */
export function JoinedFrom({ id, parts, locale }: JoinedFromProps) {
  const { t } = useTranslation();
  const names = new Intl.ListFormat(locale).format(parts.map(({ name }) => shownName(name)));
  return (
    <p className={styles['add']}>
      <span role="status" className={styles['quiet']}>
        {t('send.join.madeFrom', { names })}
      </span>
      <Button look="quiet" onPress={() => void separate(id)}>
        {t('send.join.separate')}
      </Button>
    </p>
  );
}
