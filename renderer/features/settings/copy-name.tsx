import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './settings.module.css';

/** How saved copies are named, with an example while a person types. Main makes all names, also the example. */
export function CopyName({ saved }: { saved: string }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const isLocked = useLocked('copyName');
  const [pattern, setPattern] = useState(saved);
  const [example, setExample] = useState('');
  const sample = t('settings.copyNameSample');
  const save = () =>
    run(async () => {
      await ask(bridge().settings.copyName({ pattern }));
    });
  useEffect(() => {
    let latest = true;
    const preview = async () => {
      const { name } = await ask(bridge().settings.previewCopyName({ pattern, name: sample }));
      if (latest) setExample(name);
    };
    void preview();
    return () => {
      latest = false;
    };
  }, [pattern, sample]);
  return (
    <>
      <TextInput
        label={t('settings.copyName')}
        hint={t('settings.copyNameHint')}
        value={pattern}
        onChange={setPattern}
        maxLength={lengths.name}
        isReadOnly={isLocked}
        onEnter={() => void save()}
      />
      <output className={styles['quiet']}>{t('settings.copyNameExample', { name: example })}</output>
      <Actions>
        <Button isDisabled={isLocked || pattern === saved} onPress={() => void save()}>
          {t('submission.save')}
        </Button>
        {isLocked && <LockedNote />}
      </Actions>
    </>
  );
}
