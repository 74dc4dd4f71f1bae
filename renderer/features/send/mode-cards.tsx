import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import styles from './mode-cards.module.css';
import { modes as allModes, availability, jurisdictions } from './mode-choice.ts';
import { setDraft } from './open-send.ts';
import type { Draft } from './sheet.ts';
import type { Modes } from './use-modes.ts';

interface ModeCardsProps {
  readonly draft: Draft;
  readonly modes: Modes;
}

/** Which signature, and under which law: in plain words, with the legal term after them. */
export function ModeCards({ draft, modes: { known, problem, retry } }: ModeCardsProps) {
  const { t } = useTranslation();
  const { mode, jurisdiction } = draft;
  const pick = (id: string) => {
    const found = allModes.find((one) => one === id);
    if (found) setDraft({ mode: found });
  };
  return (
    <div className={styles['how']} data-place="how">
      <RadioGroup className={styles['group'] ?? ''} value={mode} onChange={pick}>
        <Label className={styles['label'] ?? ''}>{t('send.how')}</Label>
        <div className={styles['cards']}>
          {allModes.map((id) => {
            const can = availability(known, id, jurisdiction);
            return (
              <Radio key={id} value={id} isDisabled={can !== 'yes' && id !== mode} className={styles['card'] ?? ''}>
                <span className={styles['dot']} aria-hidden="true" />
                <span className={styles['words']}>
                  <span className={styles['plain']}>{t(`mode.${id}`)}</span>
                  <span className={styles['text']}>{t(`send.mode.${id}.text`)}</span>
                  <span className={styles['legal']}>{t(`send.mode.${id}.legal`)}</span>
                  {can !== 'yes' && <span className={styles['reason']}>{t(`send.modeNot.${can}`)}</span>}
                </span>
              </Radio>
            );
          })}
        </div>
      </RadioGroup>
      <Choice
        label={t('send.law')}
        value={jurisdiction}
        options={jurisdictions.map((id) => ({ id, text: t(`details.${id}`) }))}
        onChange={(id) => setDraft({ jurisdiction: id })}
      />
      {problem && (
        <p className={styles['unknown']}>
          {t('send.modesUnknown')}{' '}
          <Button look="quiet" onPress={retry}>
            {t('problem.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}
