/**
 * Reads predefined signatures in a PDF. The service does not document their format. Here they are signature fields whose
 * tooltip is an address and, after `#`, the order (`anna@example.test#0`). The prefix `observer:` makes an observer,
 * `seal:` the seal of a company, and `anybody` a field without a person. Other tooltips say what the document needs:
 * `mode:qualified`, `law:eidas`, `authority:did`, `attachments:yes`, `within:14`, `reminder:3`.
 * Positions are in points from the lower left corner of the page, pages count from 1.
 */
import { PDFDocument, PDFHexString, PDFName, PDFSignature, PDFString } from '@cantoo/pdf-lib';
import {
  nothingPredefined,
  noWishes,
  type Predefined,
  type PredefinedField,
  type PredefinedWishes,
} from '../../main/practice-service/paper.ts';
import { SIGNATURE_MODES } from '../../main/practice-service/rules.ts';

export async function readPredefined(content: Uint8Array): Promise<Predefined> {
  try {
    return fieldsOf(await PDFDocument.load(content, { updateMetadata: false }));
  } catch {
    // The library cannot read the file, so no fields can be found.
    return nothingPredefined;
  }
}

/** What a tooltip says that names no person. */
function wishesIn(text: string): Partial<PredefinedWishes> {
  const [, what, value = ''] = /^(mode|law|authority|attachments|within|reminder):(\S+)$/.exec(text) ?? [];
  if (what === 'mode') return { signatureMode: SIGNATURE_MODES.find((one) => one === value) ?? null };
  if (what === 'law') return { jurisdiction: value };
  if (what === 'authority') return { authorityService: value };
  if (what === 'attachments') return { attachments: value === 'yes' };
  if (what === 'within') return { signWithin: Number(value) };
  return what === 'reminder' ? { reminder: Number(value) } : {};
}

function fieldsOf(pdf: PDFDocument): Predefined {
  const fields: PredefinedField[] = [];
  const observers: { email: string }[] = [];
  let wishes = noWishes;
  for (const field of pdf.getForm().getFields()) {
    if (!(field instanceof PDFSignature)) continue;
    const tooltip = field.acroField.dict.lookup(PDFName.of('TU'));
    const text = tooltip instanceof PDFString || tooltip instanceof PDFHexString ? tooltip.decodeText() : '';
    wishes = { ...wishes, ...wishesIn(text) };
    const [, prefix, address, order] = /^(observer:|seal:)?(anybody|[^\s@#]+@[^\s@#]+)(?:#(\d+))?$/.exec(text) ?? [];
    if (address === undefined) continue;
    const email = address === 'anybody' ? '' : address;
    if (prefix === 'observer:') {
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
      signatureType: prefix === 'seal:' ? 'seal' : 'signature',
      sealKey: prefix === 'seal:' ? 'key-of-the-seal' : null,
      email,
      signOrder: order === undefined ? 0 : Number(order),
      autographPosition: { pageNumber: Math.max(0, page) + 1, ...rectangle },
    });
  }
  return { wishes, fields, observers };
}
