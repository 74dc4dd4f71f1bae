import { Archive, ArchiveRestore, Ban, Download, HardDriveDownload, Mail, Send, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionAction } from '../../../preload/contract/selection-choices.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { sayAction, useSelectionActions } from './offered-rows.ts';
import styles from './selection.module.css';

type Tool = SelectionAction | 'table';

const icons = {
  send: Send,
  discard: X,
  save: HardDriveDownload,
  withdraw: Ban,
  delete: Trash2,
  remind: Mail,
  archive: Archive,
  unarchive: ArchiveRestore,
  table: Download,
} as const satisfies Record<Tool, typeof Send>;

/** Counts the buttons that stand on the first line. The others wrap below it, out of sight. */
function countOnLine(line: HTMLElement): number {
  const buttons = [...line.children].filter((child) => child instanceof HTMLElement);
  return buttons.filter(({ offsetTop, offsetWidth }) => offsetTop === 0 && offsetWidth <= line.clientWidth).length;
}

interface SelectionToolsProps {
  readonly onAct: (tool: Tool) => void;
}

/** Shows what can be done with the chosen rows in one line. What does not fit is in a menu. */
export function SelectionTools({ onAct }: SelectionToolsProps) {
  const { t } = useTranslation();
  const tools: readonly Tool[] = [...useSelectionActions(), 'table'];
  const say = (tool: Tool) => (tool === 'table' ? t('table.button') : sayAction(tool, t));
  const line = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(tools.length);
  // Words of another language, or other actions, need another width.
  useLayoutEffect(() => {
    const shown = line.current;
    if (!shown) return undefined;
    const measure = () => setFitting(countOnLine(shown));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  });
  const others = tools.slice(fitting);
  return (
    <>
      <div ref={line} className={styles['tools']}>
        {tools.map((tool, at) => {
          const Icon = icons[tool];
          return (
            <span key={tool} data-beyond={at >= fitting || undefined}>
              <Button look="quiet" onPress={() => onAct(tool)}>
                <Icon size={16} aria-hidden="true" />
                {say(tool)}
              </Button>
            </span>
          );
        })}
      </div>
      {/* It keeps its room: else the last button would make place for the menu, and the menu for the button. */}
      <span data-beyond={others.length === 0 || undefined}>
        <MoreMenu
          label={t('details.more')}
          look="quiet"
          items={others.map((id) => ({ id, text: say(id) }))}
          onAction={onAct}
        />
      </span>
    </>
  );
}
