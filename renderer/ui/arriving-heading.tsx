import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Takes the focus to new content after a person's action. Keyboard and screen reader would start again at the top
 * otherwise.
 */
export function useArrival<T extends HTMLElement>(arrives = true) {
  const ref = useRef<T>(null);
  useEffect(() => {
    // At the start of the app no action led here.
    if (arrives && navigator.userActivation.hasBeenActive) ref.current?.focus();
  }, [arrives]);
  return ref;
}

interface ArrivingHeadingProps {
  readonly level: 1 | 2 | 3;
  readonly children: ReactNode;
  readonly arrives?: boolean;
}

/** Shows the heading of new content. It takes the focus. */
export function ArrivingHeading({ level, children, arrives = true }: ArrivingHeadingProps) {
  const ref = useArrival<HTMLHeadingElement>(arrives);
  const Heading = `h${level}` as const;
  return (
    <Heading ref={ref} tabIndex={-1}>
      {children}
    </Heading>
  );
}
