import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { useMirror } from '../../store/mirror.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Explained } from '../../ui/explained.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { TextInput, type TextInputProps } from '../../ui/text-input.tsx';
import { readExtra } from './read-extra.ts';
import type { Draft } from './sheet.ts';

const mails = ['others', 'all', 'none'] as const;

interface FieldProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Asks for the name that invitations come from. */
export function AliasField(field: FieldProps<string> & Pick<TextInputProps, 'hint' | 'error' | 'startsFocused'>) {
  const { t } = useTranslation();
  const given = useMirror(({ state }) => state?.senderName ?? null);
  if (given === null) return <TextInput label={t('submission.alias')} maxLength={lengths.name} {...field} />;
  return (
    <div>
      <TextInput {...field} label={t('submission.alias')} isReadOnly value={given} />
      <LockedNote />
    </div>
  );
}

/** Asks for a comment to everybody who signs. */
export function CommentField(field: FieldProps<string>) {
  const { t } = useTranslation();
  const hint = t('submission.commentHint');
  return <TextInput label={t('details.comment')} hint={hint} maxLength={lengths.comment} lines={3} {...field} />;
}

interface MoreFieldsProps {
  readonly draft: Draft;
  readonly onChange: (patch: Partial<Draft>) => void;
  /** Hints that depend on where the draft is edited. */
  readonly hints: { readonly alias: string; readonly extra: string };
  readonly extraLines: number;
}

/** Shows choices that most people never change. */
export function MoreFields({ draft, onChange, hints, extraLines }: MoreFieldsProps) {
  const { t } = useTranslation();
  const scanHint = useId();
  const extra = readExtra(draft.extra);
  return (
    <>
      <div data-place="alias">
        <AliasField hint={hints.alias} value={draft.alias} onChange={(alias) => onChange({ alias })} />
      </div>
      <CommentField value={draft.comment} onChange={(comment) => onChange({ comment })} />
      <Explained hint={t(`send.mailText.${draft.sendMail}`)}>
        <Choice
          label={t('send.mail')}
          value={draft.sendMail}
          options={mails.map((id) => ({ id, text: t(`send.mailTo.${id}`) }))}
          onChange={(sendMail) => onChange({ sendMail })}
        />
      </Explained>
      <Explained hint={t('send.scanHint')} id={scanHint}>
        <CheckBox
          isSelected={draft.scanPredefined}
          onChange={(scanPredefined) => onChange({ scanPredefined })}
          aria-describedby={scanHint}
        >
          {t('send.scan')}
        </CheckBox>
      </Explained>
      <div data-place="extra">
        <TextInput
          label={t('send.extra')}
          hint={hints.extra}
          error={extra.ok ? undefined : t(`send.extraProblem.${extra.problem}`, { name: extra.name ?? '' })}
          value={draft.extra}
          onChange={(text) => onChange({ extra: text })}
          lines={extraLines}
        />
      </div>
    </>
  );
}
