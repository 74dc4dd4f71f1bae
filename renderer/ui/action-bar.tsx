import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from 'react-i18next';
import styles from './action-bar.module.css';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { EffectButton } from './effect-button.tsx';

export interface Action {
  readonly id: string;
  readonly label: string;
  /** What it causes: the tooltip of a button, a second line in the menu. */
  readonly effect: string | null;
  readonly look: 'primary' | 'plain';
  /** The lowest come first. From `RARE` on, an action is in the menu. */
  readonly weight: number;
  readonly act: () => void;
}

export const RARE = 9;
const MOST_BUTTONS = 3;

/** The three actions that matter now, and a menu with the others. */
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
          <MenuTrigger>
            <Button look="quiet" aria-label={t('details.more')}>
              <Ellipsis size={18} aria-hidden="true" />
            </Button>
            <Popover className={styles['popover'] ?? ''} placement="bottom end">
              <Menu
                className={styles['menu'] ?? ''}
                aria-label={t('details.more')}
                onAction={(key) => others.find(({ id }) => id === key)?.act()}
              >
                {others.map(({ id, label: text, effect }) => (
                  <MenuItem key={id} id={id} textValue={text} className={styles['item'] ?? ''}>
                    <Text slot="label">{text}</Text>
                    {effect !== null && (
                      <Text slot="description" className={styles['effect'] ?? ''}>
                        {effect}
                      </Text>
                    )}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </Actions>
    </section>
  );
}
