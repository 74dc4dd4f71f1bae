import type { Problem } from '../../../preload/contract/problem.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { RemindPeople } from '../reminder/remind-people.tsx';
import { type AskedRows, act, closeQuestion } from './rows/asked-rows.ts';
import { SelectionQuestion } from './selection-question.tsx';

interface RowsQuestionProps {
  readonly asked: AskedRows;
  readonly onProblem: (problem: Problem | null) => void;
}

/** Shows the question about several rows. */
export function RowsQuestion({ asked, onProblem }: RowsQuestionProps) {
  const run = useOneAtATime();
  const { action, selection } = asked;
  if (action === 'remind') return <RemindPeople selection={selection} onClose={closeQuestion} />;
  return (
    <SelectionQuestion
      {...asked}
      action={action}
      onYes={() => run(() => act(asked, onProblem))}
      onClose={closeQuestion}
    />
  );
}
