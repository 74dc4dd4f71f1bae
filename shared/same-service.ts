/**
 * The receivers of a secret, and the client that it proves. The token goes to the identity address, so it counts too.
 */
export interface ServicePlaces {
  readonly environment: string;
  readonly base: string;
  readonly auth: string;
  readonly identity: string;
  readonly clientId: string;
}

const places = ['environment', 'base', 'auth', 'identity', 'clientId'] as const;

/**
 * Tells whether the new fields name another service or another client: secrets, sign-in and documents of the old one do
 * not apply there.
 */
export function isOtherService(before: ServicePlaces, after: ServicePlaces): boolean {
  return places.some((place) => before[place] !== after[place]);
}

/**
 * Tells whether a file's secret fits the fields. A needed address may be left to the person, but no other may differ.
 */
export function fitsFile(file: ServicePlaces, fields: ServicePlaces): boolean {
  return places.every(
    (place) => file[place] === fields[place] || (file[place] === '' && (place === 'base' || place === 'auth')),
  );
}
