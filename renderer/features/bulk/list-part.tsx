import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { openList, takeText } from './bulk-input.ts';
import styles from './bulk-sheet.module.css';
import { showResult, takeBack, useBulk } from './bulk-store.ts';
import { sampleRows } from './saved-rows.ts';

/** Offers the list before this one. */
export function ReplacedList() {
  const { t } = useTranslation();
  const hasOther = useBulk((bulk) => bulk.replaced !== null);
  if (!hasOther) return null;
  return (
    <p role="status" className={styles['quiet']}>
      {t('bulk.replaced')}{' '}
      <Button look="quiet" onPress={takeBack}>
        {t('bulk.takeBack')}
      </Button>
    </p>
  );
}

/** Takes a list from a file or from the clipboard. */
export const ListPart = memo(function ListPart() {
  const { t } = useTranslation();
  const hasList = useBulk((bulk) => bulk.list !== null);
  const [typed, setTyped] = useState('');

  async function saveSample(): Promise<void> {
    const rows = sampleRows({
      word: (name) => t(`bulk.column.${name}`),
      first: t('bulk.sampleFirst'),
      second: t('bulk.sampleSecond'),
      inAnyOrder: t('bulk.sampleOrder'),
      note: t('bulk.sampleNote'),
    });
    const answer = await ask(bridge().bulk.save({ what: 'sample', rows }));
    if (answer.ok === true) showResult({ kind: 'saved' });
    else if (answer.ok === false) showResult({ kind: 'problem', problem: answer.problem });
  }

  return (
    <section className={styles['part']} aria-labelledby="bulk-list">
      <h3 id="bulk-list">{t('bulk.list')}</h3>
      <div className={styles['actions']}>
        <Button onPress={() => void openList()}>{t('bulk.open')}</Button>
        <Button look="quiet" onPress={() => void saveSample()}>
          {t('bulk.sample')}
        </Button>
      </div>
      {!hasList && (
        <TextInput
          label={t('bulk.paste')}
          hint={t('bulk.pasteHint')}
          value={typed}
          lines={2}
          onChange={setTyped}
          onPasteText={(text) => {
            if (typed !== '' || text.trim() === '') return false;
            takeText(text);
            return true;
          }}
        />
      )}
      {!hasList && typed.trim() !== '' && (
        <div className={styles['actions']}>
          <Button onPress={() => takeText(typed)}>{t('bulk.useRows')}</Button>
        </div>
      )}
    </section>
  );
});
