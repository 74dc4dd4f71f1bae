import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRuleInput, WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { showFault } from '../../store/ui.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { editRule, useEditedRules } from './edited-rules.ts';
import { FolderFiles } from './folder-files.tsx';
import { FolderRemarks } from './folder-remarks.tsx';
import styles from './folders.module.css';
import { RuleFields, ruleOf, textOf } from './rule-fields.tsx';
import { SendQuestion } from './send-question.tsx';

interface FolderEditorProps {
  readonly folder: WatchedFolder;
  readonly profiles: readonly Profile[];
  readonly locale: string;
  readonly onClose: () => void;
  /** Reports that the folder is watched from now on. */
  readonly onAdded: () => void;
}

/** Shows how many documents the folder takes as soon as it is watched. */
function WhatStarts({ folder }: { readonly folder: WatchedFolder }) {
  const { t } = useTranslation();
  const { counts, lastLook } = folder;
  const sent = counts['would-send'] ?? 0;
  const held = (counts['would-hold'] ?? 0) + (counts['hour-limit'] ?? 0);
  if (lastLook === null) return null;
  if (sent + held === 0) return t('folders.foot.none');
  return [
    ...(sent > 0 ? [t('folders.foot.send', { count: sent })] : []),
    ...(held > 0 ? [t('folders.foot.hold', { count: held })] : []),
  ].join(' ');
}

/** Adds or changes a folder: its rule, and what would happen in it now. Nothing happens before a person confirms. */
export function FolderEditor({ folder, profiles, locale, onClose, onAdded }: FolderEditorProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [tried, setTried] = useState(false);
  /** The rule that the question is about. */
  const [asked, setAsked] = useState<FolderRuleInput | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { id, name, isPreview } = folder;
  const [saved] = useState(() => textOf(folder.rule));
  const text = useEditedRules((texts) => texts[id]) ?? saved;
  const rule = ruleOf(text, profiles);
  const told = useRef('');
  const [isProfileGone] = useState(() => !profiles.some((one) => one.id === folder.rule.profileId));

  // The preview follows what is chosen, so that its verdicts are those of the new rule.
  const edited = rule === null ? '' : JSON.stringify(rule);
  useEffect(() => {
    if (!isPreview || rule === null || edited === told.current || edited === JSON.stringify(folder.rule)) return;
    told.current = edited;
    // Not one at a time with the buttons: a press right after a choice must not be lost.
    ask(bridge().folders.save({ id, rule, confirmed: false, print: null })).catch(showFault);
  });

  async function save(chosen: FolderRuleInput, print: string | null): Promise<void> {
    const answer = await ask(bridge().folders.save({ id, rule: chosen, confirmed: true, print }));
    setProblem(answer.ok === false ? answer.problem : null);
    setAsked(null);
    if (answer.ok === true && isPreview) onAdded();
    if (answer.ok === true) onClose();
  }

  function press(): void {
    setTried(true);
    if (rule === null) return;
    // Also a folder that sends already may send other files to other people by the new rule.
    if (rule.goal === 'send') setAsked(rule);
    else void run(() => save(rule, null));
  }

  async function leave(): Promise<void> {
    if (isPreview) await ask(bridge().folders.remove({ id }));
    onClose();
  }

  return (
    <div className={`${page['page']} ${styles['editor']}`}>
      <div className={styles['body']}>
        <div>
          <ArrivingHeading level={1} arrives={!isProfileGone}>
            {t(isPreview ? 'folders.wizardTitle' : 'folders.editTitle', { name })}
          </ArrivingHeading>
          <p className={styles['hint']}>{folder.path}</p>
        </div>
        <FolderRemarks folder={folder} />
        <div className={styles['panes']} data-preview={isPreview || undefined}>
          <RuleFields
            ownFolders={folder.ownFolders}
            text={text}
            profiles={profiles}
            tried={tried || isProfileGone}
            startsAtProfile={isProfileGone}
            onChange={(change) => editRule(id, { ...text, ...change })}
          />
          {isPreview && (
            <section className={styles['now']} aria-labelledby="now">
              <h2 id="now">{t('folders.now')}</h2>
              <p className={styles['hint']}>{t('folders.nowText')}</p>
              <FolderFiles folder={folder} locale={locale} />
            </section>
          )}
        </div>
        {problem && <Notice problem={problem} />}
      </div>
      <footer className={styles['foot']}>
        <p className={styles['footWords']}>{isPreview && <WhatStarts folder={folder} />}</p>
        <Button onPress={() => void run(leave)}>{t('connect.cancel')}</Button>
        <Button look="primary" onPress={press}>
          {t(isPreview ? 'folders.switchOn' : 'submission.save')}
        </Button>
      </footer>
      {asked !== null && (
        <SendQuestion
          folder={folder}
          rule={asked}
          onYes={(print) => run(() => save(asked, print))}
          onNo={() => setAsked(null)}
          onUnread={(why) => {
            setAsked(null);
            setProblem(why);
          }}
        />
      )}
    </div>
  );
}
