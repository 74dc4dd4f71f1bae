import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
}

export function Button({ look = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`${styles['button']} ${styles[look]}`} />;
}
