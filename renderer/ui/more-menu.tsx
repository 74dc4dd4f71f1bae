import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.tsx';
import styles from './more-menu.module.css';

interface MoreMenuProps<T extends string> {
  /** What the button and the menu are called by screen readers and in the tooltip. */
  readonly label: string;
  readonly items: readonly { readonly id: T; readonly text: string; readonly isDisabled?: boolean }[];
  readonly onAction: (id: T) => void;
  readonly isDisabled?: boolean;
}

/** The ⋯ button, with the commands that people rarely need. */
export function MoreMenu<T extends string>({ label, items, onAction, isDisabled = false }: MoreMenuProps<T>) {
  return (
    <MenuTrigger>
      <span title={label}>
        <Button aria-label={label} isDisabled={isDisabled}>
          <Ellipsis size={18} aria-hidden="true" />
        </Button>
      </span>
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={4}>
        <Menu className={styles['menu'] ?? ''} aria-label={label}>
          {items.map(({ id, text, isDisabled: off = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={off}
              className={styles['item'] ?? ''}
              onAction={() => onAction(id)}
            >
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
