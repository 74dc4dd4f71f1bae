import { FileSpreadsheet, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saySize } from '../../../language/amounts.ts';
import { useMirror } from '../../../store/mirror.ts';
import styles from './preview.module.css';

interface OfficeCardProps {
  readonly name: string;
  readonly kind: 'docx' | 'xlsx';
  readonly size: number;
}

const icons = { docx: FileText, xlsx: FileSpreadsheet };

/** Shows facts instead of pages: only the service converts Office files, so there is no true preview. */
export function OfficeCard({ name, kind, size }: OfficeCardProps) {
  const { t, i18n } = useTranslation();
  const locale = useMirror((mirror) => mirror.state?.locale) ?? i18n.language;
  const Icon = icons[kind];
  return (
    <div className={styles['card']}>
      <Icon size={48} strokeWidth={1.25} aria-hidden="true" className={styles['cardIcon'] ?? ''} />
      <p className={styles['cardName']}>{name}</p>
      <p className={styles['cardFacts']}>
        {t(`preview.${kind}`)} · {saySize(size, locale)}
      </p>
      <p className={styles['cardNote']}>{t('preview.converts')}</p>
    </div>
  );
}
