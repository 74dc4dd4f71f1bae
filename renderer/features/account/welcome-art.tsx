import styles from './welcome.module.css';

const first = 'M2 30C10 6 18 2 20 9S6 34 12 34s12-20 18-19-3 12 3 12 7-11 12-10 0 9 5 9 8-9 13-7 3 7 10 6 12-3 20-5';
const second =
  'M4 12c8-6 14 0 9 10S2 38 10 33 24 6 28 4 20 30 24 31s8-14 13-13 0 11 5 11 9-12 13-11 1 9 6 9 6-4 12-4 12 2 22-2';

const lines = [34, 0, 96, 88, 92, 58, 0, 98, 90, 95, 46, 0, 93, 97, 72] as const;

/** Draws a page that two people have signed. It has no words, so it suits every language. */
export function WelcomeArt() {
  return (
    <div className={styles['art']} aria-hidden="true">
      <div className={`${styles['page']} ${styles['behind']}`} />
      <div className={styles['page']}>
        <svg viewBox="0 0 260 360" className={styles['drawing']}>
          <rect x="28" y="34" width="118" height="11" rx="3" className={styles['heading']} />
          {lines.map((share, at) =>
            share === 0 ? null : (
              <rect
                // The lines never change.
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                x="28"
                y={66 + at * 13}
                width={(204 * share) / 100}
                height="5"
                rx="2.5"
                className={styles['line']}
              />
            ),
          )}
          <g className={styles['ink']}>
            <path d={first} transform="translate(30 276) scale(.9)" />
            <path d={second} transform="translate(146 276) scale(.9)" />
          </g>
          <path d="M28 320h92M140 320h92" className={styles['rule']} />
        </svg>
      </div>
    </div>
  );
}
