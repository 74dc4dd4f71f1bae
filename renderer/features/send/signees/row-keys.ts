import type { KeyboardEvent } from 'react';

/** The place of a dropped row: beside another one, or on it. */
export type DropPosition = 'before' | 'after' | 'on';

/** Returns the key of the row that contains an element. */
export const rowKeyOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;

/** Tells where a pressed key moves its row. Null: it is another key. */
export function moveOf(event: KeyboardEvent): 'up' | 'down' | null {
  if (!event.altKey) return null;
  return event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
}
