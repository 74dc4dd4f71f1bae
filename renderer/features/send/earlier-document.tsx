import { useTranslation } from 'react-i18next';
import { sayDate } from '../../language/say-moment.ts';
import { shownName } from '../../ui/shown-name.ts';
import styles from './files-pane.module.css';
import { earlierFor, type Sheet, type SheetFile } from './sheet.ts';

/** The most names in a list. Longer lists hide what follows them. */
const mostNames = 3;

interface EarlierDocumentProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  readonly locale: string;
}

/** Says that the same content was sent before, and what that means. Send stays possible. */
export function EarlierDocument({ sheet, file, locale }: EarlierDocumentProps) {
  const { t } = useTranslation();
  const earlier = earlierFor(sheet, file);
  if (earlier === undefined) return null;
  const { state, name, acceptedAt, signees } = earlier;
  const named = signees.slice(0, mostNames);
  const others = signees.length - named.length;
  const all = others > 0 ? [...named, t('submission.morePeople', { count: others })] : named;
  const who = new Intl.ListFormat(locale).format(all);
  const about = { name: shownName(name), date: sayDate(acceptedAt, locale), who: who === '' ? '–' : who };
  return (
    <p role="status" className={styles['remark']}>
      {t(`send.earlier.${state}`, about)}
    </p>
  );
}
