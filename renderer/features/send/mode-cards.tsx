import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { LawField } from './draft-fields.tsx';
import styles from './mode-cards.module.css';
import { availability, modes } from './mode-choice.ts';
import type { Draft } from './sheet.ts';
import { setDraft } from './sheet-actions.ts';
import type { Modes } from './use-modes.ts';

interface ModeCardsProps {
  readonly draft: Draft;
  readonly modes: Modes;
}

const cards = { options: styles['cards'], option: styles['card'] };

/** Signature and law, in plain words with the legal term after them. */
export function ModeCards({ draft, modes: { known, problem, retry } }: ModeCardsProps) {
  const { t } = useTranslation();
  const { mode, jurisdiction } = draft;
  const options = modes.map((id) => {
    const can = availability(known, id, jurisdiction);
    const text = (
      <span className={styles['words']}>
        <span className={styles['plain']}>{t(`mode.${id}`)}</span>
        <span className={styles['text']}>{t(`send.mode.${id}.text`)}</span>
        <span className={styles['legal']}>{t(`send.mode.${id}.legal`)}</span>
        {can !== 'yes' && <span className={styles['reason']}>{t(`send.modeNot.${can}`)}</span>}
      </span>
    );
    return { id, text, isDisabled: can !== 'yes' && id !== mode };
  });
  return (
    <div className={styles['how']} data-place="how">
      <Choice
        label={t('send.how')}
        value={mode}
        options={options}
        onChange={(chosen) => setDraft({ mode: chosen })}
        look={cards}
      />
      <LawField value={jurisdiction} onChange={(chosen) => setDraft({ jurisdiction: chosen })} />
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
