import { FileUp, Send } from 'lucide-react';
import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { laterPart } from '../../language/later-part.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { tooltip } from '../../ui/tooltip.ts';
import type { Refused } from './offer-files.ts';
import { prepareSheet, SendSheet } from './send-sheet.tsx';
import styles from './sending.module.css';
import type { Sheet } from './sheet.ts';
import { dropSetAside, reopenSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { judgeNew } from './take-files.ts';
import { chooseFilesAndKeys, prepareSending, useWaysIn } from './use-ways-in.ts';

export function SendButton() {
  const { t } = useTranslation();
  return (
    <AriaButton
      className={styles['sendButton'] ?? ''}
      aria-keyshortcuts="N"
      {...tooltip}
      onHoverStart={(event) => {
        tooltip.onHoverStart(event);
        prepareSending();
      }}
      onFocus={prepareSending}
      onPress={chooseFilesAndKeys}
    >
      <Send size={16} aria-hidden="true" className={styles['sendIcon'] ?? ''} />
      <span data-short>{t('send.button')}</span>
    </AriaButton>
  );
}

function DropOverlay({ adding }: { adding: boolean }) {
  const { t } = useTranslation();
  return createPortal(
    <div className={styles['overlay']} aria-hidden="true">
      <p className={styles['overlayText']}>
        <FileUp size={28} strokeWidth={1.5} />
        {t(adding ? 'send.dropToAdd' : 'send.dropToSend')}
      </p>
    </div>,
    document.body,
  );
}

// Loaded later: most people never see it.
const RefusedFiles = laterPart(async () => (await import('./refused-files.tsx')).RefusedFiles);

/** Shows files that came alone and cannot be sent. They need no sheet, because there is nothing to fill in. */
function RefusedNotice({ refused }: { refused: readonly Refused[] }) {
  const close = () => {
    // The button disappears: give the focus a new place.
    document.querySelector<HTMLElement>('main')?.focus();
    useSheet.setState({ refused: [] });
  };
  return (
    <div className={styles['refused']}>
      <RefusedFiles refused={refused} form="notAdded" onClose={close} />
    </div>
  );
}

/** Offers to open the closed sheet again. */
function SetAside({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const count = sheet.files.length;
  const name = shownName(sheet.files[0]?.name ?? sheet.revised?.name ?? '');
  return (
    <section className={styles['aside']} aria-label={t('send.setAside')}>
      <p role="status" className={styles['asideText']}>
        {count === 0 && name === '' ? t('send.closedEmpty') : t('send.closed', { count: Math.max(1, count), name })}
      </p>
      <Button
        onPress={() => {
          reopenSheet();
          void judgeNew();
        }}
      >
        {t('send.reopen')}
      </Button>
      <Button
        look="quiet"
        onPress={() => {
          // The button disappears: give the focus a new place.
          document.querySelector<HTMLElement>('main')?.focus();
          void dropSetAside();
        }}
      >
        {t('send.discard')}
      </Button>
    </section>
  );
}

/** Shows everything for sending: drop and paste, the sheet, and the offer to reopen a closed one. */
export function Sending({ state }: { state: State }) {
  // A sheet of another connection waits until that connection is shown.
  const mine = (sheet: Sheet | null) => (sheet?.connectionId === state.active ? sheet : null);
  const sheet = mine(useSheet(({ sheet: open }) => open));
  const setAside = mine(useSheet(({ setAside: closed }) => closed));
  const refused = useSheet((sheets) => sheets.refused);
  const over = useWaysIn(state.openedFiles);
  useEffect(() => {
    const idle = requestIdleCallback(prepareSheet, { timeout: 4_000 });
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <>
      {over && <DropOverlay adding={sheet !== null} />}
      {sheet === null && refused.length > 0 && <RefusedNotice refused={refused} />}
      {sheet === null && setAside !== null && <SetAside sheet={setAside} />}
      {sheet !== null && <SendSheet state={state} sheet={sheet} />}
    </>
  );
}
