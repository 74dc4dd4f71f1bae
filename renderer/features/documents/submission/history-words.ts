import type { TFunction } from 'i18next';
import type { HistoryLine } from '../../../../preload/contract/submission.ts';
import { sayDocumentStatus, saySignStatus } from '../entry/status-words.ts';

/** Returns the status of the document, with the status of the signing while people sign. */
function sayStatus({ documentStatus = '', signStatus = null }: HistoryLine, t: TFunction): string {
  const status = sayDocumentStatus(documentStatus, t);
  return documentStatus !== 'in-progress' || signStatus === null
    ? status
    : `${status} · ${saySignStatus(signStatus, t)}`;
}

const sayVerdict = (verdict: HistoryLine['verdict'], t: TFunction): string =>
  verdict === undefined ? '–' : t(`verdict.chip.${verdict.kind}`, { count: verdict.people, ...verdict });

/** Writes a line of the history as a sentence, with the reason if there is one. */
export function tellLine(line: HistoryLine, t: TFunction): string {
  const { kind, step, command, problem, who } = line;
  const why = problem ? ` ${t(`problem.${problem.key}.what`, problem.params)}` : '';
  switch (kind) {
    case 'began':
    case 'failed':
    case 'unclear':
      return t(`history.${kind}.${step ?? 'other'}`) + why;
    case 'asked':
      return t(`history.asked.${command ?? 'other'}`) + why;
    case 'status':
      return t('history.status', { status: sayStatus(line, t) });
    case 'copy-checked':
      return t('history.copy-checked', { verdict: sayVerdict(line.verdict, t) });
    case 'reminded':
      return who === undefined ? t('history.reminded') : t('history.remindedWho', { who });
    case 'person-order': {
      const { what, end } = line.ordered ?? { what: 'resend-invitation', end: 'done' };
      return (
        t(`history.personEnd.${end}`, { what: t(`history.person.${what}`), who: who ?? t('history.somebody') }) + why
      );
    }
    default:
      return t(`history.${kind}`) + why;
  }
}
