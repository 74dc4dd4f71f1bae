import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { limits } from '../../../preload/contract/limits.ts';
import styles from './folders.module.css';

/** Shows what a person should know about the place of a folder. */
export function FolderRemarks({ folder }: { readonly folder: WatchedFolder }) {
  const { t } = useTranslation();
  const { remarks, others, unread, isCut, loneSidecars, leftOut } = folder;
  const who = others.join(', ');
  const names = leftOut.join(', ');
  if (remarks.length + others.length + unread + loneSidecars + leftOut.length === 0 && !isCut) return null;
  return (
    <ul className={styles['remarks']}>
      {remarks.map((remark) => (
        <li key={remark}>{t(`folders.remark.${remark}`, { who })}</li>
      ))}
      {unread > 0 && <li>{t('folders.unread', { count: unread })}</li>}
      {loneSidecars > 0 && <li>{t('folders.loneSidecars', { count: loneSidecars })}</li>}
      {names !== '' && <li>{t('folders.leftOut', { names })}</li>}
      {isCut && <li>{t('folders.tooMany', limits.watched)}</li>}
      {others.length > 0 && !remarks.includes('cloud-shared') && <li>{t('folders.others', { who })}</li>}
    </ul>
  );
}
