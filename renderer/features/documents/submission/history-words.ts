import type { TFunction } from 'i18next';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';

/** A line of the history as a sentence, with the reason if there is one. */
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
