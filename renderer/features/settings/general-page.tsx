import { useTranslation } from 'react-i18next';
import { languages } from '../../../preload/contract/language.ts';
import { limits } from '../../../preload/contract/limits.ts';
import { themes } from '../../../preload/contract/setting-values.ts';
import type { State } from '../../../preload/contract/state.ts';
import { bridge } from '../../bridge/bridge.ts';
import { languageNames } from '../../language/language-choice.tsx';
import { changeAndTell } from '../../store/change-and-tell.ts';
import { sayUndo } from './say-setting.ts';
import { SelectRow } from './select-row.tsx';
import styles from './settings.module.css';
import { StartAtLogin } from './start-at-login.tsx';
import { UpdatesCard } from './updates-card.tsx';

const undoTimes = [0, 5, 10, 30, 60, 120];
const callCounts = Array.from({ length: limits.parallelCalls }, (_none, index) => index + 1);

/** Includes a value that is not in the list, say from an earlier version. */
const offered = (usual: readonly number[], now: number) =>
  [...new Set([...usual, now])].toSorted((one, other) => one - other);

export function GeneralPage({ state }: { state: State }) {
  const { t } = useTranslation();
  const { undoSeconds } = state.outbox;
  return (
    <>
      <section className={styles['rows']} aria-labelledby="general">
        <h2 id="general">{t('settings.page.general')}</h2>
        <SelectRow
          name="language"
          label={t('settings.language')}
          value={state.languageChoice}
          options={[
            { id: 'system', text: t('settings.system') },
            ...languages.map((id) => ({ id, text: languageNames[id] })),
          ]}
          onChange={(choice) => void changeAndTell(bridge().settings.language({ choice }))}
        />
        <SelectRow
          name="theme"
          label={t('settings.theme')}
          value={state.theme}
          options={themes.map((id) => ({ id, text: t(`settings.themes.${id}`) }))}
          onChange={(theme) => void changeAndTell(bridge().settings.theme({ theme }))}
        />
        <SelectRow
          name="undoSeconds"
          label={t('settings.undo')}
          hint={t('settings.undoHint')}
          value={String(undoSeconds)}
          options={offered(undoTimes, undoSeconds).map((value) => ({
            id: String(value),
            text: sayUndo(t, value),
          }))}
          onChange={(value) => void changeAndTell(bridge().settings.undo({ seconds: Number(value) }))}
        />
        <SelectRow
          name="parallelCalls"
          label={t('settings.parallel')}
          hint={t('settings.parallelHint')}
          value={String(state.parallelCalls)}
          options={callCounts.map((count) => ({ id: String(count), text: String(count) }))}
          onChange={(value) => void changeAndTell(bridge().settings.parallel({ calls: Number(value) }))}
        />
        <StartAtLogin start={state.startAtLogin} />
      </section>
      <UpdatesCard state={state} />
    </>
  );
}
