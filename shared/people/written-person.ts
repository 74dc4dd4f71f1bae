/** Somebody as a text names them: what is missing is empty, and what stands for the address may be none. */
export interface WrittenPerson {
  readonly email: string;
  readonly name: string;
  readonly note: string;
}
