import { useTranslation } from 'react-i18next';
import type { WatchedFolder } from '../../../preload/contract/folder.ts';
import type { Profile } from '../../../preload/contract/profile.ts';
import { isGiven } from '../../../preload/contract/setting-values.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { LockedNote } from '../../ui/locked-note.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { WaitingFolders } from './profile-folders.tsx';

export type ProfileAction = 'edit' | 'makeDefault' | 'duplicate' | 'exportNow' | 'remove';
const rareActions = ['makeDefault', 'duplicate', 'exportNow', 'remove'] as const;
const shownSignees = 4;

interface ProfileCardProps {
  readonly profile: Profile;
  readonly folders: readonly WatchedFolder[];
  readonly onAction: (action: ProfileAction, profile: Profile) => void;
}

export function ProfileCard({ profile, folders, onAction }: ProfileCardProps) {
  const { t } = useTranslation();
  const { id, name, choices, isDefault } = profile;
  const given = isGiven(profile);
  const main = given ? 'duplicate' : 'edit';
  const { signees, mode, jurisdiction } = choices;
  const ordered = signees.some(({ order }) => order !== null);
  const how = [t(`mode.${mode}`), t(`details.${jurisdiction}`)];
  const who = signees.slice(0, shownSignees).map((one) => one.name || one.email);
  const more = signees.length - who.length;
  if (more > 0) who.push(t('submission.morePeople', { count: more }));
  const order = signees.length > 1 ? ` – ${t(ordered ? 'profiles.inOrder' : 'profiles.anyOrder')}` : '';
  return (
    <li className={card['card']} data-profile={id}>
      <div className={card['head']}>
        <h2>{name}</h2>
        {isDefault && <span className={card['chip']}>{t('profiles.isDefault')}</span>}
      </div>
      <p className={card['facts']}>
        <span>{how.join(' · ')}</span>
        <span>{signees.length === 0 ? t('profiles.noSignees') : `${who.join(', ')}${order}`}</span>
      </p>
      <WaitingFolders profile={name} folders={folders} />
      {given && <LockedNote />}
      <Actions>
        <Button
          aria-label={t('profiles.of', { what: t(`profiles.${main}`), name })}
          onPress={() => onAction(main, profile)}
        >
          {t(`profiles.${main}`)}
        </Button>
        <MoreMenu
          label={t('profiles.of', { what: t('send.more'), name })}
          items={rareActions
            .filter((action) => action !== 'makeDefault' || !isDefault)
            .filter((action) => !given || (action !== 'duplicate' && action !== 'remove'))
            .map((action) => ({ id: action, text: t(`profiles.${action}`) }))}
          onAction={(action) => onAction(action, profile)}
        />
      </Actions>
    </li>
  );
}
