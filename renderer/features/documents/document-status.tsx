import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, FilePen, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import styles from './documents.module.css';

const looks = {
  draft: { Icon: FilePen, tone: 'quiet' },
  'in-progress': { Icon: CircleDashed, tone: 'quiet' },
  signed: { Icon: CircleCheck, tone: 'ok' },
  withdrawn: { Icon: CircleSlash, tone: 'quiet' },
  rejected: { Icon: TriangleAlert, tone: 'warn' },
} as const;

const signings = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;

const isKnown = (status: string): status is keyof typeof looks => Object.hasOwn(looks, status);

/** One document in one line: its shape and words say the state before its colour does. */
export function DocumentStatus({ entry }: { entry: DocumentEntry }) {
  const { t } = useTranslation();
  const status = entry.documentStatus;
  const { Icon, tone } = isKnown(status) ? looks[status] : { Icon: CircleHelp, tone: 'quiet' };
  const signing = signings.find((known) => known === entry.signStatus);
  return (
    <>
      <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
      <span className={styles['name']} title={entry.name}>
        <bdi>{entry.name}</bdi>
      </span>
      <span className={styles['status']}>{isKnown(status) ? t(`documentStatus.${status}`) : status}</span>
      <span className={styles['signing']}>
        {signing ? t(`signStatus.${signing}`) : (entry.signStatus ?? t('signStatus.none'))}
      </span>
    </>
  );
}
