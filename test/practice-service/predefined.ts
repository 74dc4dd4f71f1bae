/**
 * Reads predefined signatures in a PDF. The service does not document their format. Here they are signature fields whose
 * tooltip is an address and, after `#`, the order (`anna@example.test#0`). The prefix `observer:` makes an observer,
 * `anybody` a field without a person, and `mode:qualified` says which signature the document needs.
 * Positions are in points from the lower left corner of the page, pages count from 1.
 */
import { PDFDocument, PDFHexString, PDFName, PDFSignature, PDFString } from '@cantoo/pdf-lib';
import { nothingPredefined, type Predefined, type PredefinedField } from '../../main/practice-service/paper.ts';
import { SIGNATURE_MODES, type SignatureMode } from '../../main/practice-service/rules.ts';

export async function readPredefined(content: Uint8Array): Promise<Predefined> {
  try {
    return fieldsOf(await PDFDocument.load(content, { updateMetadata: false }));
  } catch {
    // The library cannot read the file, so no fields can be found.
    return nothingPredefined;
  }
}

function fieldsOf(pdf: PDFDocument): Predefined {
  const fields: PredefinedField[] = [];
  const observers: { email: string }[] = [];
  let mode: SignatureMode | null = null;
  for (const field of pdf.getForm().getFields()) {
    if (!(field instanceof PDFSignature)) continue;
    const tooltip = field.acroField.dict.lookup(PDFName.of('TU'));
    const text = tooltip instanceof PDFString || tooltip instanceof PDFHexString ? tooltip.decodeText() : '';
    mode ??= SIGNATURE_MODES.find((one) => text === `mode:${one}`) ?? null;
    const [, observer, address, order] = /^(observer:)?(anybody|[^\s@#]+@[^\s@#]+)(?:#(\d+))?$/.exec(text) ?? [];
    if (address === undefined) continue;
    const email = address === 'anybody' ? '' : address;
    if (observer !== undefined) {
      observers.push({ email });
      continue;
    }
    const [widget] = field.acroField.getWidgets();
    const rectangle = widget?.getRectangle() ?? { x: 0, y: 0, width: 0, height: 0 };
    const page = pdf.getPages().findIndex(({ node }) =>
      node
        .Annots()
        ?.asArray()
        .some((annotation) => pdf.context.lookup(annotation) === widget?.dict),
    );
    fields.push({
      signFieldName: field.getName(),
      email,
      signOrder: order === undefined ? 0 : Number(order),
      autographPosition: { pageNumber: Math.max(0, page) + 1, ...rectangle },
    });
  }
  return { mode, fields, observers };
}
