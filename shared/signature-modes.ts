/** The modes from the weakest to the strongest. */
export const signatureModes = ['timestamp', 'advanced', 'qualified'] as const;
export type SignatureMode = (typeof signatureModes)[number];

/** Returns the mode that a document asks for, if it is stronger than the chosen one. */
export function strongerMode(asked: string | null, chosen: SignatureMode): SignatureMode | null {
  const at = signatureModes.findIndex((mode) => mode === asked);
  return at > signatureModes.indexOf(chosen) ? (signatureModes[at] ?? null) : null;
}
