import type { DeskQuestion } from '../platform/desktop.ts';
import type { Texts } from '../words/texts.ts';

/** The way in which a closed window goes away. Where nothing shows our icon, a hidden window could not come back. */
export type PutAway = 'hide' | 'minimize';

export const putAwayTo = (isIconShown: boolean): PutAway => (isIconShown ? 'hide' : 'minimize');

/** Says once that the app continues without its window. */
export function closingQuestion(t: ReturnType<Texts>, how: PutAway, platform: NodeJS.Platform): DeskQuestion {
  const place = platform === 'darwin' ? 'menuBar' : 'area';
  return {
    title: t('desk.closing.title'),
    text: t(how === 'hide' ? `desk.closing.${place}` : 'desk.closing.minimize'),
    buttons: [t('desk.closing.ok'), t('menu.quit')],
  };
}
