import type { TFunction } from 'i18next';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';

/** One line of a history as a sentence: what happened, and why where there is a reason. */
export function tellLine({ kind, step, command, problem }: HistoryLine, t: TFunction): string {
  const why = problem ? ` ${t(`problem.${problem.key}.what`, problem.params)}` : '';
  switch (kind) {
    case 'began':
    case 'failed':
    case 'unclear':
      return t(`history.${kind}.${step ?? 'other'}`) + why;
    case 'asked':
      return t(`history.asked.${command ?? 'other'}`) + why;
    default:
      return t(`history.${kind}`) + why;
  }
}
