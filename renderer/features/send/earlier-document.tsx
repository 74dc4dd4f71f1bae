import { useTranslation } from 'react-i18next';
import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import { sayDate } from '../../language/say-moment.ts';
import { shownName } from '../../ui/shown-name.ts';
import styles from './files-pane.module.css';

/** The most names in a list. Longer lists hide what follows them. */
const mostNames = 3;

interface EarlierDocumentProps {
  readonly earlier: TakenBefore;
  readonly locale: string;
}

/** Says that the same content was sent before, and what that means. Send stays possible. */
export function EarlierDocument({ earlier, locale }: EarlierDocumentProps) {
  const { t } = useTranslation();
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
