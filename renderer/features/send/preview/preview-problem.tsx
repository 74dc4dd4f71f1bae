import { FileWarning } from 'lucide-react';
import styles from './preview.module.css';

interface PreviewProblemProps {
  readonly what: string;
  readonly advice: string;
}

/** Shows in place of a page why there is none, and what to do. */
export function PreviewProblem({ what, advice }: PreviewProblemProps) {
  return (
    <div className={styles['card']} role="alert">
      <FileWarning size={40} strokeWidth={1.25} aria-hidden="true" className={styles['problemIcon'] ?? ''} />
      <p className={styles['cardName']}>{what}</p>
      <p className={styles['cardNote']}>{advice}</p>
    </div>
  );
}
