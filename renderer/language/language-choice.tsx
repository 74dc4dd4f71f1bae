import { useTranslation } from 'react-i18next';
import { languages } from '../../preload/contract/language.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { Choice } from '../ui/choice.tsx';

/** A language is named in itself, so that it is found by somebody who reads no other. */
const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' } as const;

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
