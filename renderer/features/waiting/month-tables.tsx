import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonthFigures, Pace } from '../../../preload/contract/insight.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { saySpan } from '../../language/say-span.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './month-tables.module.css';
import { daysOfMonth, sayMonth } from './months.ts';

interface FiguresProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly string[] }[];
}

function Figures({ caption, columns, rows }: FiguresProps) {
  if (rows.length === 0) return null;
  return (
    <table className={styles['figures']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{first}</bdi>
            </th>
            {others.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MonthTablesProps {
  readonly figures: MonthFigures;
  readonly locale: string;
  readonly isWhole: boolean;
  readonly onClose: () => void;
}

/** Shows all figures of a month in tables: each day on which something happened, and who signs how fast. */
export function MonthTables({ figures, locale, isWhole, onClose }: MonthTablesProps) {
  const { month, days, people, profiles, signatures, howFar } = figures;
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function save(): Promise<void> {
    const answer = await ask(bridge().insight.saveSignatures());
    setSaved(answer.ok === true);
    setProblem(answer.ok === false ? answer.problem : null);
  }
  const numbers = new Intl.NumberFormat(locale);
  const isEmpty = people.length + profiles.length === 0 && days.every(({ sent, signed }) => sent + signed === 0);
  // Who has not read all documents cannot say that there was nothing.
  const isRead = isWhole && howFar.read >= howFar.all;
  const saidDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const paces = (all: readonly Pace[]) =>
    all.map(({ key, name, count, medianMs }) => ({
      key,
      cells: [shownName(name), numbers.format(count), saySpan(0, medianMs, locale, 'long')],
    }));
  return (
    <ModalDialog title={sayMonth(month, locale)} onClose={onClose}>
      <div className={styles['tables']}>
        <Figures
          caption={t('month.byDay')}
          columns={[t('month.day'), t('details.started'), t('documentStatus.signed')]}
          rows={daysOfMonth(month).flatMap(({ at, day }, index) => {
            const { sent = 0, signed = 0 } = days[index] ?? {};
            const cells = [saidDay.format(at), numbers.format(sent), numbers.format(signed)];
            return sent + signed === 0 ? [] : [{ key: day, cells }];
          })}
        />
        <Figures
          caption={t('month.byPerson')}
          columns={[t('month.person'), t('month.signatures'), t('month.median')]}
          rows={paces(people)}
        />
        <Figures
          caption={t('month.byProfile')}
          columns={[t('month.profile'), t('documents.title'), t('month.median')]}
          rows={paces(profiles)}
        />
        {isEmpty && isRead && <p>{t('month.empty')}</p>}
      </div>
      {howFar.read < howFar.all && <p>{t('month.howFar', howFar)}</p>}
      {signatures.read < signatures.all && <p>{t('month.tableHowFar', signatures)}</p>}
      {!isWhole && <p>{t('month.notWhole')}</p>}
      <p role="status">{saved && t('month.saved')}</p>
      {problem && <Notice problem={problem} />}
      <Actions end>
        <Button onPress={() => void run(save)}>{t('month.save')}</Button>
        <Button onPress={onClose}>{t('selection.close')}</Button>
      </Actions>
    </ModalDialog>
  );
}
