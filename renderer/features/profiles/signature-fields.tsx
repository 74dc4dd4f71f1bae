import { useTranslation } from 'react-i18next';
import { ModeField } from '../send/mode-field.tsx';
import type { Draft } from '../send/sheet.ts';
import { useModes } from '../send/use-modes.ts';
import { editDraft } from './edited-profile.ts';
import styles from './profiles.module.css';

interface SignatureFieldsProps {
  readonly connectionId: string;
  readonly draft: Draft;
}

/** Signature and law of a profile. */
export function SignatureFields({ connectionId, draft }: SignatureFieldsProps) {
  const { t } = useTranslation();
  const { known } = useModes(connectionId);
  return (
    <section className={styles['signature']} aria-label={t('send.how')}>
      <ModeField draft={draft} known={known} takesAny onChange={(patch) => editDraft(connectionId, patch)} />
    </section>
  );
}
