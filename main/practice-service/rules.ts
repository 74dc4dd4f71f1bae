/** The service's rules. They repeat the app's on purpose: the practice service judges the app and shares no code with it. */

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const DOCUMENT_STATUSES = ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const;
export const SIGN_STATUSES = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;
export const SIGNATURE_MODES = ['timestamp', 'advanced', 'qualified'] as const;
export type SignatureMode = (typeof SIGNATURE_MODES)[number];
export const JURISDICTIONS = ['zertes', 'eidas'] as const;
export const SEND_MAIL = ['all', 'others', 'none'] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
export type SignStatus = (typeof SIGN_STATUSES)[number];

export const PDF_TYPE = 'application/pdf';
export const FILE_TYPES: readonly string[] = [
  PDF_TYPE,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

/** Days after the last status change. */
export const DRAFT_DAYS = 7;
export const UNSIGNED_DAYS = 30;
export const FINISHED_DAYS = 14;

export const POLLING_PAUSE = 15 * MINUTE;
export const STORAGE_LIFE = 10 * MINUTE;

/** A client may ask for its next token this long before the old one ends. */
export const TOKEN_MARGIN = 30_000;
/** The documented limit is ten minutes. One more for clocks that differ. */
export const ASSERTION_LIFE = 11 * MINUTE;

export const TOKEN_PATH = '/auth/realms/sso/protocol/openid-connect/token';
export const ADMIN_PATH = '/third-party-connection/';
