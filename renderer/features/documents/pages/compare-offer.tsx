import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Actions } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHeldCopy } from './use-held-copy.ts';

interface CompareOfferProps {
  /** The submission with our copy of what was sent. */
  readonly sentAs: string;
  readonly onCompare: () => void;
}

/** Offers both documents side by side, as long as we have what was sent. */
export function CompareOffer({ sentAs, onCompare }: CompareOfferProps) {
  const { t } = useTranslation();
  const sent = useHeldCopy({ of: 'sent', id: sentAs });
  if (sent === null) return null;
  if (sent.kind === 'none') return <p>{t('verdict.compare.gone')}</p>;
  return (
    <Actions>
      <Button aria-haspopup="dialog" onPress={onCompare}>
        <FileText size={16} aria-hidden="true" />
        {t('verdict.compare.open')}
      </Button>
    </Actions>
  );
}
