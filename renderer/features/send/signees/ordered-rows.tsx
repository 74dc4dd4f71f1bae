import { type KeyboardEvent, useRef } from 'react';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';

/** The place of a dropped row: beside another one, or on it. */
export type DropPosition = 'before' | 'after' | 'on';

interface DraggedRows {
  readonly dragType: string;
  /** The line between two rows where a drop would go. */
  readonly lineClass: string;
  readonly onDrop: (key: string, target: string, position: DropPosition) => void;
  /** A row may be dropped on another one. */
  readonly takesRows: boolean;
}

/** Lets people drag the rows of a list into another order. One row moves at a time. */
export function useDraggedRows<Item extends object>({ dragType, lineClass, onDrop, takesRows }: DraggedRows) {
  const dragged = useRef<string | null>(null);
  const drop = (target: { readonly key: string | number; readonly dropPosition: DropPosition }) => {
    if (dragged.current !== null) onDrop(dragged.current, String(target.key), target.dropPosition);
  };
  const { dragAndDropHooks } = useDragAndDrop<Item>({
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key) })),
    acceptedDragTypes: [dragType],
    getAllowedDropOperations: () => ['move'],
    onDragStart: ({ keys }) => {
      const [key] = keys;
      dragged.current = key === undefined ? null : String(key);
    },
    onReorder: ({ target }) => drop(target),
    ...(takesRows && { onItemDrop: ({ target }: { readonly target: Parameters<typeof drop>[0] }) => drop(target) }),
    renderDropIndicator: (target) => <DropIndicator target={target} className={lineClass} />,
  });
  return dragAndDropHooks;
}

/** Returns the key of the row that contains an element. */
export const rowKeyOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;

/** Tells where a pressed key moves its row. Null: it is another key. */
export function moveOf(event: KeyboardEvent): 'up' | 'down' | null {
  if (!event.altKey) return null;
  return event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
}
