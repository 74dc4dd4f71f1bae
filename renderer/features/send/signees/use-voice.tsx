import { useCallback, useState } from 'react';

/** Reads out each message once, also the same one twice in a row. */
export function useVoice() {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  const voice = (
    <div role="status" className="visually-hidden">
      <span key={said.turn}>{said.text}</span>
    </div>
  );
  return { say, voice };
}
