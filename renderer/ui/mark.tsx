/** Draws the mark of the app: a C whose foot is the line to sign on, with a tick on it. */
export function Mark({ size }: { size: number }) {
  // Small pictures need heavier strokes.
  const weight = size > 40 ? 2.7 : size > 24 ? 3 : 3.5;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="7.5" fill="var(--mark-plate)" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth={weight}>
        <path d="M16.6 6.5h-2a9.25 9.25 0 0 0 0 18.5H27" stroke="var(--mark-line)" />
        <path d="M14 14.8l4 4L27 8" stroke="var(--mark-tick)" />
      </g>
    </svg>
  );
}
