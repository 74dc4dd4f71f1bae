import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { showResult } from './bulk-store.ts';
import { sampleRows } from './saved-rows.ts';

/** Returns the sample list in the language of the window, to show and to save. */
export function useSample() {
  const { t } = useTranslation();
  return useMemo(() => {
    const rows = sampleRows({
      word: (name) => t(`bulk.column.${name}`),
      first: t('bulk.sampleFirst'),
      second: t('bulk.sampleSecond'),
      inAnyOrder: t('bulk.sampleOrder'),
      note: t('bulk.sampleNote'),
    });
    return {
      rows,
      async save(): Promise<void> {
        const answer = await ask(bridge().bulk.save({ what: 'sample', rows }));
        if (answer.ok === true) showResult({ kind: 'saved' });
        else if (answer.ok === false) showResult({ kind: 'problem', problem: answer.problem });
      },
    };
  }, [t]);
}
