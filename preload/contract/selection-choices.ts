/** The actions for several rows. Saving them as a table is always possible. */
export const selectionActions = [
  'send',
  'discard',
  'save',
  'withdraw',
  'delete',
  'remind',
  'archive',
  'unarchive',
] as const;
export type SelectionAction = (typeof selectionActions)[number];

/** The reasons for which a row cannot take an action. */
export const selectionReasons = [
  /** Signed, rejected, withdrawn or deleted. */
  'ended',
  'draft',
  'gone',
  /** The app works on it, or it waits for a person. */
  'busy',
  /** Prepared here and not sent. */
  'held',
  'not-held',
  /** Prepared here, with a problem that a person has to read first. */
  'to-check',
  /** Only the account that sent it can do this. */
  'other-account',
  /** A corrected copy of a document that people can still sign. */
  'replaced',
  'policy',
  'running',
  /** The service keeps it until its time is over. */
  'kept',
  'saved',
  'unsigned',
  'not-waiting',
  'unsaved',
  'unfinished',
  'unknown',
  'archived',
  'listed',
] as const;
export type SelectionReason = (typeof selectionReasons)[number];
