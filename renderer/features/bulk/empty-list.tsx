import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { chooseDocuments, openList, takeText } from './bulk-input.ts';
import sheet from './bulk-sheet.module.css';
import { useBulk } from './bulk-store.ts';
import styles from './empty-list.module.css';
import { useSample } from './use-sample.ts';

/** The columns of the sample that the example shows: the rest are choices for few. */
const shownColumns = 3;

/** Shows one target for all that is dropped, and how a list looks, while there is no list. */
export function EmptyList({ said }: { readonly said: string }) {
  const { t } = useTranslation();
  const { rows, save } = useSample();
  const { typed } = useBulk();
  const [heads = [], ...lines] = rows.map((row) => row.slice(0, shownColumns));
  return (
    <section className={styles['target']} aria-labelledby="bulk-target">
      <FileSpreadsheet size={32} strokeWidth={1.5} aria-hidden="true" className={styles['icon'] ?? ''} />
      <h3 id="bulk-target">{t('bulk.target')}</h3>
      <p role="status" className={sheet['quiet']}>
        {said}
      </p>
      <div className={sheet['actions']}>
        <Button onPress={() => void openList()}>{t('bulk.open')}</Button>
        <Button onPress={() => void chooseDocuments()}>{t('bulk.choose')}</Button>
        <Button look="quiet" onPress={() => void save()}>
          {t('bulk.sample')}
        </Button>
      </div>
      <table className={styles['example']} aria-label={t('bulk.exampleOf')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.join('\t')}>
              {line.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['paste']}>
        <TextInput
          label={t('bulk.paste')}
          hint={t('bulk.pasteHint')}
          value={typed}
          lines={2}
          onChange={(text) => useBulk.setState({ typed: text })}
          onPasteText={(text) => {
            if (typed !== '' || text.trim() === '') return false;
            takeText(text);
            return true;
          }}
        />
        {typed.trim() !== '' && <Button onPress={() => takeText(typed)}>{t('bulk.useRows')}</Button>}
      </div>
    </section>
  );
}
