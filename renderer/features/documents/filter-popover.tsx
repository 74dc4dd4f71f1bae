import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import { anyFolder, everyRow, listSorts } from '../../../preload/contract/list-choices.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { documentStatuses, signStatuses, useStatusWords } from './entry/status-words.ts';
import styles from './filters.module.css';
import { choose, useListQuery } from './rows/list-query.ts';

interface StatusesProps {
  readonly title: string;
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly say: (status: string) => string;
  readonly onChange: (chosen: string[]) => void;
}

function Statuses({ title, options, chosen, say, onChange }: StatusesProps) {
  return (
    <fieldset className={styles['statuses']}>
      <legend>{title}</legend>
      {options.map((status) => (
        <CheckBox
          key={status}
          isSelected={chosen.includes(status)}
          onChange={(on) => onChange(options.filter((one) => (one === status ? on : chosen.includes(one))))}
        >
          {say(status)}
        </CheckBox>
      ))}
    </fieldset>
  );
}

/** Offers the watched folders by their names, or any of them. */
function FolderChoice({ chosen }: { readonly chosen: string }) {
  const { t } = useTranslation();
  const folders = useMirror(({ state }) => state?.folders)?.filter(({ isPreview }) => !isPreview) ?? [];
  if (folders.length === 0 && chosen === '') return null;
  const isOneOf = chosen === '' || chosen === anyFolder || folders.some(({ id }) => id === chosen);
  const textOf = ({ name, path }: { readonly name: string; readonly path: string }) =>
    folders.some((other) => other.name === name && other.path !== path) ? `${name} (${path})` : name;
  return (
    <label className={styles['profile']}>
      {t('documents.filterBy.origin')}
      <Select
        value={chosen}
        options={[
          { id: '', text: t('documents.filterBy.anyOrigin') },
          { id: anyFolder, text: t('documents.filterBy.folder') },
          ...folders.map((folder) => ({ id: folder.id, text: textOf(folder) })),
          ...(isOneOf ? [] : [{ id: chosen, text: t('documents.filterBy.removedFolder') }]),
        ]}
        onChange={(id) => choose({ folder: id })}
      />
    </label>
  );
}

interface FilterPopoverProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Shows all filters. They act at once and can be combined. */
export function FilterPopover({ triggerRef, onClose }: FilterPopoverProps) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const { sort, statuses, signStatuses: signing, person, profile, folder, soon, unsaved } = useListQuery();
  const profiles = useMirror(({ state }) => state?.profiles) ?? [];
  const { group: _group, sort: _sort, ...none } = everyRow;
  const isProfileGone = profile !== '' && !profiles.some(({ id }) => id === profile);
  return (
    <Popover
      className={styles['popover'] ?? ''}
      triggerRef={triggerRef}
      placement="bottom end"
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog className={styles['dialog'] ?? ''} aria-label={t('documents.filter')}>
        <label className={styles['profile']}>
          {t('documents.sortBy.label')}
          <Select
            value={sort}
            options={listSorts.map((id) => ({ id, text: t(`documents.sortBy.${id}`) }))}
            onChange={(chosen) => choose({ sort: chosen })}
          />
        </label>
        <TextInput
          label={t('documents.filterBy.person')}
          hint={t('documents.filterBy.personHint')}
          value={person}
          onChange={(text) => choose({ person: text })}
          maxLength={300}
        />
        {(profiles.length > 0 || profile !== '') && (
          <label className={styles['profile']}>
            {t('documents.filterBy.profile')}
            <Select
              value={profile}
              options={[
                { id: '', text: t('documents.filterBy.anyProfile') },
                ...profiles.map(({ id, name }) => ({ id, text: name })),
                ...(isProfileGone ? [{ id: profile, text: t('documents.filterBy.removedProfile') }] : []),
              ]}
              onChange={(id) => choose({ profile: id })}
            />
          </label>
        )}
        <FolderChoice chosen={folder} />
        <CheckBox isSelected={soon} onChange={(on) => choose({ soon: on })}>
          {t('documents.filterBy.soon')}
        </CheckBox>
        <CheckBox isSelected={unsaved} onChange={(on) => choose({ unsaved: on })}>
          {t('documents.filterBy.unsaved')}
        </CheckBox>
        <div className={styles['both']}>
          <Statuses
            title={t('documents.filterBy.status')}
            options={documentStatuses}
            chosen={statuses}
            say={words.document}
            onChange={(chosen) => choose({ statuses: chosen })}
          />
          <Statuses
            title={t('documents.filterBy.signing')}
            options={signStatuses}
            chosen={signing}
            say={words.signing}
            onChange={(chosen) => choose({ signStatuses: chosen })}
          />
        </div>
        <div>
          <Button look="quiet" onPress={() => choose(none)}>
            {t('documents.filterBy.clear')}
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
}
