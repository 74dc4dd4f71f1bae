/**
 * Tells whether macOS refused the access: it answers EPERM where a person has not let the app into Documents, Desktop,
 * Downloads or another drive. The rights of a file itself lead to EACCES.
 */
export const isRefusedByMacOs = (code: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'darwin' && code === 'EPERM';
