import { type ComponentProps, useId } from 'react';
import { Button } from './button.tsx';

interface EffectButtonProps extends ComponentProps<typeof Button> {
  /** The effect of the button, as the tooltip and the description. Null: the words on it say all. */
  readonly effect: string | null;
}

export function EffectButton({ effect, ...button }: EffectButtonProps) {
  const id = useId();
  if (effect === null) return <Button {...button} />;
  return (
    <span title={effect}>
      <Button {...button} aria-describedby={id} />
      <span id={id} hidden>
        {effect}
      </span>
    </span>
  );
}
