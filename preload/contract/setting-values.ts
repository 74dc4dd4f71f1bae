/** Values of settings, without schemas: the window needs them too. */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const proxyModes = ['system', 'manual', 'none'] as const;
export type ProxyMode = (typeof proxyModes)[number];

export const exampleProxy = 'proxy.firm.example:8080';

/** The ids of profiles that the IT department has set begin so. */
export const givenProfileIds = 'policy-';
export const isGiven = ({ id }: { readonly id: string }): boolean => id.startsWith(givenProfileIds);

export const lockNames = [
  'language',
  'theme',
  'undoSeconds',
  'parallelCalls',
  'copyName',
  'receipts',
  'rescue',
  'notifications',
  'proxy',
  'authorityFile',
  'connection',
  'forbidPractice',
  'allowedFolders',
  'forceHold',
  'updates',
  'copiesFolder',
  'senderName',
  'startAtLogin',
] as const;
export type LockName = (typeof lockNames)[number];
