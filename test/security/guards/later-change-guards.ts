import type { Guard } from './guard.ts';
import { facts, inSignatures, table } from './in-signatures.ts';

const tail = inSignatures('difference/explain-tail.ts', table);
const values = inSignatures('difference/compare-values.ts', table);
const forms = inSignatures('difference/compare-form.ts', table);
const documents = inSignatures('difference/compare-documents.ts', table);
const pages = inSignatures('difference/compare-pages.ts', table);

/** The rules by which a change after the signature is found. */
export const laterChangeGuards: readonly Guard[] = [
  {
    ...tail,
    what: 'every byte after a signature belongs to a revision',
    guard: 'else return false;',
    without: 'else at += 1;',
    test: 'an object that no section names was added',
  },
  {
    ...tail,
    what: 'a revision has a section and an end',
    guard: 'return !isOpen;',
    without: 'return true;',
    test: 'a comment was added',
  },
  {
    ...documents,
    what: 'the tail is explained',
    guard: "if (!isTailExplained(after, from)) changes.add('unexplained-bytes');",
    without: '',
    test: 'objects without a section were added',
  },
  {
    ...documents,
    what: 'other names of the catalog are a change',
    guard: "catalogKinds[name] ?? 'document'",
    without: "catalogKinds[name] ?? 'metadata'",
    test: 'an action at the opening was added',
  },
  {
    ...documents,
    ...inSignatures('difference/compare-documents.ts', facts),
    what: 'only dates of the file may change',
    guard: "infoKinds[name] ?? 'document'",
    without: "infoKinds[name] ?? 'metadata'",
    test: 'is named, also where it is harmless',
  },
  {
    ...documents,
    what: 'the pages are as many',
    guard: "if (counts?.join() !== now?.join()) changes.add('pages');",
    without: 'return;',
    test: 'a page was added',
  },
  {
    ...pages,
    what: 'contents are compared',
    guard: "else if (name === '/Contents') compare(old, now, 'page-content', spot);",
    without: "else if (name === '/Contents') continue;",
    test: 'the text of the page was replaced',
  },
  {
    ...pages,
    what: 'resources are compared',
    guard: "else if (name === '/Resources') compare(old, now, 'page-resources', spot);",
    without: "else if (name === '/Resources') continue;",
    test: 'the page got other resources',
  },
  {
    ...pages,
    what: 'other names of a page are compared',
    guard: "else compare(old, now, 'page', spot);",
    without: '',
    test: 'the page was turned',
  },
  {
    ...pages,
    what: 'an added annotation is a change',
    guard: "changes.add('annotation-added', onPage(pair.number, placeOf(after, news[at] ?? null)));",
    without: ';',
    test: 'a note was added',
  },
  {
    ...values,
    what: 'an object is judged on every path',
    guard: 'const key = one.number === other.number',
    without:
      "const wide = seen.get('wide') ?? new Set<number>(); seen.set('wide', wide); if (wide.has(one.number)) return false; wide.add(one.number);\n    const key = one.number === other.number",
    test: 'an object of the document, which is in the proof as well',
  },
  {
    ...values,
    what: 'streams are compared',
    guard: 'if (!isSame && !before.packed(one).equals(after.packed(other))) changes.add(pair.kind, pair.spot);',
    without: 'void isSame;',
    test: 'the text of the page was replaced',
  },
  {
    ...values,
    what: 'texts are compared',
    guard: 'if (!one.bytes.equals(other.bytes)) changes.add(pair.kind, pair.spot);',
    without: '',
    test: 'replace the value of a field',
  },
  {
    ...forms,
    what: 'a new field that is no signature is a change',
    guard: "for (const node of form.otherNew) changes.add('field-added', isAt(node));",
    without: '',
    test: 'a field was added to the form alone',
  },
  {
    ...forms,
    what: 'a field whose signature is missing is not empty',
    guard: "(dictionary.get('/V') ?? null) === null",
    without: "wholeNumber(dictionary.get('/V')) === null",
    test: 'a field was added whose signature is missing',
  },
  {
    ...documents,
    what: 'a later signature that is used no more is a change',
    guard: "if (hasLostSignature(after, from)) changes.add('signature-remains');",
    without: '',
    test: 'the field of a later signature is empty',
  },
  {
    ...forms,
    what: 'a field that is away is a change',
    guard: "for (const node of form.removed) changes.add('field-removed', wasAt(node));",
    without: '',
    test: 'the text field is away from the form',
  },
  {
    ...forms,
    what: 'a new signature field does nothing',
    guard: '[...node.dictionary.keys()].some((name) => !newFieldNames.has(name)) || ',
    without: '',
    test: 'a signed field with an action was added',
  },
  {
    ...forms,
    what: 'a new mark has a signature of its own',
    guard: 'return !isReference(value) || before.table.find(value.number) === null;',
    without: 'return true;',
    test: 'with the value of the one signature',
  },
  {
    ...forms,
    what: 'an empty new field has no size',
    guard: ' && !hasSize(compared.after, node)',
    without: '',
    test: 'a signature field with a size was added',
  },
  {
    ...forms,
    what: 'fonts of the form stay',
    guard: "for (const [font, meaning] of group) compare(meaning, again.get(font), 'form-fonts');",
    without: '',
    test: 'a font of the form was replaced',
  },
  {
    ...forms,
    what: 'pictures of the form stay where a field draws them',
    guard: "if (name === '/XObject' && !areDrawn()) continue;",
    without: "if (name === '/XObject') continue;",
    test: 'a field has no resources of its own',
  },
  {
    ...inSignatures('difference/changes.ts', facts),
    what: 'very many changes are a change',
    guard: "else if (found.size >= mostChanges) found.set('too-many', { kind: 'too-many', page: null });",
    without: 'else if (found.size >= mostChanges) return;',
    test: 'is told as very much',
  },
];
