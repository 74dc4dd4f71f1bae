/** Finds a file and a suite of tests in the room of signatures. */
export const inSignatures = (file: string, suite: string) => ({
  file: `main/signatures/${file}`,
  suite: `main/signatures/${suite}`,
});

/** The suite that tampers with files, and the one that reads what a signature says. */
export const table = 'check-signatures.test.ts';
export const facts = 'signature-facts.test.ts';
