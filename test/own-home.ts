/**
 * The environment that gives a started app a home of its own. macOS finds the login keychain through HOME: with another
 * one there is none, and each secret would be refused. An app of a test keeps the real one there.
 */
export const ownHome = (folder: string, platform: NodeJS.Platform = process.platform): { readonly HOME?: string } =>
  platform === 'darwin' ? {} : { HOME: folder };
