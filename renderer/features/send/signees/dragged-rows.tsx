import { useRef } from 'react';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import type { DropPosition } from './row-keys.ts';

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
