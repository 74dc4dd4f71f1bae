import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../ui/shown-name.ts';
import { noFields } from '../../send/preview/field-place.ts';
import type { PdfVerdict } from '../../send/preview/pdf-verdict.ts';
import { Preview } from '../../send/preview/preview.tsx';
import { type Entry, nameOf } from '../entry/entry.ts';
import { type HeldCopy, heldCopyOf } from './held-copy.ts';
import styles from './pages.module.css';
import { Note, PagesDialog } from './pages-dialog.tsx';
import { useHeldCopy } from './use-held-copy.ts';

/** Shows the pages of one copy, or why there are none. */
function Pages({ copy }: { readonly copy: HeldCopy }) {
  const { t } = useTranslation();
  const found = useHeldCopy(copy);
  const [verdict, setVerdict] = useState<PdfVerdict | null>(null);
  if (found === null) return null;
  if (found.kind === 'none') return <Note>{t('pages.none')}</Note>;
  if (verdict?.kind === 'failed') return <Note>{t('pages.failed')}</Note>;
  return (
    <Preview {...found} name={shownName(copy.name)} fields={noFields} onVerdict={setVerdict} fits="page" arrives />
  );
}

/** Tells whether an element uses keys itself: a button or the list of pages. */
const hasOwnKeys = (target: EventTarget) =>
  target instanceof Element && target.closest('button, [role="listbox"]') !== null;

/** Tells whether the area around the target can scroll: then keys scroll it first. */
function scrolls(target: EventTarget): boolean {
  const area = target instanceof Element ? target.closest('[role="region"]') : null;
  return area !== null && area.scrollHeight > area.clientHeight + 1;
}

interface QuickLookProps {
  readonly entry: Entry;
  /** Goes to the next or the last row of the list. Null: it stays at this one. */
  readonly onStep: ((step: 1 | -1) => void) | null;
  readonly onClose: () => void;
}

/** Shows the pages of a row in a calm sheet over the list. */
export function QuickLook({ entry, onStep, onClose }: QuickLookProps) {
  const { t } = useTranslation();
  const copy = heldCopyOf(entry);
  const name = shownName(nameOf(entry));
  const press = (event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (key === ' ' && !repeat && !hasOwnKeys(target)) {
      event.preventDefault();
      onClose();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !hasOwnKeys(target) && !scrolls(target)) {
      event.preventDefault();
      onStep?.(key === 'ArrowDown' ? 1 : -1);
    }
  };
  return (
    <PagesDialog title={name} onKey={press} onClose={onClose}>
      <div className={styles['pages']}>
        {copy === null ? <Note>{t('pages.none')}</Note> : <Pages key={copy.version} copy={copy} />}
      </div>
      {onStep && <p className={styles['keys']}>{t('pages.keys')}</p>}
    </PagesDialog>
  );
}
