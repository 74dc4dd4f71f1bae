import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Options<P> {
  /** The content until the code is loaded. */
  readonly meanwhile?: ComponentType<P>;
}

/**
 * Creates a part of the window whose code is loaded when it is first shown, or by `prepare` a little earlier. We do not
 * use React's `lazy`: Suspense shows its fallback for at least 300 ms, however fast the code is.
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
    // The error boundary around this part catches it.
    if (failure !== null) throw failure.why;
    const Shown = loaded ?? Meanwhile;
    return Shown && <Shown {...props} />;
  }
  return Object.assign(Part, { prepare });
}
