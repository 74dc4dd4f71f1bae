import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { checkAddress } from '../../../shared/people/address.ts';
import { readMarkForms } from '../../../shared/text-marks.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './files-pane.module.css';
import type { People } from './sheet.ts';
import type { SigneeDraft } from './signees/signee-list.ts';

const nameOf = ({ name, email }: SigneeDraft) => name || email;

interface CopyMarkProps {
  readonly people: People;
  /** The forms of the connection file, of which one may name a person. */
  readonly forms: readonly string[];
}

/** Copies the mark of a person, to be pasted into the document where that person signs. */
export function CopyMark({ people: { signees, ordered }, forms }: CopyMarkProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [copied, setCopied] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const able = signees.filter((one) => checkAddress(one.email).problem === null);
  const [first] = able;
  if (first === undefined || !readMarkForms(forms).some(({ namesPerson }) => namesPerson)) return null;

  async function copy(person: SigneeDraft): Promise<void> {
    const { email, group } = person;
    const answer = await ask(bridge().files.copyMark({ email, order: ordered ? group : 0 }));
    setCopied(answer.ok ? nameOf(person) : null);
    setProblem(answer.ok ? null : answer.problem);
  }

  return (
    <div className={styles['fields']}>
      <span className={styles['atEdge']}>
        {able.length === 1 ? (
          <Button look="quiet" onPress={() => void run(() => copy(first))}>
            {t('textMarks.copyFor', { who: nameOf(first) })}
          </Button>
        ) : (
          <MoreMenu
            look="quiet"
            label={t('textMarks.copy')}
            isLabelShown
            items={able.map((one) => ({ id: one.key, text: t('textMarks.copyFor', { who: nameOf(one) }) }))}
            onAction={(key) => {
              const person = able.find((one) => one.key === key);
              if (person !== undefined) void run(() => copy(person));
            }}
          />
        )}
      </span>
      <output className={styles['quiet']}>{copied !== null && t('textMarks.copied', { who: copied })}</output>
      {problem && <Notice problem={problem} />}
    </div>
  );
}
