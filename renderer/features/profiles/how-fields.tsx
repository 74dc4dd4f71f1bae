import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/choice.tsx';
import { availability, jurisdictions, modes } from '../send/mode-choice.ts';
import type { Draft } from '../send/sheet.ts';
import { useModes } from '../send/use-modes.ts';
import { editDraft } from './editing.ts';
import styles from './profiles.module.css';

interface HowFieldsProps {
  readonly connectionId: string;
  readonly draft: Draft;
}

/** Which signature, under which law. What the account may ask for can change: a profile is not refused for it. */
export function HowFields({ connectionId, draft }: HowFieldsProps) {
  const { t } = useTranslation();
  const { known } = useModes(connectionId);
  const { mode, jurisdiction } = draft;
  const can = availability(known, mode, jurisdiction);
  return (
    <section className={styles['fields']} aria-label={t('send.how')}>
      <div className={styles['pair']}>
        <Choice
          label={t('send.how')}
          value={mode}
          options={modes.map((one) => ({ id: one, text: t(`mode.${one}`) }))}
          onChange={(chosen) => editDraft({ mode: chosen })}
        />
        <p className={styles['hint']} aria-live="polite">
          {`${t(`send.mode.${mode}.legal`)}. ${t(`send.mode.${mode}.text`)}`}
          {can !== 'yes' && <strong>{` ${t(`send.modeNot.${can}`)}`}</strong>}
        </p>
      </div>
      <Choice
        label={t('send.law')}
        value={jurisdiction}
        options={jurisdictions.map((one) => ({ id: one, text: t(`details.${one}`) }))}
        onChange={(chosen) => editDraft({ jurisdiction: chosen })}
      />
    </section>
  );
}
