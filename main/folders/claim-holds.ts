/** `before`: what the claim was for the first turn that holds it. `isTaken`: one of the turns has taken the content. */
interface Hold {
  readonly before: 'new' | 'own' | 'copy';
  turns: number;
  isTaken: boolean;
}

/** Counts the turns of this app that hold a claim: a document in two folders is claimed in both by the turns of both. */
export function createClaimHolds() {
  const holds = new Map<string, Hold>();
  return {
    hold(sha256: string, before: Hold['before']): void {
      const one = holds.get(sha256) ?? { before, turns: 0, isTaken: false };
      one.turns += 1;
      holds.set(sha256, one);
    },
    /** Ends the hold of one turn. Returns what is to be given back: nothing while another turn has it or took the content. */
    letGo(sha256: string, took: boolean): Hold['before'] | null {
      const one = holds.get(sha256);
      if (one === undefined) return null;
      one.turns -= 1;
      one.isTaken ||= took;
      if (one.turns > 0) return null;
      holds.delete(sha256);
      return one.isTaken ? null : one.before;
    },
  };
}
