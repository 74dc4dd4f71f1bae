import { Funnel, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { anyFolder } from '../../../preload/contract/list-choices.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useStatusWords } from './entry/status-words.ts';
import styles from './filters.module.css';
import { choose, useListQuery } from './rows/list-query.ts';

const FilterPopover = lazyPart(async () => (await import('./filter-popover.tsx')).FilterPopover);

/** Opens the filters and the order of the list. */
export function FilterButton() {
  const { t } = useTranslation();
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <span ref={place}>
      <Button look="quiet" aria-expanded={open} onPress={() => setOpen(true)}>
        <Funnel size={16} aria-hidden="true" />
        <span data-short>{t('documents.filter')}</span>
      </Button>
      {open && <FilterPopover triggerRef={place} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** Shows the filters that are on. Each can be removed. `onLeave`: the chip that had the focus is gone. */
export function FilterChips({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const { statuses, signStatuses, person, profile, folder, soon, unsaved } = useListQuery();
  const profileName = useMirror(({ state }) => state?.profiles.find(({ id }) => id === profile)?.name);
  const folderName = useMirror(({ state }) => state?.folders.find(({ id }) => id === folder)?.name);
  const chips = [
    ...statuses.map((status) => ({
      id: `status ${status}`,
      text: words.document(status),
      remove: () => choose({ statuses: statuses.filter((one) => one !== status) }),
    })),
    ...signStatuses.map((status) => ({
      id: `signing ${status}`,
      text: words.signing(status),
      remove: () => choose({ signStatuses: signStatuses.filter((one) => one !== status) }),
    })),
    ...(person === '' ? [] : [{ id: 'person', text: person, remove: () => choose({ person: '' }) }]),
    ...(profile === ''
      ? []
      : [
          {
            id: 'profile',
            text: profileName ?? t('documents.filterBy.removedProfile'),
            remove: () => choose({ profile: '' }),
          },
        ]),
    ...(soon ? [{ id: 'soon', text: t('documents.filterBy.soon'), remove: () => choose({ soon: false }) }] : []),
    ...(unsaved
      ? [{ id: 'unsaved', text: t('documents.filterBy.unsaved'), remove: () => choose({ unsaved: false }) }]
      : []),
    ...(folder === ''
      ? []
      : [
          {
            id: 'folder',
            text: folderName ?? t(`documents.filterBy.${folder === anyFolder ? 'folder' : 'removedFolder'}`),
            remove: () => choose({ folder: '' }),
          },
        ]),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles['chips']}>
      {chips.map(({ id, text, remove }) => (
        <li key={id}>
          <Button
            look="quiet"
            aria-label={t('documents.filterBy.off', { name: text })}
            onPress={() => {
              remove();
              onLeave();
            }}
          >
            {text}
            <X size={14} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
