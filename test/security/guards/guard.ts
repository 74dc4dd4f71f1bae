/** A guard of the product, and the test that dies without it. */
export interface Guard {
  readonly what: string;
  readonly file: string;
  /** The text that stands in the file once, and what stands there without the guard. */
  readonly guard: string;
  readonly without: string;
  /** The file in `test/security/`, or the path of a unit test, and words that the name of its test has. */
  readonly suite: string;
  readonly test: string;
}
