import type { TFunction } from 'i18next';
import type { FolderFile, FolderFileAction, WatchedFolder } from '../../../preload/contract/folder.ts';
import { shownName } from '../../ui/shown-name.ts';

type Goal = WatchedFolder['rule']['goal'];

interface Asked {
  readonly action: FolderFileAction;
  readonly file: Pick<FolderFile, 'key' | 'verdict' | 'problem' | 'claimedBy'>;
}

/** Returns the words of a button for one file. A folder that only prepares sends nothing, whatever a person presses. */
export const actionText = (action: FolderFileAction, goal: Goal, t: TFunction): string =>
  t(`folders.action.${action === 'send-anyway' && goal === 'hold' ? 'prepare-anyway' : action}`);

/** Says why the folder has not taken the file by itself. */
function reasonText({ verdict, problem }: Asked['file'], t: TFunction): string {
  if (verdict === 'set-aside') return t('folders.ask.setAsideText');
  if (verdict !== 'asks-more' || problem === null) return t('folders.ask.sendAnywayText');
  return `${t(`problem.${problem.key}.what`, problem.params)} ${t('folders.ask.lessText')}`;
}

/** Returns the question that comes before an action on a file. Null: the action asks in another way, or not at all. */
export function questionOf({ action, file }: Asked, goal: Goal, t: TFunction) {
  const name = shownName(file.key);
  if (action === 'release') {
    const { claimedBy: who } = file;
    return {
      action,
      title: t('folders.ask.releaseTitle', { name }),
      text: t('folders.ask.releaseText', { who }),
      yes: t('folders.ask.releaseConfirm'),
    };
  }
  if (action !== 'send-anyway') return null;
  const kind = goal === 'hold' ? 'prepareAnyway' : 'sendAnyway';
  return {
    action,
    title: t(`folders.ask.${kind}Title`, { name }),
    text: [reasonText(file, t), ...(goal === 'hold' ? [t('folders.ask.onlyPrepared')] : [])].join(' '),
    yes: t(`folders.ask.${kind}Confirm`),
  };
}
