import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRuleInput, WatchedFolder } from '../../../preload/contract/folder.ts';
import { lengths, limits } from '../../../preload/contract/limits.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import { useLocked } from '../../store/locked.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Fold } from '../../ui/fold.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './folders.module.css';
import { RuleReceipts } from './rule-receipts.tsx';

/** The rule while it is typed: numbers and patterns may be wrong. */
export interface RuleText extends Omit<FolderRuleInput, 'patterns' | 'quietSeconds' | 'perHour'> {
  readonly patterns: string;
  readonly quietSeconds: string;
  readonly perHour: string;
}

export const textOf = ({ patterns, quietSeconds, perHour, ...rest }: FolderRuleInput): RuleText => ({
  ...rest,
  patterns: patterns.join(', '),
  quietSeconds: String(quietSeconds),
  perHour: String(perHour),
});

const patternsIn = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim().slice(0, lengths.name))
    .filter(Boolean);

function numberIn(text: string, least: number, most: number): number | null {
  const number = Number(text);
  return /^\d{1,5}$/.test(text.trim()) && number >= least && number <= most ? number : null;
}

const quietIn = (text: string) => numberIn(text, limits.quietSeconds.least, limits.quietSeconds.most);
const perHourIn = (text: string) => numberIn(text, 1, limits.folderPerHour);
const isPatterns = (found: readonly string[]) => found.length > 0 && found.length <= limits.folderPatterns;

/** Returns the rule, or null while something is wrong. */
export function ruleOf(text: RuleText, profiles: readonly Profile[]): FolderRuleInput | null {
  const patterns = patternsIn(text.patterns);
  const quietSeconds = quietIn(text.quietSeconds);
  const perHour = perHourIn(text.perHour);
  const isKnown = profiles.some(({ id }) => id === text.profileId);
  if (!isPatterns(patterns) || quietSeconds === null || perHour === null || !isKnown) return null;
  return { ...text, patterns, quietSeconds, perHour };
}

interface RuleFieldsProps {
  readonly text: RuleText;
  readonly ownFolders: WatchedFolder['ownFolders'];
  readonly profiles: readonly Profile[];
  readonly tried: boolean;
  /** The profile was deleted: the choice of another one has the focus. */
  readonly startsAtProfile: boolean;
  readonly onChange: (change: Partial<RuleText>) => void;
}

export function RuleFields({ text, ownFolders, profiles, tried, startsAtProfile, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const rule = ruleOf(text, profiles);
  const isHeld = useLocked('forceHold');
  const [isOpen, setOpen] = useState(false);
  const isKnown = profiles.some(({ id }) => id === text.profileId);
  const options = profiles.map(({ id, name }) => ({ id, text: name }));
  const range = (least: number, most: number) => `${least}–${most}`;
  return (
    <section className={styles['fields']} aria-labelledby="rule">
      <h2 id="rule" className="visually-hidden">
        {t('folders.goal.label')}
      </h2>
      <label className={styles['profile']}>
        <strong>{t('folders.profile')}</strong>
        <Select
          value={text.profileId}
          options={isKnown ? options : [{ id: text.profileId, text: '–', isDisabled: true }, ...options]}
          onChange={(profileId) => onChange({ profileId })}
          startsFocused={startsAtProfile}
        />
      </label>
      {tried && !isKnown && <p role="alert">{t('folders.profileGone')}</p>}
      <p className={styles['hint']}>{t('folders.profileHint')}</p>
      <Choice
        label={t('folders.goal.label')}
        value={text.goal}
        options={(['hold', 'send'] as const).map((id) => ({
          id,
          text: t(`folders.goal.${id}`),
          isDisabled: isHeld && id === 'send',
        }))}
        onChange={(goal) => onChange({ goal })}
      />
      {isHeld && <LockedNote />}
      {text.goal === 'send' && (
        <div className={styles['short']}>
          <TextInput
            label={t('folders.perHour.label')}
            hint={t('folders.perHour.hint')}
            value={text.perHour}
            onChange={(perHour) => onChange({ perHour })}
            maxLength={5}
            error={perHourIn(text.perHour) === null ? range(1, limits.folderPerHour) : undefined}
          />
        </div>
      )}
      <Fold
        title={t('send.more')}
        summary={text.patterns}
        isOpen={isOpen || (tried && rule === null)}
        onOpenChange={setOpen}
      >
        <div className={styles['fields']}>
          <TextInput
            label={t('folders.patterns.label')}
            hint={t('folders.patterns.hint')}
            value={text.patterns}
            onChange={(patterns) => onChange({ patterns })}
            maxLength={lengths.address}
            error={isPatterns(patternsIn(text.patterns)) ? undefined : t('folders.patterns.hint')}
          />
          <Choice
            label={t('folders.originals.label')}
            value={text.originals}
            options={(['move', 'keep'] as const).map((id) => ({
              id,
              text: t(`folders.originals.${id}`, { folder: ownFolders.sent }),
            }))}
            onChange={(originals) => onChange({ originals })}
          />
          <div className={styles['short']}>
            <TextInput
              label={t('folders.quiet.label')}
              hint={t('folders.quiet.hint')}
              value={text.quietSeconds}
              onChange={(quietSeconds) => onChange({ quietSeconds })}
              maxLength={5}
              error={
                quietIn(text.quietSeconds) === null
                  ? range(limits.quietSeconds.least, limits.quietSeconds.most)
                  : undefined
              }
            />
          </div>
          <CheckBox isSelected={text.needsSidecar} onChange={(needsSidecar) => onChange({ needsSidecar })}>
            {t('folders.sidecar')}
          </CheckBox>
          <p className={styles['hint']}>{t('folders.copies', { folder: ownFolders.signed })}</p>
          <RuleReceipts isOn={text.receipts} onChange={(receipts) => onChange({ receipts })} />
        </div>
      </Fold>
    </section>
  );
}
