import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { laterPart } from '../../language/later-part.ts';
import { closeQuestion, forgetTold, useAskedRows } from './rows/asked-rows.ts';

const RowsQuestion = laterPart(async () => (await import('./rows-question.tsx')).RowsQuestion);

/** Says what the last answer did with the rows. */
export const sayTold = (told: ReturnType<typeof useAskedRows.getState>['told'], t: TFunction): string =>
  told.map(({ action, count }) => t(`selection.told.${action}`, { count })).join(' ');

/** Shows the question about several rows, and tells a screen reader the result. */
export function RowsAsked({ onProblem }: { readonly onProblem: (problem: Problem | null) => void }) {
  const { t } = useTranslation();
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
      <output className="visually-hidden">{sayTold(told, t)}</output>
      {asked && <RowsQuestion asked={asked} onProblem={onProblem} />}
    </>
  );
}
