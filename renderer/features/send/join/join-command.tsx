import { Combine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { SheetFile } from '../sheet.ts';
import { JoinDialog } from './join-dialog.tsx';

interface JoinCommandProps {
  readonly files: readonly SheetFile[];
  readonly locale: string;
}

/** Offers to send several PDFs as one document. */
export function JoinCommand({ files, locale }: JoinCommandProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Combine size={16} aria-hidden="true" />
        <span data-short>{t('send.join.command')}</span>
      </Button>
      {isOpen && <JoinDialog files={files} locale={locale} onClose={() => setOpen(false)} />}
    </>
  );
}
