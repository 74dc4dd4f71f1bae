const over: ReadonlySet<string> = new Set(['signed', 'withdrawn', 'rejected']);

/** Tells whether the document is finished: then the state of the signing no longer matters, and no turn is left. */
export const isOver = (documentStatus: string): boolean => over.has(documentStatus);

/** States of a signee that stay true when the document is finished. */
const lasting: ReadonlySet<string> = new Set(['signed', 'rejected']);

/** Tells whether the state of a signee that was read earlier is still true. */
export const stillTrue = (signee: string, documentStatus: string): boolean =>
  !isOver(documentStatus) || lasting.has(signee);
