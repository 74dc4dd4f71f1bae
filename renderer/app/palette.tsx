import { useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Collection } from 'react-aria-components/Collection';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../preload/contract/limits.ts';
import { typeKeys } from '../ui/early-keys.ts';
import styles from './palette.module.css';
import { type PaletteGroup, usePaletteItems } from './use-palette-items.ts';

/** Shows one field for commands, documents and people. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const groups = usePaletteItems(text, t);
  const act = (key: string | number) => {
    const chosen = groups.flatMap(({ items }) => items).find(({ id }) => id === key);
    if (!chosen) return;
    onClose();
    // The dialog gives the focus back first. Then the command moves it, before the next key.
    setTimeout(chosen.act);
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label={t('shortcuts.name.palette')} className={styles['dialog'] ?? ''}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- people open it to type
              autoFocus
              className={styles['search'] ?? ''}
              aria-label={t('shortcuts.search')}
              maxLength={lengths.identifier}
              onFocus={typeKeys}
              // The field would take the first Escape to clear itself.
              onKeyDown={({ key }) => key === 'Escape' && onClose()}
            >
              <Input className={styles['input'] ?? ''} placeholder={t('shortcuts.search')} />
            </SearchField>
            <ListBox
              aria-label={t('shortcuts.found')}
              className={styles['list'] ?? ''}
              items={groups}
              onAction={act}
              renderEmptyState={() => <p className={styles['none']}>{t('shortcuts.none')}</p>}
            >
              {({ id: group, name, items }: PaletteGroup) => (
                <ListBoxSection id={group}>
                  <Header className={styles['group'] ?? ''}>
                    {group === 'row' ? <bdi>{name}</bdi> : t(`shortcuts.group.${group}`)}
                  </Header>
                  <Collection items={items}>
                    {(item) => (
                      <ListBoxItem id={item.id} textValue={item.text} className={styles['item'] ?? ''}>
                        <bdi className={styles['text']}>{item.text}</bdi>
                        {item.note !== '' && <span className={styles['note']}>{item.note}</span>}
                      </ListBoxItem>
                    )}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
