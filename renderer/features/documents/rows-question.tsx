import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { RemindPeople } from '../reminder/remind-people.tsx';
import { act, closeQuestion, forgetTold, useAskedRows } from './rows/asked-rows.ts';
import { SelectionQuestion } from './selection-question.tsx';

interface RowsQuestionProps {
  readonly onProblem: (problem: Problem | null) => void;
}

/** The question about several rows, and what became of them for a screen reader. */
export function RowsQuestion({ onProblem }: RowsQuestionProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const { asked, told } = useAskedRows();
  useEffect(
    () => () => {
      closeQuestion();
      forgetTold();
    },
    [],
  );
  return (
    <>
      <output className="visually-hidden">{told && t(`selection.told.${told.action}`, { count: told.count })}</output>
      {asked?.action === 'remind' && <RemindPeople selection={asked.selection} onClose={closeQuestion} />}
      {asked !== null && asked.action !== 'remind' && (
        <SelectionQuestion
          action={asked.action}
          summary={asked.summary}
          selection={asked.selection}
          onYes={(action, selection, stamp) => run(() => act(action, selection, stamp, onProblem))}
          onClose={closeQuestion}
        />
      )}
    </>
  );
}
