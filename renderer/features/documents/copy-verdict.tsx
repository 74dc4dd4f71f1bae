import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { useOfferedActions } from '../../store/row-actions.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isSaidByState, toneOfVerdict } from './entry/due-text.ts';
import styles from './verdict.module.css';

const SignatureSheet = lazyPart(async () => (await import('./signature-sheet.tsx')).SignatureSheet);

const icons = { good: ShieldCheck, look: ShieldQuestionMark, alarm: ShieldAlert } as const;

interface CopyVerdictProps {
  readonly document: DocumentEntry;
  /** Whether the file was moved or changed: nothing is said of it then. The sheet that found this stays open. */
  readonly isLost: boolean;
}

/** Shows the verdict on the signed copy, in a few words. A press shows each signature. */
export function CopyVerdict({ document, isLost }: CopyVerdictProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { id, verdict } = document;
  const open = () => setOpen(true);
  const action = { id: 'signatures', label: t(verdict === null ? 'verdict.check' : 'verdict.show'), act: open };
  useOfferedActions('signatures', isLost ? [] : [action]);
  const Icon = icons[verdict?.level ?? 'look'];
  const chip = () => {
    if (verdict === null) return t('verdict.check');
    if (isSaidByState(verdict)) return t('verdict.show');
    return t(`verdict.chip.${verdict.kind}`, { count: verdict.people, ...verdict });
  };
  return (
    <>
      {!isLost && (
        <Button
          className={styles['chip'] ?? ''}
          data-tone={verdict === null ? 'quiet' : toneOfVerdict(verdict)}
          aria-haspopup="dialog"
          onPress={open}
        >
          <Icon size={16} aria-hidden="true" />
          {chip()}
        </Button>
      )}
      {!isLost && verdict !== null && verdict.level !== 'good' && <p>{t(`verdict.sentence.${verdict.kind}`)}</p>}
      {isOpen && <SignatureSheet key={id} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
