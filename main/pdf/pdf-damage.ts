/** The file is not what its own tables say. The reader never repairs, so what is signed cannot be said. */
export class PdfDamage extends Error {}

/** Returns what was read, or null where the file is damaged. */
export function unlessDamaged<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return null;
    throw error;
  }
}
