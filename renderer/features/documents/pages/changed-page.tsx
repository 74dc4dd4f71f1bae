import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownChange } from '../../../../preload/contract/copy-verdict.ts';
import { Notice } from '../../../ui/notice.tsx';
import { noFields } from '../../send/preview/field-place.ts';
import type { PdfVerdict } from '../../send/preview/pdf-verdict.ts';
import { Preview } from '../../send/preview/preview.tsx';
import styles from './pages.module.css';
import { Note, PagesDialog } from './pages-dialog.tsx';
import { useHeldCopy } from './use-held-copy.ts';

/** A signed copy, with the content that was checked. */
export interface CheckedCopy {
  /** Of the document. */
  readonly id: string;
  readonly sha256: string;
}

interface ChangedPageProps {
  readonly copy: CheckedCopy;
  readonly change: ShownChange;
  readonly onClose: () => void;
}

function Page({ copy, change }: Omit<ChangedPageProps, 'onClose'>) {
  const { t } = useTranslation();
  const found = useHeldCopy({ of: 'signed', ...copy });
  const [verdict, setVerdict] = useState<PdfVerdict | null>(null);
  const wanted = useMemo(() => ({ page: change.page, places: change.places }), [change]);
  if (found === null) return null;
  if (found.kind === 'none') return <Notice problem={found.problem} />;
  if (verdict?.kind === 'failed') return <Note>{t('pages.failed')}</Note>;
  return (
    <Preview
      {...found}
      name={change.what}
      fields={noFields}
      onVerdict={setVerdict}
      fits="page"
      arrives
      wanted={wanted}
    />
  );
}

/** Shows the page of a change in the signed copy, with its place marked. A file that is another one now says so. */
export function ChangedPage({ copy, change, onClose }: ChangedPageProps) {
  const { t } = useTranslation();
  return (
    <PagesDialog title={t('verdict.onPage.title', { what: change.what })} onClose={onClose}>
      <div className={styles['pages']}>
        <Page copy={copy} change={change} />
      </div>
    </PagesDialog>
  );
}
