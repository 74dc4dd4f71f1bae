import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import styles from './pages.module.css';

/** Says something in place of pages. */
export const Note = ({ children }: { readonly children: string }) => <p className={styles['note']}>{children}</p>;

interface PagesDialogProps {
  readonly title: string;
  /** Two documents stand side by side. */
  readonly isWide?: boolean;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows pages in a calm sheet as high as the window. Escape closes it. */
export function PagesDialog({ title, isWide = false, onKey, onClose, children }: PagesDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={styles['overlay'] ?? ''}>
      <Modal className={`${styles['modal']} ${isWide ? styles['wide'] : ''}`}>
        {/* Keys for the whole sheet. Each has a button as well, or the list behind it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className={styles['whole']} onKeyDown={onKey}>
          <Dialog className={styles['dialog'] ?? ''}>
            <header className={styles['head']}>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <Button look="quiet" aria-label={t('pages.close')} onPress={onClose}>
                <X size={18} aria-hidden="true" />
              </Button>
            </header>
            {children}
          </Dialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}
