import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { type FileDemand, type FileWishes, unmetDemands } from '../../../shared/file-demands.ts';
import { compareMarks, type MarkFindings } from '../../../shared/mark-findings.ts';
import { wishesOfMarks } from '../../../shared/mark-wishes.ts';
import type { TextMark } from '../../../shared/text-marks.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { EffectButton } from '../../ui/effect-button.tsx';
import { peopleFromMarks } from './draft-choices.ts';
import { FileDemands } from './file-demands.tsx';
import styles from './files-pane.module.css';
import { peopleOf, type Sheet, type SheetFile, withPeople } from './sheet.ts';
import { changeSheet, setDraft } from './sheet-actions.ts';

/** A document made to annoy may name thousands. */
const MOST_SHOWN = 5;

const kinds = ['strangers', 'without', 'twice'] as const satisfies readonly (keyof MarkFindings)[];

/** Returns a function that says a list, of which a person reads the first few. */
function useList() {
  const { t, i18n } = useTranslation();
  return (all: readonly string[]): string => {
    const rest = all.length - MOST_SHOWN;
    const shown = rest > 0 ? [...all.slice(0, MOST_SHOWN), t('textMarks.more', { count: rest })] : all;
    return new Intl.ListFormat(i18n.language).format(shown);
  };
}

interface MarksFoundProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  /** The signatures that the account may use. Null: unknown. */
  readonly usable: AvailableModes | null;
}

interface MarksAndFieldsProps extends MarksFoundProps {
  /** Shows the signature fields of the document. It may say that there are none if there are no marks either. */
  readonly children: (claimsNone: boolean) => ReactNode;
}

/** Shows the marks in the text of a document, and what does not fit the people who are chosen. Send stays possible. */
export function MarksFound({ sheet, file, usable, children }: MarksAndFieldsProps) {
  const { t } = useTranslation();
  const answer = useAnswer(() => bridge().files.textMarks({ id: file.id }), [file.id], file.verdict);
  // A file that cannot be read at all says so by itself.
  if (answer?.ok !== true) return children(answer !== null);
  if (answer.found === null)
    return (
      <>
        {children(true)}
        <span className={styles['quiet']}>{t('textMarks.unread')}</span>
      </>
    );
  const { marks, isWhole } = answer.found;
  // Nothing is claimed of a document without marks.
  if (marks.length === 0) return children(true);
  return (
    <>
      <Wished sheet={sheet} file={file} usable={usable} marks={marks} />
      <Findings sheet={sheet} file={file} marks={marks} isWhole={isWhole} />
      {children(false)}
      <Found sheet={sheet} file={file} marks={marks} isWhole={isWhole} />
    </>
  );
}

interface MarksProps extends Omit<MarksFoundProps, 'usable'> {
  readonly marks: readonly TextMark[];
  readonly isWhole: boolean;
}

/** Says what the marks ask for beside the people, where the choices do not give it and the service did not say it yet. */
function Wished({ sheet, file, usable, marks }: MarksFoundProps & Pick<MarksProps, 'marks'>) {
  const { mode, jurisdiction } = sheet.draft;
  const unmet = (wishes: FileWishes) => unmetDemands(wishes, { mode, jurisdiction }, usable);
  const said = file.scan.kind === 'done' ? unmet(file.scan.found) : [];
  const isSaid = (one: FileDemand) => said.some(({ what, value }) => what === one.what && value === one.value);
  const demands = unmet(wishesOfMarks(marks)).filter((one) => !isSaid(one));
  return <FileDemands demands={demands} draft={sheet.draft} />;
}

/** Says what does not fit in one block, a sentence each. Nothing before anybody is chosen, or while somebody is being typed. */
function Findings({ sheet, file, marks, isWhole }: MarksProps) {
  const { t } = useTranslation();
  const list = useList();
  const people = peopleOf(sheet, file).signees.map(({ email }) => email);
  const findings = compareMarks({ marks, isWhole }, people);
  const isChosen = people.length > 0 && sheet.pending === null;
  const told = kinds.filter((kind) => findings[kind].length > 0 && (isChosen || kind === 'twice'));
  const broken = marks.filter(({ isBroken }) => isBroken).length;
  if (told.length === 0 && broken === 0) return null;
  return (
    <div className={styles['remark']}>
      {told.map((kind) => (
        <p key={kind} role="alert">
          {t(`textMarks.${kind}`, { count: findings[kind].length, who: list(findings[kind]) })}
        </p>
      ))}
      {broken > 0 && <p>{t('textMarks.broken', { count: broken })}</p>}
    </div>
  );
}

/** Says how many marks there are, for whom, and whether they are used, with the buttons that change this. */
function Found({ sheet, file, marks, isWhole }: MarksProps) {
  const { t } = useTranslation();
  const list = useList();
  const [taken, setTaken] = useState(0);
  const named = marks.flatMap(({ email, order }) =>
    email === null ? [] : [order === null ? email : `${email} (${order + 1})`],
  );
  const blank = marks.filter(({ email, wishes }) => email === null && wishes === undefined).length;
  const people = peopleFromMarks(marks);
  const isUsed = sheet.draft.scanPredefined;
  const isEmpty = peopleOf(sheet, file).signees.length === 0;
  const take = () => {
    setTaken(people.signees.length);
    changeSheet((now) => withPeople(now, file, people));
  };
  const found = t('textMarks.found', { count: marks.length });
  return (
    <div className={styles['fields']}>
      <span role="status" className={styles['quiet']}>
        {named.length > 0 ? t('app.labelled', { label: found, value: list([...new Set(named)]) }) : found}
        {blank > 0 && ` · ${t('textMarks.blank', { count: blank })}`}
        {taken > 0 && !isEmpty && ` · ${t('send.peopleAdded', { count: taken })}`}
        {!isUsed && ` · ${t('textMarks.unused')}`}
        {!isWhole && `. ${t('textMarks.partly')}`}
      </span>
      {isEmpty && people.signees.length > 0 && <Button onPress={take}>{t('send.addPeople')}</Button>}
      {!isUsed && (
        <span className={styles['atEdge']}>
          <EffectButton
            look="quiet"
            effect={t('textMarks.useEffect', { choice: t('send.scan') })}
            onPress={() => setDraft({ scanPredefined: true })}
          >
            {t('textMarks.use')}
          </EffectButton>
        </span>
      )}
    </div>
  );
}
