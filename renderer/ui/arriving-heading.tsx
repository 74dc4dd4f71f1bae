import { type ReactNode, useEffect, useRef } from 'react';

/** Whoever did something that took them elsewhere goes on from here: keyboard and screen reader would start anew. */
export function useArrival<T extends HTMLElement>(arrives = true) {
  const ref = useRef<T>(null);
  useEffect(() => {
    // At the start of the app nobody came from anywhere.
    if (arrives && navigator.userActivation.hasBeenActive) ref.current?.focus();
  }, [arrives]);
  return ref;
}

interface ArrivingHeadingProps {
  readonly level: 1 | 2 | 3;
  readonly children: ReactNode;
  readonly arrives?: boolean;
}

/** The heading of what has just appeared; it takes the focus. */
export function ArrivingHeading({ level, children, arrives = true }: ArrivingHeadingProps) {
  const ref = useArrival<HTMLHeadingElement>(arrives);
  const Heading = `h${level}` as const;
  return (
    <Heading ref={ref} tabIndex={-1}>
      {children}
    </Heading>
  );
}
