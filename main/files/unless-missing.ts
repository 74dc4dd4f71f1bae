import { errorCode } from './error-code.ts';

/** Returns the result of a disk operation, or something else when the file or folder does not exist. */
export async function unlessMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return otherwise;
    throw error;
  }
}
