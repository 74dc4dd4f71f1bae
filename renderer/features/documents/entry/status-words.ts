import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

export const documentStatuses = ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const;
export const signStatuses = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;

/** Translates the status of a document. The window shows an unknown one unchanged. */
export function sayDocumentStatus(status: string, t: TFunction): string {
  const known = documentStatuses.find((candidate) => candidate === status);
  return known ? t(`documentStatus.${known}`) : status;
}

export function saySignStatus(status: string | null, t: TFunction): string {
  const known = signStatuses.find((candidate) => candidate === status);
  return known ? t(`signStatus.${known}`) : (status ?? t('signStatus.none'));
}

export function saySigneeStatus(status: string, t: TFunction): string {
  const known = signStatuses.find((candidate) => candidate === status);
  return known ? t(`signeeStatus.${known}`) : status;
}

export function useStatusWords() {
  const { t } = useTranslation();
  return {
    document: (status: string) => sayDocumentStatus(status, t),
    signing: (status: string | null) => saySignStatus(status, t),
    signee: (status: string) => saySigneeStatus(status, t),
  };
}

const modes = ['timestamp', 'advanced', 'qualified'] as const;
const laws = ['zertes', 'eidas'] as const;
const authorities = ['ras', 'did'] as const;

/** Translates the choices for a document. */
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
    authority(authority: string | null): string | null {
      const known = authorities.find((candidate) => candidate === authority);
      return known ? t(`details.${known}`) : authority;
    },
  };
}
