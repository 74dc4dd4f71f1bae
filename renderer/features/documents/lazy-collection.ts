import type { Collection, Key, Node } from '@react-types/shared';
import { shownName } from '../../ui/shown-name.ts';
import { type Entry, nameOf } from './entry/entry.ts';
import type { DocumentGroup, Group } from './grouping.ts';

export type Line =
  | { readonly kind: 'group'; readonly group: DocumentGroup }
  | { readonly kind: 'entry'; readonly entry: Entry };

/**
 * The entries as a collection for React Aria, made on demand: its own collections render every item once into a hidden
 * tree, which takes seconds for long lists. An entry may be outdated here; its row reads the current one.
 */
export class LazyCollection implements Collection<Node<Entry>> {
  readonly lines: Line[] = [];
  readonly #entries: Entry[] = [];
  readonly #indexes = new Map<Key, number>();
  /** The line of each entry. Group headings are lines, too. */
  readonly #lineOf: number[] = [];
  readonly #nodes = new Map<number, Node<Entry>>();

  constructor(groups: readonly Group[]) {
    for (const { group, entries } of groups) {
      this.lines.push({ kind: 'group', group });
      for (const entry of entries) {
        this.#indexes.set(entry.key, this.#entries.length);
        this.#lineOf.push(this.lines.length);
        this.#entries.push(entry);
        this.lines.push({ kind: 'entry', entry });
      }
    }
  }

  get size(): number {
    return this.#entries.length;
  }

  lineOf(key: Key): number {
    const index = this.#indexes.get(key);
    return index === undefined ? -1 : (this.#lineOf[index] ?? -1);
  }

  at(index: number): Node<Entry> | null {
    const known = this.#nodes.get(index);
    const entry = this.#entries[index];
    if (known || !entry) return known ?? null;
    const node: Node<Entry> = {
      type: 'item',
      key: entry.key,
      value: entry,
      level: 0,
      hasChildNodes: false,
      childNodes: [],
      rendered: null,
      textValue: shownName(nameOf(entry)),
      index,
      parentKey: null,
      prevKey: this.#keyAt(index - 1),
      nextKey: this.#keyAt(index + 1),
      props: {},
    };
    this.#nodes.set(index, node);
    return node;
  }

  getItem(key: Key): Node<Entry> | null {
    const index = this.#indexes.get(key);
    return index === undefined ? null : this.at(index);
  }

  getKeyBefore(key: Key): Key | null {
    return this.#beside(key, -1);
  }

  getKeyAfter(key: Key): Key | null {
    return this.#beside(key, 1);
  }

  getFirstKey(): Key | null {
    return this.#keyAt(0);
  }

  getLastKey(): Key | null {
    return this.#keyAt(this.#entries.length - 1);
  }

  getKeys(): Iterable<Key> {
    return this.#indexes.keys();
  }

  getChildren(): Iterable<Node<Entry>> {
    return [];
  }

  *[Symbol.iterator](): Iterator<Node<Entry>> {
    for (let index = 0; index < this.#entries.length; index += 1) {
      const node = this.at(index);
      if (node) yield node;
    }
  }

  #keyAt(index: number): Key | null {
    return this.#entries[index]?.key ?? null;
  }

  #beside(key: Key, step: 1 | -1): Key | null {
    const index = this.#indexes.get(key);
    return index === undefined ? null : this.#keyAt(index + step);
  }
}
