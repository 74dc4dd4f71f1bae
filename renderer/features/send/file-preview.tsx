import { useCallback, useMemo } from 'react';
import type { OfferedFile } from '../../../preload/contract/sending.ts';
import { shownName } from '../../ui/shown-name.ts';
import styles from './files-pane.module.css';
import type { PreviewField } from './preview/field-place.ts';
import type { PdfVerdict } from './preview/pdf-verdict.ts';
import type { Placing } from './preview/placing.ts';
import { Preview } from './preview/preview.tsx';
import { readFile } from './read-file.ts';
import type { SheetFile } from './sheet.ts';
import { waitedFor } from './wait-for-idle.ts';

type Shown = OfferedFile & Partial<Pick<SheetFile, 'verdict' | 'scan'>>;

const endings = { pdf: /\.pdf$/i, docx: /\.docx$/i, xlsx: /\.xlsx$/i } as const;
const kinds = ['pdf', 'docx', 'xlsx'] as const;

/** Guesses the kind by the name until the verdict is here. */
const kindOf = ({ verdict = null, name }: Shown) =>
  verdict === null ? (kinds.find((kind) => endings[kind].test(name)) ?? null) : verdict.kind;

/** Returns the fields for the preview. Fields without a position are listed beside the pages. */
function fieldsOf({ scan }: Shown): readonly PreviewField[] {
  if (scan?.kind !== 'done') return [];
  return scan.found.fields.map(({ name, email, position }) => ({
    page: position?.pageNumber ?? 0,
    x: position?.x ?? 0,
    y: position?.y ?? 0,
    width: position?.width ?? 0,
    height: position?.height ?? 0,
    email,
    name,
  }));
}

interface FilePreviewProps {
  readonly file: Shown;
  /** Receives whether a PDF could be opened. */
  readonly onOpened: (id: string, verdict: PdfVerdict) => void;
  readonly placing: Placing | null;
}

export function FilePreview({ file, onOpened, placing }: FilePreviewProps) {
  const { id, name, size } = file;
  const read = useMemo(() => {
    const readPiece = readFile(id);
    return (from: number, to: number) => waitedFor(readPiece(from, to));
  }, [id]);
  const tell = useCallback((verdict: PdfVerdict) => onOpened(id, verdict), [id, onOpened]);
  const fields = useMemo(() => fieldsOf(file), [file]);
  const kind = kindOf(file);
  if (kind === null) return null;
  return (
    <div className={styles['preview']}>
      <Preview name={shownName(name)} {...{ kind, size, read, fields, placing }} onVerdict={tell} />
    </div>
  );
}
