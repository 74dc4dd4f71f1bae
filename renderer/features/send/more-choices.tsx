import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './more-choices.module.css';
import { setDraft } from './open-send.ts';
import { readExtra } from './read-extra.ts';
import type { Draft } from './sheet.ts';

const mails = ['others', 'all', 'none'] as const;

interface MoreChoicesProps {
  readonly draft: Draft;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** What most people never touch. */
export function MoreChoices({ draft, isOpen, onOpenChange }: MoreChoicesProps) {
  const { t } = useTranslation();
  const scanHint = useId();
  const extra = readExtra(draft.extra);
  const extraError = extra.ok ? undefined : t(`send.extraProblem.${extra.problem}`, { name: extra.name ?? '' });
  return (
    <Disclosure className={styles['more'] ?? ''} isExpanded={isOpen} onExpandedChange={onOpenChange}>
      <h3 className={styles['heading']}>
        <AriaButton slot="trigger" className={styles['trigger'] ?? ''}>
          <ChevronRight size={18} aria-hidden="true" className={styles['arrow'] ?? ''} />
          {t('send.more')}
          {!isOpen && <span className={styles['summary']}>{t('send.moreSummary')}</span>}
        </AriaButton>
      </h3>
      <DisclosurePanel>
        <div className={styles['fields']}>
          <div data-place="alias">
            <TextInput
              label={t('submission.alias')}
              hint={t('submission.aliasHint')}
              value={draft.alias}
              onChange={(alias) => setDraft({ alias })}
              maxLength={lengths.name}
            />
          </div>
          <TextInput
            label={t('details.comment')}
            hint={t('submission.commentHint')}
            value={draft.comment}
            onChange={(comment) => setDraft({ comment })}
            maxLength={lengths.comment}
            lines={3}
          />
          <div>
            <Choice
              label={t('send.mail')}
              value={draft.sendMail}
              options={mails.map((id) => ({ id, text: t(`send.mailTo.${id}`) }))}
              onChange={(sendMail) => setDraft({ sendMail })}
            />
            <p className={styles['hint']} aria-live="polite">
              {t(`send.mailText.${draft.sendMail}`)}
            </p>
          </div>
          <div>
            <CheckBox
              isSelected={draft.scanPredefined}
              onChange={(scanPredefined) => setDraft({ scanPredefined })}
              aria-describedby={scanHint}
            >
              {t('send.scan')}
            </CheckBox>
            <p id={scanHint} className={styles['hint']}>
              {t('send.scanHint')}
            </p>
          </div>
          <div data-place="extra">
            <TextInput
              label={t('send.extra')}
              hint={t('send.extraHint')}
              value={draft.extra}
              onChange={(value) => setDraft({ extra: value })}
              error={extraError}
              lines={3}
            />
          </div>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
