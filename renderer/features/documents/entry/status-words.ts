import { useTranslation } from 'react-i18next';

const documentStatuses = ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const;
const signStatuses = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;

const over = new Set(['signed', 'withdrawn', 'rejected']);

/** Its own state says it all: how far the signing was before no longer matters, and nobody waits for a turn. */
export const isOver = (documentStatus: string): boolean => over.has(documentStatus);

/** What has happened stays true of a person, whatever became of the document. */
const lasting = new Set(['signed', 'rejected']);
export const stillTrue = (signee: string, documentStatus: string): boolean =>
  !isOver(documentStatus) || lasting.has(signee);

/** The service's words in the person's language; one nobody knows is shown as it is. */
export function useStatusWords() {
  const { t } = useTranslation();
  return {
    document(status: string): string {
      const known = documentStatuses.find((candidate) => candidate === status);
      return known ? t(`documentStatus.${known}`) : status;
    },
    signing(status: string | null): string {
      const known = signStatuses.find((candidate) => candidate === status);
      return known ? t(`signStatus.${known}`) : (status ?? t('signStatus.none'));
    },
    signee(status: string): string {
      const known = signStatuses.find((candidate) => candidate === status);
      return known ? t(`signeeStatus.${known}`) : status;
    },
  };
}

const modes = ['timestamp', 'advanced', 'qualified'] as const;
const laws = ['zertes', 'eidas'] as const;

/** What was chosen for a document, in the person's language. */
export function useChoiceWords() {
  const { t } = useTranslation();
  return {
    mode(mode: string | null): string | null {
      const known = modes.find((candidate) => candidate === mode);
      return known ? t(`mode.${known}`) : mode;
    },
    law(law: string | null): string | null {
      const known = laws.find((candidate) => candidate === law);
      return known ? t(`details.${known}`) : law;
    },
  };
}
