import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyNameFault, copyNameParts } from '../../../preload/contract/copy-name.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { LockedNote } from '../../ui/locked-note.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './settings.module.css';

const allParts = copyNameParts.map((part) => `{${part}}`).join(', ');

/** Shows the pattern for saved copies, with an example while a person types. Main makes all names, also the example. */
export function CopyNamePattern({ saved }: { saved: string }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const isLocked = useLocked('copyName');
  // Null: nobody types. What was saved a moment ago may come after the field is shown again.
  const [typed, setTyped] = useState<string | null>(null);
  const pattern = typed ?? saved;
  const [problem, setProblem] = useState<Problem | null>(null);
  const sample = t('settings.copyNameSample');
  const fault = copyNameFault(pattern);
  const save = () =>
    run(async () => {
      if (fault !== null || isLocked || pattern === saved) return;
      const answer = await ask(bridge().settings.copyName({ pattern }));
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok) setTyped((now) => (now === pattern ? null : now));
    });
  const preview = useAnswer(() => bridge().settings.previewCopyName({ pattern, name: sample }), [pattern, sample]);
  const notSaved = problem === null ? undefined : t(`problem.${problem.key}.what`, problem.params);
  const error =
    fault === null ? notSaved : t(`settings.copyNameFault.${fault.kind}`, { part: fault.part, parts: allParts });
  return (
    <>
      <TextInput
        label={t('settings.copyName')}
        hint={t('settings.copyNameHint')}
        error={error}
        value={pattern}
        onChange={setTyped}
        maxLength={lengths.name}
        isReadOnly={isLocked}
        onEnter={() => void save()}
        onLeave={() => void save()}
      />
      {fault === null && preview && (
        // Read out while a person types, and not when the page is opened.
        <p className={styles['quiet']} aria-live={pattern === saved ? 'off' : 'polite'}>
          {t('settings.copyNameExample', { name: preview.name })}
        </p>
      )}
      {isLocked && <LockedNote />}
    </>
  );
}
