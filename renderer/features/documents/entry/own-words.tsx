import { useTranslation } from 'react-i18next';

/** Shows what a person wrote to us, in quotes, so that nobody takes it for words of the app. */
export function OwnWords({ words }: { readonly words: string }) {
  const { t } = useTranslation();
  return <bdi>{t('details.ownWords', { words })}</bdi>;
}
