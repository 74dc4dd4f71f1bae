import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { tooltip } from './tooltip.ts';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
}

export function Button({ look = 'plain', onHoverStart, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...tooltip}
      onHoverStart={(event) => {
        tooltip.onHoverStart(event);
        onHoverStart?.(event);
      }}
      className={`${styles['button']} ${styles[look]}`}
    />
  );
}
