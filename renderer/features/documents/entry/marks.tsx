import styles from './marks.module.css';

export type MarkState = 'done' | 'run' | 'idle' | 'bad';

interface MarkProps {
  readonly state: MarkState;
  /** The part of the people who signed. Fills the ring. */
  readonly share?: number;
}

const Tick = () => <path className={styles['cut']} d="m5 8.3 2.1 2.1L11.2 6" />;
const Cross = () => <path className={styles['cut']} d="m5.7 5.7 4.6 4.6M10.3 5.7l-4.6 4.6" />;

/** Shows a state as one shape for documents and people. Words beside it say the same. */
export function Mark({ state, share = 0 }: MarkProps) {
  return (
    <svg className={styles['mark']} viewBox="0 0 16 16" data-state={state} aria-hidden="true">
      {state === 'run' || state === 'idle' ? (
        <>
          <circle cx="8" cy="8" r="6.2" />
          {share > 0 && (
            // A thick arc of a small circle is a wedge of a larger one.
            <circle
              className={styles['wedge']}
              cx="8"
              cy="8"
              r="2"
              pathLength="100"
              strokeDasharray={`${share * 100} 100`}
              transform="rotate(-90 8 8)"
            />
          )}
        </>
      ) : (
        <>
          <circle className={styles['solid']} cx="8" cy="8" r="7" />
          {state === 'done' ? <Tick /> : <Cross />}
        </>
      )}
    </svg>
  );
}

const ofStatus: Readonly<Record<string, MarkState>> = {
  'on-hold': 'idle',
  pending: 'run',
  'in-progress': 'run',
  signed: 'done',
  rejected: 'bad',
};

/** Returns half a ring for people who can sign now. Null if the service told no status, or one of its own. */
export function markOfSignee(status: string | null): MarkProps | null {
  const state = status !== null && Object.hasOwn(ofStatus, status) ? ofStatus[status] : undefined;
  return state === undefined ? null : { state, share: state === 'run' ? 0.5 : 0 };
}

interface StandingOf {
  readonly documentStatus: string;
  readonly people: { readonly all: number; readonly signed: number };
}

/** Returns the ring of a document, which fills with each signature. Null if its state has no such shape. */
export function markOfDocument({ documentStatus, people }: StandingOf): MarkProps | null {
  if (documentStatus === 'in-progress')
    return { state: 'run', share: people.all === 0 ? 0 : people.signed / people.all };
  if (documentStatus === 'signed') return { state: 'done' };
  return documentStatus === 'rejected' ? { state: 'bad' } : null;
}
