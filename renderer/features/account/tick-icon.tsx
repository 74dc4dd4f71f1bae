import { Check, Circle, CircleDashed, CircleX, Minus } from 'lucide-react';
import type { SignInTestStep } from '../../../preload/contract/connection.ts';

const icons = { waiting: Circle, running: CircleDashed, done: Check, failed: CircleX, skipped: Minus } as const;

/** Shows the icon of a step. The text beside it says the same. */
export function TickIcon({ state }: { state: SignInTestStep['state'] }) {
  const Icon = icons[state];
  return <Icon size={20} aria-hidden="true" />;
}
