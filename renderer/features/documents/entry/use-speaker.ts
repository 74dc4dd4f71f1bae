import { useTranslation } from 'react-i18next';
import { useMinute } from '../../../language/use-minute.ts';
import { useMirror } from '../../../store/mirror.ts';

/** Returns language, region and the current minute, for texts about a document. */
export function useSpeaker() {
  const { t } = useTranslation();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  return { t, locale, now: useMinute() };
}
