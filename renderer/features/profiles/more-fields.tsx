import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { ReadExtra } from '../send/read-extra.ts';
import type { Draft } from '../send/sheet.ts';
import { editDraft } from './editing.ts';
import styles from './profiles.module.css';

const mails = ['others', 'all', 'none'] as const;

interface MoreFieldsProps {
  readonly draft: Draft;
  readonly extra: ReadExtra;
  readonly startsOpen: boolean;
}

export function MoreFields({ draft, extra, startsOpen }: MoreFieldsProps) {
  const { t } = useTranslation();
  const scanHint = useId();
  const wrong = extra.ok ? undefined : t(`send.extraProblem.${extra.problem}`, { name: extra.name ?? '' });
  return (
    <details className={styles['more']} open={startsOpen}>
      <summary>{t('send.more')}</summary>
      <div className={styles['fields']}>
        <TextInput
          label={t('submission.alias')}
          hint={t('profiles.aliasHint')}
          value={draft.alias}
          onChange={(alias) => editDraft({ alias })}
          maxLength={lengths.name}
        />
        <TextInput
          label={t('details.comment')}
          hint={t('submission.commentHint')}
          value={draft.comment}
          onChange={(comment) => editDraft({ comment })}
          maxLength={lengths.comment}
          lines={3}
        />
        <div className={styles['pair']}>
          <Choice
            label={t('send.mail')}
            value={draft.sendMail}
            options={mails.map((id) => ({ id, text: t(`send.mailTo.${id}`) }))}
            onChange={(sendMail) => editDraft({ sendMail })}
          />
          <p className={styles['hint']} aria-live="polite">
            {t(`send.mailText.${draft.sendMail}`)}
          </p>
        </div>
        <div className={styles['pair']}>
          <CheckBox
            isSelected={draft.scanPredefined}
            onChange={(scanPredefined) => editDraft({ scanPredefined })}
            aria-describedby={scanHint}
          >
            {t('send.scan')}
          </CheckBox>
          <p id={scanHint} className={styles['hint']}>
            {t('send.scanHint')}
          </p>
        </div>
        <TextInput
          label={t('send.extra')}
          hint={t('profiles.extraHint')}
          error={wrong}
          value={draft.extra}
          onChange={(text) => editDraft({ extra: text })}
          lines={4}
        />
      </div>
    </details>
  );
}
