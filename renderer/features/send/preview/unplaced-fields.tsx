import { useTranslation } from 'react-i18next';
import type { PreviewField } from './field-place.ts';
import styles from './reader.module.css';

/** Lists fields that are on no page. We do not draw them at a guessed place. */
export function UnplacedFields({ fields }: { readonly fields: readonly PreviewField[] }) {
  const { t, i18n } = useTranslation();
  if (fields.length === 0) return null;
  const names = fields.map(({ email, name }) => email ?? name ?? t('preview.nobody'));
  const who = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(new Set(names));
  return <p className={styles['unplaced']}>{t('preview.unplaced', { count: fields.length, who })}</p>;
}
