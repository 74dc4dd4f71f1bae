/** A person as a text names them. Missing parts are empty, and `email` may be no valid address. */
export interface PersonEntry {
  readonly email: string;
  readonly name: string;
  readonly note: string;
}
