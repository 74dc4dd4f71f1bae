/** How bytes become text; Node and the page have different fast ways. */
export interface ByteText {
  toText(bytes: Uint8Array): string;
  toBytes(text: string): Uint8Array<ArrayBuffer>;
}

export interface Codec {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * The values Electron's IPC can carry (structured clone), as text. Runs in Node and, by its source text, in the page:
 * it must not refer to anything outside of itself.
 */
export function makeCodec(byteText: ByteText): Codec {
  // An atom is a JSON scalar, or a marked one; whatever has an identity is a node in a list, so cycles survive.
  type Atom = string | number | boolean | null | readonly [tag: 'u' | 'n' | 'f' | 'r', text: string];
  type Node =
    | readonly ['a' | 's', readonly Atom[]]
    | readonly ['o', readonly (readonly [string, Atom])[]]
    | readonly ['m', readonly (readonly [Atom, Atom])[]]
    | readonly ['d', number | null]
    | readonly ['x' | 'b', string, string]
    | readonly ['e', name: string, message: string, stack: string | null, cause: Atom];
  interface Wire {
    readonly root: Atom;
    readonly nodes: readonly Node[];
  }

  const refuse = (what: string): never => {
    throw new Error(`${what} could not be cloned.`);
  };
  const views = {
    Int8Array: (buffer: ArrayBuffer) => new Int8Array(buffer),
    Uint8Array: (buffer: ArrayBuffer) => new Uint8Array(buffer),
    Uint8ClampedArray: (buffer: ArrayBuffer) => new Uint8ClampedArray(buffer),
    Int16Array: (buffer: ArrayBuffer) => new Int16Array(buffer),
    Uint16Array: (buffer: ArrayBuffer) => new Uint16Array(buffer),
    Int32Array: (buffer: ArrayBuffer) => new Int32Array(buffer),
    Uint32Array: (buffer: ArrayBuffer) => new Uint32Array(buffer),
    Float32Array: (buffer: ArrayBuffer) => new Float32Array(buffer),
    Float64Array: (buffer: ArrayBuffer) => new Float64Array(buffer),
    BigInt64Array: (buffer: ArrayBuffer) => new BigInt64Array(buffer),
    BigUint64Array: (buffer: ArrayBuffer) => new BigUint64Array(buffer),
    DataView: (buffer: ArrayBuffer) => new DataView(buffer),
  };
  const isViewName = (name: string): name is keyof typeof views => Object.hasOwn(views, name);
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const isErrorName = (name: string): name is keyof typeof errors => Object.hasOwn(errors, name);

  function encode(value: unknown): string {
    const nodes: Node[] = [];
    const places = new Map<object, number>();

    function toAtom(item: unknown): Atom {
      switch (typeof item) {
        case 'undefined':
          return ['u', ''];
        case 'bigint':
          return ['n', String(item)];
        case 'number':
          return Number.isFinite(item) && !Object.is(item, -0)
            ? item
            : ['f', Object.is(item, -0) ? '-0' : String(item)];
        case 'string':
        case 'boolean':
          return item;
        case 'object':
          return item === null ? null : ['r', String(place(item))];
        case 'function':
          return refuse('An object');
        case 'symbol':
          return refuse(String(item));
        default:
          return refuse('Something unknown');
      }
    }

    function place(item: object): number {
      const known = places.get(item);
      if (known !== undefined) return known;
      const index = nodes.length;
      places.set(item, index);
      nodes.push(['a', []]);
      nodes[index] = toNode(item);
      return index;
    }

    function toNode(item: object): Node {
      if (Array.isArray(item)) return ['a', Array.from(item, toAtom)];
      if (ArrayBuffer.isView(item)) {
        const bytes = new Uint8Array(item.buffer, item.byteOffset, item.byteLength);
        return ['b', Object.prototype.toString.call(item).slice(8, -1), byteText.toText(bytes)];
      }
      if (item instanceof ArrayBuffer) return ['b', 'ArrayBuffer', byteText.toText(new Uint8Array(item))];
      if (item instanceof Map) return ['m', [...item].map(([key, held]) => [toAtom(key), toAtom(held)])];
      if (item instanceof Set) return ['s', [...item].map(toAtom)];
      if (item instanceof Date) return ['d', Number.isNaN(item.getTime()) ? null : item.getTime()];
      if (item instanceof RegExp) return ['x', item.source, item.flags];
      if (item instanceof Error) {
        const name = isErrorName(item.name) ? item.name : 'Error';
        return ['e', name, item.message, item.stack ?? null, toAtom(item.cause)];
      }
      // Files, blobs, elements and proxies of functions have a tag of their own and are refused, as Electron does.
      if (Object.prototype.toString.call(item) !== '[object Object]') refuse('An object');
      return ['o', Object.entries(item).map(([key, held]) => [key, toAtom(held)])];
    }

    const root = toAtom(value);
    return JSON.stringify({ root, nodes });
  }

  function decode(text: string): unknown {
    const { root, nodes }: Wire = JSON.parse(text);
    const made = new Map<number, unknown>();

    function fromAtom(atom: Atom): unknown {
      if (!Array.isArray(atom)) return atom;
      const [tag, held] = atom;
      if (tag === 'u') return undefined;
      if (tag === 'n') return BigInt(held);
      return tag === 'f' ? Number(held) : fromNode(Number(held));
    }

    function fromNode(index: number): unknown {
      if (made.has(index)) return made.get(index);
      const keep = <T>(item: T): T => {
        made.set(index, item);
        return item;
      };
      const node = nodes[index] ?? refuse('A missing node');
      switch (node[0]) {
        case 'a': {
          const list = keep<unknown[]>([]);
          for (const atom of node[1]) list.push(fromAtom(atom));
          return list;
        }
        case 's': {
          const set = keep(new Set<unknown>());
          for (const atom of node[1]) set.add(fromAtom(atom));
          return set;
        }
        case 'm': {
          const map = keep(new Map<unknown, unknown>());
          for (const [key, held] of node[1]) map.set(fromAtom(key), fromAtom(held));
          return map;
        }
        case 'o': {
          const object = keep({});
          // defineProperty, because assigning to __proto__ would change the object instead of filling it
          for (const [key, held] of node[1])
            Object.defineProperty(object, key, {
              value: fromAtom(held),
              enumerable: true,
              writable: true,
              configurable: true,
            });
          return object;
        }
        case 'd':
          return keep(new Date(node[1] ?? Number.NaN));
        case 'x':
          return keep(new RegExp(node[1], node[2]));
        case 'b': {
          const { buffer } = byteText.toBytes(node[2]);
          return keep(isViewName(node[1]) ? views[node[1]](buffer) : buffer);
        }
        case 'e': {
          const error = keep(new (isErrorName(node[1]) ? errors[node[1]] : Error)(node[2]));
          if (node[3] !== null) error.stack = node[3];
          const cause = fromAtom(node[4]);
          if (cause !== undefined) error.cause = cause;
          return error;
        }
        default:
          return refuse('An unknown node');
      }
    }

    return fromAtom(root);
  }

  return { encode, decode };
}
