import { X } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WayOutOf } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './send-sheet.module.css';
import type { Sheet } from './sheet.ts';
import { closeSheet, lossByClosing } from './sheet-actions.ts';

interface SendSheetProps {
  readonly state: State;
  readonly sheet: Sheet;
}

function Skeleton({ sheet }: { sheet: Sheet }) {
  return (
    <div className={styles['body']} aria-hidden="true">
      <div className={styles['skeletonPane']}>{shownName(sheet.files[0]?.name ?? sheet.revised?.name ?? '')}</div>
    </div>
  );
}

const SheetBody = lazyPart(async () => (await import('./sheet-body.tsx')).SheetBody, { meanwhile: Skeleton });
export const prepareSheet = (): void => void SheetBody.prepare();

const titleOf = ({ revised }: Sheet) =>
  revised === null ? 'send.title' : revised.replaces === undefined ? 'send.titleChange' : 'send.titleReplace';

/** Shows the dialog from adding files to Send. */
export function SendSheet({ state, sheet }: SendSheetProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<ReturnType<typeof lossByClosing>>(null);
  const { handing } = sheet;

  function askToClose(): void {
    if (handing) return;
    const loss = lossByClosing(sheet);
    if (loss === null) void closeSheet();
    setAsking(loss);
  }

  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && askToClose()} className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} data-takes-files="">
          <header className={styles['head']}>
            <Heading slot="title" level={2}>
              {t(titleOf(sheet))}
            </Heading>
            <span title={handing ? t('send.closeBusy') : undefined}>
              <Button
                look="quiet"
                aria-label={t(handing ? 'send.closeBusy' : 'send.close')}
                isDisabled={handing}
                onPress={askToClose}
              >
                <X size={18} aria-hidden="true" />
              </Button>
            </span>
          </header>
          <WayOutOf value={null}>
            <SheetBody state={state} sheet={sheet} />
          </WayOutOf>
        </Dialog>
      </Modal>
      {asking !== null && !handing && (
        <Question
          title={t('send.askClose.title')}
          text={t(`send.askClose.${asking}`)}
          no={t('send.askClose.keep')}
          onNo={() => setAsking(null)}
          yes={t('send.askClose.close')}
          onYes={() => {
            setAsking(null);
            void closeSheet();
          }}
        />
      )}
    </ModalOverlay>
  );
}
