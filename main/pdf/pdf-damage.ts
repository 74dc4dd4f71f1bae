/** The file is not what its own tables say. The reader never repairs, so what is signed cannot be said. */
export class PdfDamage extends Error {}
