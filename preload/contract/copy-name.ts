/** The usual name of a saved copy: the day it was signed, the name of the document. */
export const usualCopyName = '{date} {name} signed';

/** What a pattern may contain. Anything else stays as it is. What stands before a slash is a folder, without a document's parts. */
export const copyNameParts = ['date', 'name', 'people', 'profile', 'id'] as const;
