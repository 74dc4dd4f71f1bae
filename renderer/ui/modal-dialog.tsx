import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './modal-dialog.module.css';
import { WayOutOf } from './notice.tsx';

interface ModalDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  /** Tells whether a click outside leaves it open: something is typed in it. */
  readonly stays?: () => boolean;
  readonly children: ReactNode;
}

/** Shows a modal dialog. Escape and a click outside close it. */
export function ModalDialog({ title, onClose, role = 'dialog', stays, children }: ModalDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      shouldCloseOnInteractOutside={() => stays?.() !== true}
      onOpenChange={(open) => !open && onClose()}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <WayOutOf value={null}>{children}</WayOutOf>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
