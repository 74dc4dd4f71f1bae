import { listed } from '../pdf/form.ts';
import { dictionaryOf } from '../pdf/pdf-file.ts';
import { isDictionary, isReference, type PdfDictionary, type PdfValue, wholeNumber } from '../pdf/pdf-value.ts';
import type { Copier } from './copier.ts';
import { fingerprint } from './fingerprint.ts';
import { type PdfWriter, referTo } from './pdf-writer.ts';
import type { Source } from './source.ts';

/** What a form gives all its fields. In one document the fields of each file keep their own. */
const defaults = ['/DA', '/Q'] as const;

const hasFields = ({ form }: Source): boolean => form.dictionary !== null && form.nodes.length > 0;

/** The first parts of all names: `a.b` may be one field, or `b` inside of `a`, and a viewer does not tell them apart. */
const firstNames = ({ form }: Source): readonly string[] => {
  const all = form.nodes.flatMap(({ isField, name }) => (isField ? (name.split('.', 1)[0] ?? '') : []));
  return [...new Set(all.map((name) => name.normalize('NFC')))];
};

/** The resources of a form by kind and name, such as `/Font /Helv`, with what each means. */
function resourcesOf({ file, form }: Source): readonly (readonly [kind: string, name: string, value: PdfValue])[] {
  const kinds = [...(dictionaryOf(file, form.dictionary?.get('/DR')) ?? [])];
  return kinds.flatMap(([kind, value]) => {
    const named = file.resolve(value);
    return isDictionary(named) ? [...named].map(([name, one]) => [kind, name, one] as const) : [];
  });
}

const makesAppearances = ({ file, form }: Source): boolean =>
  file.resolve(form.dictionary?.get('/NeedAppearances')) === true;

/**
 * Finds the files whose form would mix with that of a file before: fields of one name would become one field, a font of
 * one name another font, and a program would draw fields anew.
 */
export function mixingForms(sources: readonly Source[]): readonly number[] {
  const names = new Set<string>();
  const known = new Map<string, string | null>();
  let isMadeAnew: boolean | null = null;
  return sources.flatMap((source, at) => {
    if (!hasFields(source)) return [];
    const own = firstNames(source);
    const meanings = resourcesOf(source).map(
      ([kind, name, value]) => [`${kind} ${name}`, fingerprint(source.file, value)] as const,
    );
    const isOther = meanings.some(
      ([key, meaning]) => known.has(key) && (meaning === null || known.get(key) !== meaning),
    );
    const mixes =
      isOther ||
      own.some((name) => names.has(name)) ||
      (isMadeAnew !== null && isMadeAnew !== makesAppearances(source));
    if (mixes) return [at];
    for (const name of own) names.add(name);
    for (const [key, meaning] of meanings) known.set(key, meaning);
    isMadeAnew = makesAppearances(source);
    return [];
  });
}

interface JoinedSource {
  readonly source: Source;
  readonly copier: Copier;
  readonly known: Map<number, ReturnType<typeof referTo>>;
}

/** Copies the outermost fields of a file, with what its form gave all of them. */
function fieldsOf({ source, copier, known }: JoinedSource, writer: PdfWriter): readonly PdfValue[] {
  const { file, form } = source;
  const given = defaults.flatMap((name): [string, PdfValue][] => {
    const value = form.dictionary?.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const roots = listed(file, form.dictionary?.get('/Fields')).flatMap((value) => {
    const dictionary = file.resolve(value);
    return isDictionary(dictionary) ? [{ value, dictionary }] : [];
  });
  // First the places of all fields, since one may lead to the others.
  for (const { value } of roots) if (isReference(value)) known.set(value.number, referTo(writer.reserve()));
  return roots.map(({ value, dictionary }) => {
    const copied = copier.copyDictionary(new Map([...given, ...dictionary]));
    const place = isReference(value) ? known.get(value.number) : undefined;
    if (place === undefined) return copied;
    writer.put(place.number, copied);
    return place;
  });
}

/** Joins the forms of all files, of which none mixes with another. Null: no file has fields. */
export function joinForms(all: readonly JoinedSource[], writer: PdfWriter): PdfDictionary | null {
  const forms = all.filter(({ source }) => hasFields(source));
  if (forms.length === 0) return null;
  const resources = new Map<string, Map<string, PdfValue>>();
  for (const { source, copier } of forms)
    for (const [kind, name, value] of resourcesOf(source)) {
      const named = resources.get(kind) ?? new Map<string, PdfValue>();
      if (!named.has(name)) named.set(name, copier.copy(value));
      resources.set(kind, named);
    }
  const hasSignatureFields = forms.some(
    ({ source: { file, form } }) => ((wholeNumber(file.resolve(form.dictionary?.get('/SigFlags'))) ?? 0) & 1) === 1,
  );
  return new Map<string, PdfValue>([
    ['/Fields', forms.flatMap((one) => fieldsOf(one, writer))],
    ...(resources.size > 0 ? [['/DR', resources] as const] : []),
    ...(hasSignatureFields ? [['/SigFlags', 1] as const] : []),
    ...(forms.some(({ source }) => makesAppearances(source)) ? [['/NeedAppearances', true] as const] : []),
  ]);
}
