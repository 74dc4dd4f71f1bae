import { useTranslation } from 'react-i18next';
import { languages } from '../../preload/contract/language.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { Choice } from '../ui/choice.tsx';

/** The name of each language in itself, so that people find it who read no other. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' } as const;

export function LanguageChoice({ choice }: { choice: State['languageChoice'] }) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('settings.language')}
      value={choice}
      options={[
        { id: 'system' as const, text: t('settings.system') },
        ...languages.map((id) => ({ id, text: languageNames[id] })),
      ]}
      onChange={(id) => void ask(bridge().settings.language({ choice: id }))}
    />
  );
}
