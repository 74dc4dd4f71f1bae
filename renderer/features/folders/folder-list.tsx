import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { go, useUi } from '../../store/ui.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { startEditing } from '../profiles/edited-profile.ts';
import { FolderCard } from './folder-card.tsx';
import styles from './folders.module.css';
import { inOrder } from './in-order.ts';

interface FolderListProps {
  readonly connectionId: string | null;
  readonly folders: readonly WatchedFolder[];
  readonly profiles: readonly Profile[];
  readonly locale: string;
  readonly onChange: (id: string) => void;
}

export function FolderList({ connectionId, folders, profiles, locale, onChange }: FolderListProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);

  const screen = useRef<HTMLDivElement>(null);
  const wanted = useUi(({ wantedFolder }) => wantedFolder);
  useEffect(() => {
    if (wanted === null) return;
    screen.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(wanted)}"] h2`)?.focus();
    useUi.setState({ wantedFolder: null });
  }, [wanted]);

  async function add(): Promise<void> {
    const answer = await ask(bridge().folders.choose());
    setProblem(answer.ok === false ? answer.problem : null);
  }

  function createProfile(): void {
    if (connectionId !== null) startEditing(connectionId, null, { leadsTo: 'folders' });
    go('profiles');
  }

  const needsProfile = profiles.length === 0;
  const look = folders.length === 0 ? 'primary' : 'plain';
  const begin = needsProfile ? (
    <Button look={look} onPress={createProfile}>
      {t('profiles.add')}
    </Button>
  ) : (
    <Button look={look} onPress={() => void run(add)}>
      {t('folders.add')}
    </Button>
  );
  return (
    <div ref={screen} className={page['page']}>
      <header className={page['head']}>
        <ArrivingHeading level={1}>{t('nav.folders')}</ArrivingHeading>
        {folders.length > 0 && begin}
      </header>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {folders.length === 0 ? (
        <Empty title={t('folders.emptyTitle')}>
          <p>{t('folders.emptyText')}</p>
          {needsProfile && <p>{t('folders.needsProfile')}</p>}
          {begin}
        </Empty>
      ) : (
        <>
          <p className={styles['hint']}>{t('folders.lead')}</p>
          <ul className={card['cards']} aria-label={t('folders.list')}>
            {inOrder(folders, ({ name }) => name, locale).map((folder) => (
              <FolderCard
                key={folder.id}
                folder={folder}
                locale={locale}
                startsOpen={folders.length === 1}
                onChange={onChange}
                onRemoved={() => screen.current?.querySelector('h1')?.focus()}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
