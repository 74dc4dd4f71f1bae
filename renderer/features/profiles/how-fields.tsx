import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/choice.tsx';
import { availability, jurisdictions, modes } from '../send/mode-choice.ts';
import type { Draft } from '../send/sheet.ts';
import { editDraft } from './editing.ts';
import styles from './profiles.module.css';
import { useModes } from './use-modes.ts';

/** Which signature, under which law. What the account may ask for can change: a profile is not refused for it. */
export function HowFields({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation();
  const known = useModes();
  const { mode, jurisdiction } = draft;
  const possible = availability(known, mode, jurisdiction) === 'yes';
  return (
    <section className={styles['fields']} aria-label={t('profiles.how')}>
      <Choice
        label={t('profiles.how')}
        value={mode}
        options={modes.map((one) => ({ id: one, text: t(`mode.${one}`) }))}
        onChange={(chosen) => editDraft({ mode: chosen })}
      />
      <Choice
        label={t('details.jurisdiction')}
        value={jurisdiction}
        options={jurisdictions.map((one) => ({ id: one, text: t(`details.${one}`) }))}
        onChange={(chosen) => editDraft({ jurisdiction: chosen })}
      />
      <output className={styles['hint']}>{!possible && t('profiles.notPossible')}</output>
    </section>
  );
}
