import { useTranslation } from 'react-i18next';

const documentStatuses = ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const;
const signStatuses = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;

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
