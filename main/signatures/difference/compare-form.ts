import type { ChangeKind } from '../../../preload/contract/signature-report.ts';
import { type FormNode, readForm } from '../../pdf/form.ts';
import type { Page } from '../../pdf/pages.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import {
  isDictionary,
  isList,
  isReference,
  isStream,
  type PdfDictionary,
  type PdfValue,
  wholeNumber,
} from '../../pdf/pdf-value.ts';
import type { Compared, Comparison } from './compare-values.ts';
import { spotsOf } from './spots.ts';

interface NodePair {
  readonly before: FormNode;
  readonly after: FormNode;
}

/** The fields of both revisions: which belong together, and which are new. */
export interface FormPairs {
  readonly before: PdfDictionary | null;
  readonly after: PdfDictionary | null;
  readonly pairs: ReadonlyMap<string, NodePair>;
  /** New signature fields and their widgets, which may come after a signature. */
  readonly newSignatures: readonly FormNode[];
  readonly otherNew: readonly FormNode[];
  readonly removed: readonly FormNode[];
  readonly nodesBefore: readonly FormNode[];
  readonly nodesAfter: readonly FormNode[];
}

/** The names that a new signature field may have. Others, such as an action, would do something nobody signed. */
const newFieldNames: ReadonlySet<string> = new Set(
  'Type Subtype FT T V F Rect P AP MK DA DR Ff Lock SV Kids Parent TU TM M NM BS Border StructParent Q H'
    .split(' ')
    .map((name) => `/${name}`),
);
/** The names that an empty signature field gets when it is signed. */
const signedNames: ReadonlySet<string> = new Set(['/V', '/AP', '/M', '/F']);
/** The flag of a field that nobody may fill. */
const readOnly = 1;
const appearanceNames: ReadonlySet<string> = new Set(['/AP', '/AS', '/MK', '/Rect', '/BS', '/Border', '/DA', '/F']);

/** The name of a node that is the same in both revisions: its object, or else its field and its turn in it. */
function keyed(nodes: readonly FormNode[], isSameFile: boolean): ReadonlyMap<string, FormNode> {
  const turns = new Map<string, number>();
  const found = new Map<string, FormNode>();
  for (const node of nodes) {
    const name = `${node.isField ? 'field' : 'widget'} ${node.name}`;
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    found.set(isSameFile && node.number !== null ? `object ${node.number}` : `${name} ${turn}`, node);
  }
  return found;
}

/** A reference that leads nowhere is no empty field: it led to a signature, or will. */
const isEmptySignature = ({ type, dictionary }: FormNode): boolean =>
  type === '/Sig' && (dictionary.get('/V') ?? null) === null;

/** Is the field signed by a signature of its own, which came after the earlier revision? */
function isNewlySigned({ before, after }: Pick<Compared, 'before' | 'after'>, node: FormNode): boolean {
  const value = node.dictionary.get('/V');
  if (node.type !== '/Sig' || !isDictionary(after.resolve(value))) return false;
  // The value of an older signature would make a mark that nobody signed look signed.
  return !isReference(value) || before.table.find(value.number) === null;
}

function hasSize(file: PdfFile, { dictionary }: FormNode): boolean {
  const rect = file.resolve(dictionary.get('/Rect'));
  const [left, bottom, right, top] = isList(rect) ? rect.map((one) => file.resolve(one)) : [];
  return isList(rect) && left !== right && bottom !== top;
}

/** Does a person see this widget? It has a size and something to draw. */
const isVisible = (file: PdfFile, node: FormNode): boolean =>
  hasSize(file, node) && file.resolve(node.dictionary.get('/AP')) !== null;

/** Returns what a widget is that came for a signature. */
export const kindOfMark = (file: PdfFile, node: FormNode): ChangeKind =>
  isVisible(file, node) ? 'visible-mark' : isEmptySignature(fieldOf(node)) ? 'signature-field' : 'signature';

function isHarmless(compared: Compared, node: FormNode, fresh: ReadonlySet<FormNode>): boolean {
  if ([...node.dictionary.keys()].some((name) => !newFieldNames.has(name)) || node.type !== '/Sig') return false;
  // A new widget of an old field shows that field at another place.
  if (node.above !== null && !fresh.has(node.above)) return false;
  const isSigned = isNewlySigned(compared, node) || (node.above !== null && isNewlySigned(compared, node.above));
  // Programs draw a border or a colour where an empty field has a size.
  return isSigned || (isEmptySignature(node) && !hasSize(compared.after, node));
}

export function pairForms(compared: Compared): FormPairs {
  const { before, after, isSameFile } = compared;
  const [one, other] = [readForm(before), readForm(after)];
  const [olds, news] = [keyed(one.nodes, isSameFile), keyed(other.nodes, isSameFile)];
  const pairs = new Map<string, NodePair>();
  const removed: FormNode[] = [];
  for (const [key, node] of olds) {
    const again = news.get(key);
    if (again === undefined) removed.push(node);
    else pairs.set(key, { before: node, after: again });
  }
  const fresh = [...news].filter(([key]) => !olds.has(key)).map(([, node]) => node);
  const set = new Set(fresh);
  const newSignatures = fresh.filter((node) => isHarmless(compared, node, set));
  return {
    before: one.dictionary,
    after: other.dictionary,
    pairs,
    newSignatures,
    otherNew: fresh.filter((node) => !newSignatures.includes(node)),
    removed,
    nodesBefore: one.nodes,
    nodesAfter: other.nodes,
  };
}

/** The field was empty and is signed now. */
function isSignedNow(compared: Compared, pair: NodePair): boolean {
  const [old, now] = [fieldOf(pair.before), fieldOf(pair.after)];
  return isEmptySignature(old) && isNewlySigned(compared, now);
}

/** Did the field become read-only, as a later signature locks fields? Nobody sees a difference. */
function isLocked({ before, after }: Compared, pair: NodePair, name: string): boolean {
  const [old, now] = [before.resolve(pair.before.dictionary.get(name)), after.resolve(pair.after.dictionary.get(name))];
  return name === '/Ff' && now === ((wholeNumber(old) ?? 0) | readOnly);
}

const fieldOf = (node: FormNode): FormNode => (node.isField || node.above === null ? node : fieldOf(node.above));

const kindOf = (name: string): ChangeKind =>
  name === '/V' || name === '/Opt' || name === '/I' ? 'form-entry' : appearanceNames.has(name) ? 'appearance' : 'field';

export function compareForms(
  compared: Compared,
  pages: { readonly before: readonly Page[]; readonly after: readonly Page[] },
  form: FormPairs,
  { compare }: Comparison,
): void {
  const { changes } = compared;
  const pairs = [...form.pairs.values()];
  const wasAt = spotsOf(compared.before, pages.before, form.removed);
  const isAt = spotsOf(compared.after, pages.after, [...pairs.map(({ after }) => after), ...form.otherNew]);
  for (const node of form.removed) changes.add('field-removed', wasAt(node));
  for (const node of form.otherNew) changes.add('field-added', isAt(node));
  for (const node of form.newSignatures) changes.add(isEmptySignature(fieldOf(node)) ? 'signature-field' : 'signature');
  for (const pair of pairs) {
    const [one, other] = [pair.before.dictionary, pair.after.dictionary];
    const spot = isAt(pair.after);
    const isNowSigned = isSignedNow(compared, pair);
    if (isNowSigned) changes.add(kindOfMark(compared.after, pair.after), spot);
    for (const name of new Set([...one.keys(), ...other.keys()])) {
      if (name === '/Kids' || (isNowSigned && signedNames.has(name)) || isLocked(compared, pair, name)) continue;
      compare(one.get(name), other.get(name), kindOf(name), spot);
    }
  }
  compareFormItself(compared, form, compare);
}

function compareFormItself(compared: Compared, form: FormPairs, compare: Comparison['compare']): void {
  const [one, other] = [form.before ?? new Map<string, PdfValue>(), form.after ?? new Map<string, PdfValue>()];
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    if (name === '/Fields' || name === '/SigFlags') continue;
    if (name === '/DR') compareResources(compared, form, one.get(name), other.get(name), compare);
    else if (name === '/DA' && !one.has(name)) compared.changes.add('form-fonts-added');
    else if (name === '/NeedAppearances') {
      // True: programs draw all fields anew, and may show something else than what the file has.
      if ((compared.before.resolve(one.get(name)) === true) !== (compared.after.resolve(other.get(name)) === true))
        compared.changes.add('form');
    } else compare(one.get(name), other.get(name), 'form');
  }
}

/** Is there a widget that leaves it to the form what its pictures are? */
function drawsFromForm(file: PdfFile, nodes: readonly FormNode[]): boolean {
  // An appearance stands there itself, or one for each state of the field.
  const isBare = (value: PdfValue | undefined, mayHaveStates: boolean): boolean => {
    const found = file.resolve(value);
    if (isDictionary(found)) return !mayHaveStates || [...found.values()].some((one) => isBare(one, false));
    return isStream(found) && !isDictionary(file.resolve(found.dictionary.get('/Resources')));
  };
  return nodes.some(({ dictionary }) => {
    const appearances = file.resolve(dictionary.get('/AP'));
    return isDictionary(appearances) && [...appearances.values()].some((one) => isBare(one, true));
  });
}

/**
 * Fonts may be added for a new signature. One that is replaced changes how filled fields look. Pictures are drawn by
 * widgets that have none of their own: without such a widget nobody sees them.
 */
function compareResources(
  { before, after, changes }: Compared,
  form: FormPairs,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
  compare: Comparison['compare'],
): void {
  const [old, now] = [before.resolve(one), after.resolve(other)];
  if (!isDictionary(old) && isDictionary(now)) changes.add('form-fonts-added');
  if (!isDictionary(old) || !isDictionary(now)) {
    if (isDictionary(old)) changes.add('form-fonts');
    return;
  }
  for (const [name, value] of now) if (!old.has(name) && value !== null) changes.add('form-fonts-added');
  const areDrawn = () => drawsFromForm(before, form.nodesBefore) || drawsFromForm(after, form.nodesAfter);
  for (const [name, value] of old) {
    if (name === '/XObject' && !areDrawn()) continue;
    const [group, again] = [before.resolve(value), after.resolve(now.get(name))];
    if (!isDictionary(group) || !isDictionary(again)) {
      compare(value, now.get(name), 'form-fonts');
      continue;
    }
    for (const [font, meaning] of group) compare(meaning, again.get(font), 'form-fonts');
    if ([...again.keys()].some((font) => !group.has(font))) changes.add('form-fonts-added');
  }
}
