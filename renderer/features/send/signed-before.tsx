import { bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { useAnswer } from '../../store/use-answer.ts';
import styles from './files-pane.module.css';

interface SignedBeforeProps {
  /** A file of the sheet, or a submission that waits for a person. */
  readonly of: 'file' | 'submission';
  readonly id: string;
  /** The text until main has read the signatures, or if it cannot. */
  readonly otherwise?: string;
}

/** Says who signed the file already, if it is unchanged, and that new signatures come on top. */
export function SignedBefore({ of, id, otherwise }: SignedBeforeProps) {
  // The sentences come from main, in the language of the moment.
  const locale = useMirror(({ state }) => state?.locale);
  const answer = useAnswer(() => bridge().files.signedBefore({ of, id }), [of, id], locale);
  const sentences = answer?.ok === true ? answer.sentences : [];
  if (sentences.length === 0 && otherwise === undefined) return null;
  return (
    <output className={styles['remark']}>
      {sentences.length === 0 ? otherwise : sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </output>
  );
}
