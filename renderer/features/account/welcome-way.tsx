import type { LucideIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import styles from './welcome.module.css';

interface WelcomeWayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onPress: () => void;
}

/** Shows a large button of the first screen: what it does, and a line about it. */
export function WelcomeWay({ icon: Icon, title, text, onPress }: WelcomeWayProps) {
  return (
    <Button className={styles['way'] ?? ''} onPress={onPress}>
      <Icon size={18} aria-hidden="true" />
      <span className={styles['title']}>{title}</span>
      <span className={styles['text']}>{text}</span>
    </Button>
  );
}
