import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import { limits } from '../../../preload/contract/limits.ts';
import styles from './folders.module.css';

/** Shows what a person should know about the place of a folder. */
export function FolderRemarks({ folder }: { readonly folder: WatchedFolder }) {
  const { t } = useTranslation();
  const { remarks, others, unread, isCut, loneSidecars } = folder;
  const who = others.join(', ');
  if (remarks.length === 0 && others.length === 0 && unread + loneSidecars === 0 && !isCut) return null;
  return (
    <ul className={styles['remarks']}>
      {remarks.map((remark) => (
        <li key={remark}>{t(`folders.remark.${remark}`, { who })}</li>
      ))}
      {unread > 0 && <li>{t('folders.unread', { count: unread })}</li>}
      {loneSidecars > 0 && <li>{t('folders.loneSidecars', { count: loneSidecars })}</li>}
      {isCut && <li>{t('folders.tooMany', limits.watched)}</li>}
      {others.length > 0 && !remarks.includes('cloud-shared') && <li>{t('folders.others', { who })}</li>}
    </ul>
  );
}
