import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/choice.tsx';
import { Explained } from '../../ui/explained.tsx';
import { LawField } from '../send/draft-fields.tsx';
import { availability, modes } from '../send/mode-choice.ts';
import type { Draft } from '../send/sheet.ts';
import { useModes } from '../send/use-modes.ts';
import { editDraft } from './edited-profile.ts';
import styles from './profiles.module.css';

interface SignatureFieldsProps {
  readonly connectionId: string;
  readonly draft: Draft;
}

/** Signature and law. A profile may name a signature that the account cannot use now: that may change. */
export function SignatureFields({ connectionId, draft }: SignatureFieldsProps) {
  const { t } = useTranslation();
  const { known } = useModes(connectionId);
  const { mode, jurisdiction } = draft;
  const can = availability(known, mode, jurisdiction);
  const meaning = (
    <>
      {`${t(`send.mode.${mode}.legal`)}. ${t(`send.mode.${mode}.text`)}`}
      {can !== 'yes' && <strong>{` ${t(`send.modeNot.${can}`)}`}</strong>}
    </>
  );
  return (
    <section className={styles['fields']} aria-label={t('send.how')}>
      <Explained hint={meaning}>
        <Choice
          label={t('send.how')}
          value={mode}
          options={modes.map((one) => ({ id: one, text: t(`mode.${one}`) }))}
          onChange={(chosen) => editDraft({ mode: chosen })}
        />
      </Explained>
      <LawField value={jurisdiction} onChange={(chosen) => editDraft({ jurisdiction: chosen })} />
    </section>
  );
}
