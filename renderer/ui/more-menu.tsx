import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { Button } from './button.tsx';
import styles from './more-menu.module.css';

interface MoreItem<T extends string> {
  readonly id: T;
  readonly text: string;
  /** The effect of the action: a second line. */
  readonly effect?: string | null;
  readonly isDisabled?: boolean;
}

interface MoreMenuProps<T extends string> {
  /** The name of the button and the menu for screen readers and in the tooltip. */
  readonly label: string;
  readonly items: readonly MoreItem<T>[];
  readonly onAction: (id: T) => void;
  readonly isDisabled?: boolean;
  readonly look?: 'plain' | 'quiet';
  /** Shows the name on the button, instead of ⋯. */
  readonly isLabelShown?: boolean;
}

/** Shows the ⋯ button, with the commands that people rarely need. */
export function MoreMenu<T extends string>({
  label,
  items,
  onAction,
  isDisabled = false,
  look = 'plain',
  isLabelShown = false,
}: MoreMenuProps<T>) {
  return (
    <MenuTrigger>
      <span title={label}>
        <Button look={look} aria-label={label} isDisabled={isDisabled}>
          {isLabelShown ? label : <Ellipsis size={18} aria-hidden="true" />}
        </Button>
      </span>
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={4}>
        <Menu className={styles['menu'] ?? ''} aria-label={label}>
          {items.map(({ id, text, effect = null, isDisabled: off = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={off}
              className={styles['item'] ?? ''}
              onAction={() => onAction(id)}
            >
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
  );
}
