import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayMoment } from '../../language/say-moment.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Fold } from '../../ui/fold.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { FolderActivity } from './folder-activity.tsx';
import { FolderFiles } from './folder-files.tsx';
import { FolderRemarks } from './folder-remarks.tsx';
import styles from './folders.module.css';
import { UnconfirmedPeople } from './unconfirmed-people.tsx';

interface FolderCardProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
  /** Shows the files that need the person at once. */
  readonly startsOpen: boolean;
  readonly onChange: (id: string) => void;
  /** Reports that the folder is no longer watched, just before the card goes. */
  readonly onRemoved: () => void;
}

type Answer = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
const pauses = ['hour', 'tomorrow', 'always'] as const;
type Rare = (typeof pauses)[number] | 'look' | 'remove';
type Shown = 'files' | 'activity' | null;

const isTaken = (kind: string) => ['under-way', 'sent', 'stopped'].includes(kind);
const isLeft = (kind: string) => ['ignored', 'duplicate', 'signed-copy'].includes(kind);

/** Counts the files that were taken, and those that wait for something else than a person. */
function sums({ counts, needsYou }: WatchedFolder) {
  let taken = 0;
  let waiting = -needsYou;
  for (const [kind, count = 0] of Object.entries(counts)) {
    if (isTaken(kind)) taken += count;
    else if (!isLeft(kind)) waiting += count;
  }
  return { taken, waiting };
}

/** Returns the status, and what a person should know about it. */
function useStatusWords({ status, pausedUntil }: WatchedFolder, locale: string) {
  const { t } = useTranslation();
  const state =
    status === 'paused' && pausedUntil !== null
      ? t('folders.status.pausedUntil', { time: sayMoment(pausedUntil, locale) })
      : t(`folders.status.${status}`);
  const trouble =
    status === 'unreachable' || status === 'read-only' || status === 'failed'
      ? t(`folders.statusText.${status}`)
      : status === 'replaced'
        ? t('folders.acceptText')
        : null;
  return { state, trouble };
}

interface FolderFactsProps {
  readonly folder: WatchedFolder;
  readonly locale: string;
}

function FolderFacts({ folder, locale }: FolderFactsProps) {
  const { t } = useTranslation();
  const { rule } = folder;
  const { taken, waiting } = sums(folder);
  const facts = [
    folder.profileName ?? t('folders.profileGone'),
    t(`folders.goal.${rule.goal}`),
    ...(rule.goal === 'send' ? [t('folders.perHour.used', { count: folder.sentThisHour, limit: rule.perHour })] : []),
    ...(waiting > 0 ? [t('folders.count.waiting', { count: waiting })] : []),
    ...(taken > 0 ? [t('folders.count.taken', { count: taken })] : []),
  ];
  const looked = [
    ...(folder.lastLook === null ? [] : [t('folders.lastLook', { time: sayMoment(folder.lastLook, locale) })]),
    t(`folders.how.${folder.how}`),
  ];
  return (
    <p className={card['facts']}>
      <span>{facts.join(' · ')}</span>
      <span className={styles['hint']}>{looked.join(' · ')}</span>
    </p>
  );
}

interface FolderActionsProps {
  readonly folder: WatchedFolder;
  readonly onChange: () => void;
  readonly onRemoved: () => void;
  readonly tell: (problem: Problem | null) => void;
}

function FolderActions({ folder, onChange, onRemoved, tell }: FolderActionsProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [removing, setRemoving] = useState(false);
  const { id, name, status, isPaused } = folder;
  const is = (what: string) => t('profiles.of', { what, name });

  function act(call: () => Promise<Answer>, onDone = () => {}): void {
    void run(async () => {
      const answer = await call();
      tell(answer.ok ? null : answer.problem);
      if (answer.ok) onDone();
    });
  }

  function actRarely(action: Rare): void {
    if (action === 'remove') setRemoving(true);
    else if (action === 'look') act(() => ask(bridge().folders.look({ id })));
    else act(() => ask(bridge().folders.pause({ id, pause: action })));
  }

  const rare = [
    ...(isPaused ? [] : pauses.map((one) => ({ id: one, text: t(`folders.pause.${one}`) }))),
    { id: 'look' as const, text: t('folders.look') },
    { id: 'remove' as const, text: t('folders.remove') },
  ];
  return (
    <>
      <Actions>
        {status === 'replaced' && (
          <Button look="primary" onPress={() => act(() => ask(bridge().folders.accept({ id })))}>
            {t('folders.accept')}
          </Button>
        )}
        {isPaused && (
          <Button
            look="primary"
            aria-label={is(t('folders.pause.resume'))}
            onPress={() => act(() => ask(bridge().folders.pause({ id, pause: 'resume' })))}
          >
            {t('folders.pause.resume')}
          </Button>
        )}
        <Button aria-label={is(t('folders.edit'))} onPress={onChange}>
          {t('folders.edit')}
        </Button>
        <Button aria-label={is(t('folders.show'))} onPress={() => act(() => ask(bridge().folders.show({ id })))}>
          {t('folders.show')}
        </Button>
        <MoreMenu label={is(t('send.more'))} items={rare} onAction={actRarely} />
      </Actions>
      {removing && (
        <Question
          title={t('folders.removeTitle', { name })}
          text={t('folders.removeText')}
          yes={t('folders.removeConfirm')}
          onYes={() => {
            setRemoving(false);
            act(() => ask(bridge().folders.remove({ id })), onRemoved);
          }}
          onNo={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/** Shows the files or the activity of a folder: one of them at a time. */
function FolderFolds({ folder, locale, startsOpen, onChange }: Omit<FolderCardProps, 'onRemoved'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>(startsOpen && folder.needsYou > 0 ? 'files' : null);
  const { id, name } = folder;
  return (
    <>
      <Fold
        title={t('folders.filesTitle')}
        label={t('folders.files', { name })}
        summary=""
        isOpen={shown === 'files'}
        onOpenChange={(open) => setShown(open ? 'files' : null)}
      >
        {shown === 'files' && <FolderFiles folder={folder} locale={locale} onChange={() => onChange(id)} />}
      </Fold>
      <Fold
        title={t('folders.activity')}
        label={t('profiles.of', { what: t('folders.activity'), name })}
        summary=""
        isOpen={shown === 'activity'}
        onOpenChange={(open) => setShown(open ? 'activity' : null)}
      >
        {shown === 'activity' && <FolderActivity folder={folder} locale={locale} />}
      </Fold>
    </>
  );
}

export function FolderCard({ folder, locale, startsOpen, onChange, onRemoved }: FolderCardProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { id, name, path, needsYou } = folder;
  const { state, trouble } = useStatusWords(folder, locale);
  return (
    <li className={card['card']} data-folder={id}>
      <div className={card['head']}>
        <h2 tabIndex={-1}>{name}</h2>
        <span className={card['chip']} data-tone={trouble === null ? undefined : 'warn'}>
          {state}
        </span>
        {needsYou > 0 && (
          <span className={card['chip']} data-tone="warn">
            {t('folders.count.needsYou', { count: needsYou })}
          </span>
        )}
        <span className={styles['path']}>{path}</span>
      </div>
      {trouble !== null && <p className={styles['trouble']}>{trouble}</p>}
      <FolderFacts folder={folder} locale={locale} />
      <FolderRemarks folder={folder} />
      <UnconfirmedPeople folder={folder} onProblem={setProblem} />
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <FolderActions folder={folder} onChange={() => onChange(id)} onRemoved={onRemoved} tell={setProblem} />
      <FolderFolds folder={folder} locale={locale} startsOpen={startsOpen} onChange={onChange} />
    </li>
  );
}
