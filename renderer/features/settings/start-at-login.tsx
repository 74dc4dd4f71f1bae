import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './settings.module.css';

/** Switches the start with the computer. The system keeps the answer, so the box follows the system. */
export function StartAtLogin({ start }: { readonly start: State['startAtLogin'] }) {
  const { t } = useTranslation();
  const isLocked = useLocked('startAtLogin');
  const [problem, setProblem] = useState<Problem | null>(null);
  // A person may have been in the settings of the system meanwhile.
  useEffect(() => {
    const readAgain = () => void ask(bridge().settings.startAtLogin({ on: null }));
    readAgain();
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, []);
  if (start === 'unavailable') return null;
  async function change(on: boolean): Promise<void> {
    const answer = await ask(bridge().settings.startAtLogin({ on }));
    setProblem(answer.ok ? null : answer.problem);
  }
  return (
    <section className={styles['boxes']}>
      <CheckBox
        isDisabled={isLocked}
        isSelected={start !== 'off'}
        hint={t(start === 'blocked' ? 'settings.startAtLoginBlocked' : 'settings.startAtLoginHint')}
        onChange={(on) => void change(on)}
      >
        {t('settings.startAtLogin')}
      </CheckBox>
      {isLocked && <LockedNote />}
      {problem && <Notice problem={problem} />}
    </section>
  );
}
