import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { Button } from '../../ui/button.tsx';
import { AskClose } from './ask-close.tsx';
import { Choosing } from './choosing.tsx';
import { FilesPane } from './files-pane.tsx';
import { placeOf } from './lacks.ts';
import { closeSheet } from './open-send.ts';
import styles from './send-sheet.module.css';
import { isTouched, type Sheet } from './sheet.ts';
import { SheetFoot } from './sheet-foot.tsx';
import { useModes } from './use-modes.ts';
import { useReadyFiles } from './use-ready-files.ts';

interface SendSheetProps {
  readonly state: State;
  readonly sheet: Sheet;
}

const inputs = 'input:not([type="radio"]), textarea, input[type="radio"]:checked, button:not([disabled])';

/** Where something is to be put right. What is folded away opens first. */
function goTo(dialog: HTMLElement | null, place: string): void {
  const part = dialog?.querySelector<HTMLElement>(`[data-place="${place}"]`);
  const field = part?.querySelector<HTMLElement>('[role="combobox"]') ?? part?.querySelector<HTMLElement>(inputs);
  field?.focus();
  part?.scrollIntoView({ block: 'nearest' });
}

/** Everything between a dropped file and Send. */
export function SendSheet({ state, sheet }: SendSheetProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const [more, setMore] = useState(() => sheet.draft.alias === '');
  const modes = useModes(state.active);
  useReadyFiles(sheet);

  // Whoever dropped a file goes on with who signs; whoever has none yet, with the file.
  const start = sheet.files.length > 0 || sheet.revised !== null ? 'signees' : 'files';
  const startedAt = useRef(start);
  useEffect(() => goTo(body.current, startedAt.current), []);

  const askedAt = useRef<Element | null>(null);
  function wishClose(): void {
    if (!isTouched(sheet)) {
      void closeSheet();
      return;
    }
    askedAt.current = document.activeElement;
    setAsking(true);
  }
  function keep(): void {
    setAsking(false);
    // The question keeps everything else from the keyboard until it is gone.
    requestAnimationFrame(() => askedAt.current instanceof HTMLElement && askedAt.current.focus());
  }
  const [wanted, setWanted] = useState<{ readonly place: string } | null>(null);
  useEffect(() => {
    if (wanted !== null) goTo(body.current, wanted.place);
  }, [wanted]);

  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && wishClose()} className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} data-takes-files="">
          <header className={styles['head']}>
            <Heading slot="title" level={2}>
              {t(sheet.revised === null ? 'send.title' : 'send.titleChange')}
            </Heading>
            <Button look="quiet" aria-label={t('send.close')} onPress={wishClose}>
              <X size={18} aria-hidden="true" />
            </Button>
          </header>
          <div ref={body} className={styles['body']}>
            <FilesPane sheet={sheet} state={state} />
            <Choosing sheet={sheet} state={state} modes={modes} more={more} onMore={setMore} />
          </div>
          <SheetFoot
            sheet={sheet}
            modes={modes.known}
            onLack={(lack) => {
              const place = placeOf(lack);
              if (place === 'alias' || place === 'extra') setMore(true);
              setWanted({ place });
            }}
          />
        </Dialog>
      </Modal>
      {asking && (
        <AskClose
          onKeep={keep}
          onClose={() => {
            setAsking(false);
            void closeSheet();
          }}
        />
      )}
    </ModalOverlay>
  );
}
