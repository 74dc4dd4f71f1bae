interface Start {
  readonly args: readonly string[];
  /** The user's number, where the system has numbers. Root is 0. */
  readonly uid: number | undefined;
  /** The deb and the rpm bring a profile that lets them make a sandbox; an AppImage and a clone have none. */
  readonly hasProfile: boolean;
  /** The system lets only programs with a profile make a sandbox. */
  readonly isRestricted: boolean;
}

/**
 * Tells whether Chromium's sandbox can be required for every window. Requiring it removes `--no-sandbox`, and where
 * Chromium cannot make a sandbox, the app would not start at all.
 */
export function canRequireSandbox({ args, uid, hasProfile, isRestricted }: Start): boolean {
  if (!args.includes('--no-sandbox')) return true;
  return uid !== 0 && (hasProfile || !isRestricted);
}
