import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import styles from './welcome.module.css';

interface WelcomeWayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onPress: () => void;
}

/** A large button of the first screen: what it does, and a line about it. */
export function WelcomeWay({ icon: Icon, title, text, onPress }: WelcomeWayProps) {
  const id = useId();
  return (
    <Button
      className={styles['way'] ?? ''}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onPress={onPress}
    >
      <Icon size={18} aria-hidden="true" />
      <span id={`${id}title`} className={styles['title']}>
        {title}
      </span>
      <span id={`${id}text`} className={styles['text']}>
        {text}
      </span>
    </Button>
  );
}
