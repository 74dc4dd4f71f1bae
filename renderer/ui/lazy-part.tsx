import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Options<P> {
  /** What stands there until it has come. */
  readonly meanwhile?: ComponentType<P>;
}

/**
 * A part of the window whose code comes when it is wanted, or with `prepare` a little before. Not by React's `lazy`: what Suspense
 * shows meanwhile, it shows for 300 ms, however soon the code is there.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile: Meanwhile }: Options<P> = {},
) {
  let loaded: ComponentType<P> | null = null;
  async function prepare(): Promise<void> {
    loaded ??= await load();
  }

  function Part(props: P): ReactNode {
    const [, setArrived] = useState(loaded !== null);
    const [failure, setFailure] = useState<{ readonly why: unknown } | null>(null);
    useEffect(() => {
      prepare().then(
        () => setArrived(true),
        (why: unknown) => setFailure({ why }),
      );
    }, []);
    // To whoever catches what goes wrong in a part that is there.
    if (failure !== null) throw failure.why;
    const Shown = loaded ?? Meanwhile;
    return Shown && <Shown {...props} />;
  }
  return Object.assign(Part, { prepare });
}
