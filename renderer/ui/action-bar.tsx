import { useTranslation } from 'react-i18next';
import { Actions } from './actions.tsx';
import { EffectButton } from './effect-button.tsx';
import { MoreMenu } from './more-menu.tsx';

export interface Action {
  readonly id: string;
  readonly label: string;
  /** The effect of the action: the tooltip of a button, a second line in the menu. */
  readonly effect: string | null;
  readonly look: 'primary' | 'plain';
  /** The lowest come first. From `RARE` on, an action is in the menu. */
  readonly weight: number;
  readonly act: () => void;
}

export const RARE = 9;
const MOST_BUTTONS = 3;

/** Shows the three actions that matter now, and a menu with the others. */
export function ActionBar({ label, actions }: { readonly label: string; readonly actions: readonly Action[] }) {
  const { t } = useTranslation();
  const inOrder = actions.toSorted((one, other) => one.weight - other.weight);
  const shown = inOrder.filter(({ weight }) => weight < RARE).slice(0, MOST_BUTTONS);
  const others = inOrder.filter((action) => !shown.includes(action));
  if (inOrder.length === 0) return null;
  return (
    <section aria-label={label}>
      <Actions>
        {shown.map(({ id, label: words, effect, look, act }) => (
          <EffectButton key={id} look={look} effect={effect} onPress={act}>
            {words}
          </EffectButton>
        ))}
        {others.length > 0 && (
          <MoreMenu
            label={t('details.more')}
            look="quiet"
            items={others.map(({ id, label: text, effect }) => ({ id, text, effect }))}
            onAction={(key) => others.find(({ id }) => id === key)?.act()}
          />
        )}
      </Actions>
    </section>
  );
}
