import { useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { createRoot } from 'react-dom/client';

/** A button that opens a dialog with a word in it. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen}>
        <Modal>
          <Dialog aria-label="Plain">Nothing</Dialog>
        </Modal>
      </ModalOverlay>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
