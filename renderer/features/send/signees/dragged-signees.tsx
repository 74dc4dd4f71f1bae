import { useDraggedRows } from './dragged-rows.tsx';
import { type RowItem, SigneeRows, type SigneeRowsProps } from './signee-rows.tsx';
import styles from './signees.module.css';

const dragType = 'application/x-countersign-signee';

/** Shows signees that people can drag into another order. */
export function DraggedSignees(props: SigneeRowsProps) {
  const dragAndDropHooks = useDraggedRows<RowItem>({
    dragType,
    lineClass: styles['dropLine'] ?? '',
    onDrop: props.edits.drop,
    takesRows: true,
  });
  return <SigneeRows {...props} dragAndDropHooks={dragAndDropHooks} />;
}
