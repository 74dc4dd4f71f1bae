import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import type { BulkFile } from './bulk-files.ts';
import { chooseDocuments } from './bulk-input.ts';
import styles from './bulk-sheet.module.css';
import { dropFiles, useBulk } from './bulk-store.ts';
import type { Verdict } from './judge-rows.ts';

async function letGo(ids: readonly string[]): Promise<void> {
  dropFiles(new Set(ids));
  await ask(bridge().files.release({ ids: [...ids] }));
}

const named = 3;

export interface Documents {
  /** A sentence with the number of documents and those that no row names. */
  readonly said: string;
  readonly unused: readonly BulkFile[];
}

/** Returns the documents of the list, and those that no row names. */
export function useDocuments(verdicts: readonly Verdict[]): Documents {
  const { t } = useTranslation();
  const known = useBulk((bulk) => bulk.files);
  const hasList = useBulk((bulk) => bulk.list !== null);
  const files = useMemo(() => known.filter(({ gone }) => !gone), [known]);
  const unused = useMemo(() => {
    const used = new Set(verdicts.map(({ file }) => file?.content ?? file?.id));
    return files.filter(({ id, content }) => !used.has(content ?? id));
  }, [files, verdicts]);
  const first = unused.slice(0, named).map(({ name }) => shownName(name));
  const names = [...first, ...(unused.length > named ? ['…'] : [])].join(', ');
  const said = [
    ...(files.length > 0 ? [t('bulk.here', { count: files.length })] : []),
    ...(hasList && unused.length > 0 ? [t('bulk.unused', { count: unused.length, names })] : []),
  ].join(' ');
  return { said, unused: hasList ? unused : [] };
}

interface DocumentsPartProps {
  readonly unused: readonly BulkFile[];
}

/** Adds documents, and removes those that no row names. */
export function DocumentsPart({ unused }: DocumentsPartProps) {
  const { t } = useTranslation();
  return (
    <section className={styles['part']} aria-labelledby="bulk-documents">
      <h3 id="bulk-documents">{t('bulk.documents')}</h3>
      <div className={styles['actions']}>
        <Button onPress={() => void chooseDocuments()}>{t('bulk.choose')}</Button>
        {unused.length > 0 && (
          <Button look="quiet" onPress={() => void letGo(unused.map(({ id }) => id))}>
            {t('bulk.removeUnused', { count: unused.length })}
          </Button>
        )}
        <span className={styles['quiet']}>{t('bulk.drop')}</span>
      </div>
    </section>
  );
}

/** Shows the files that cannot be sent at all, each with its reason. */
export function RefusedDocuments() {
  const { t } = useTranslation();
  const refused = useBulk((bulk) => bulk.refused);
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={styles['refused']}>
      <p className={styles['strong']}>{t('bulk.refused', { count: refused.length })}</p>
      <ul>
        {refused.map(({ key, name, problem }) => (
          <li key={key}>
            <bdi>{shownName(name)}</bdi> {t(`problem.${problem.key}.what`, problem.params)}
          </li>
        ))}
      </ul>
      <Button look="quiet" onPress={() => useBulk.setState({ refused: [] })}>
        {t('send.refusedSeen')}
      </Button>
    </div>
  );
}
