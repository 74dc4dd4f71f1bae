/** The preload's end of the bridge. */
export interface Bridge {
  expose(name: string, api: unknown): void;
  onOpen(listener: (url: string) => void): void;
}

export type MakeBridge = (side: 'preload' | 'page', token: string) => Bridge;

/**
 * Joins the two JavaScript worlds of one document. They share the DOM but no objects: an event dispatched in one is heard
 * in the other at once, and its `detail` is cloned on the way (files and bytes survive, functions do not). So functions,
 * promises and errors travel as numbers and become proxies on the far side, which gives the preload's API its callbacks
 * and synchronous answers. Runs by its source text in both worlds: it must not refer to anything outside of itself.
 */
export function makeBridge(side: 'preload' | 'page', token: string): Bridge {
  type Key = string | number;
  type Mark = readonly [path: readonly Key[], kind: 'function' | 'promise' | 'error', id: number];
  interface Packed {
    readonly value: unknown;
    readonly marks: readonly Mark[];
  }
  type Message =
    | { readonly type: 'call'; readonly id: number; readonly args: Packed }
    | { readonly type: 'result'; readonly ok: boolean; readonly value: Packed }
    | { readonly type: 'settled'; readonly id: number; readonly ok: boolean; readonly value: Packed }
    | { readonly type: 'expose'; readonly name: string; readonly api: Packed }
    | { readonly type: 'open'; readonly url: string }
    | { readonly type: 'hello' };
  type AnyFunction = (...args: unknown[]) => unknown;

  // Taken before the page's scripts could replace them.
  const listen = window.addEventListener.bind(window);
  const dispatch = window.dispatchEvent.bind(window);
  const Carrier = CustomEvent;
  const far = side === 'page' ? 'preload' : 'page';
  const deepest = 1000;

  const functions = new Map<number, AnyFunction>();
  const ids = new Map<AnyFunction, number>();
  const proxies = new Map<number, AnyFunction>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const exposed: { readonly name: string; readonly api: Packed }[] = [];
  const defined = new Set<string>();
  const state: { lastId: number; result: { ok: boolean; value: Packed } | null; open: (url: string) => void } = {
    lastId: 0,
    result: null,
    open: () => undefined,
  };

  const emit = (message: Message) => dispatch(new Carrier(`${token}:${far}`, { detail: message }));
  const isFunction = (item: unknown): item is AnyFunction => typeof item === 'function';
  const isObject = (item: unknown): item is object => typeof item === 'object' && item !== null;
  const put = (target: object, key: Key, value: unknown) =>
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });

  function isPlain(item: object): boolean {
    if (Array.isArray(item)) return true;
    const prototype: unknown = Object.getPrototypeOf(item);
    return (
      !isObject(prototype) ||
      Object.getPrototypeOf(prototype) === null ||
      !/\[native code\]/.test(String(prototype.constructor))
    );
  }

  function idOf(item: AnyFunction): number {
    const known = ids.get(item);
    if (known !== undefined) return known;
    state.lastId += 1;
    ids.set(item, state.lastId);
    functions.set(state.lastId, item);
    return state.lastId;
  }

  function pack(value: unknown): Packed {
    const marks: Mark[] = [];
    const copies = new Map<object, unknown>();

    function walk(item: unknown, path: readonly Key[]): unknown {
      if (typeof item === 'symbol') throw new TypeError('Symbols cannot cross the bridge');
      if (isFunction(item)) {
        marks.push([path, 'function', idOf(item)]);
        return null;
      }
      if (!isObject(item)) return item;
      if (copies.has(item)) return copies.get(item);
      if (path.length > deepest) throw new TypeError(`Objects nested deeper than ${deepest} cannot cross the bridge`);
      if (item instanceof Node) throw new TypeError('An object could not be cloned.');
      if (item instanceof Promise) {
        state.lastId += 1;
        const id = state.lastId;
        item.then(
          (result) => emit({ type: 'settled', id, ok: true, value: pack(result) }),
          (error) => emit({ type: 'settled', id, ok: false, value: pack(error) }),
        );
        marks.push([path, 'promise', id]);
        return null;
      }
      if (item instanceof Error) {
        marks.push([path, 'error', 0]);
        return { name: item.name, message: item.message };
      }
      if (!isPlain(item)) return item;
      const copy: object = Array.isArray(item) ? [] : {};
      copies.set(item, copy);
      for (const [key, held] of Object.entries(item)) put(copy, key, walk(held, [...path, key]));
      return copy;
    }

    return { value: walk(value, []), marks };
  }

  function unpack({ value, marks }: Packed): unknown {
    const box = { value };
    for (const [path, kind, id] of marks) {
      const whole = ['value', ...path];
      const key = whole.pop() ?? 'value';
      let holder: unknown = box;
      for (const step of whole) holder = isObject(holder) ? Reflect.get(holder, step) : undefined;
      if (!isObject(holder)) continue;
      if (kind === 'function') put(holder, key, proxy(id));
      else if (kind === 'promise') {
        const settling = Promise.withResolvers<unknown>();
        waiting.set(id, settling);
        put(holder, key, settling.promise);
      } else {
        const { name, message } = { name: 'Error', message: '', ...Reflect.get(holder, key) };
        put(holder, key, Object.assign(new Error(message), { name }));
      }
    }
    return box.value;
  }

  // The far side has answered during the dispatch, or never will.
  const takeResult = (): { ok: boolean; value: Packed } | null => state.result;

  /** The same far function is always the same proxy, so that unsubscribing by function works. */
  function proxy(id: number): AnyFunction {
    const known = proxies.get(id);
    if (known) return known;
    const made: AnyFunction = (...args) => {
      const before = state.result;
      state.result = null;
      emit({ type: 'call', id, args: pack(args) });
      const result = takeResult();
      state.result = before;
      if (!result) throw new Error('The other side of the bridge did not answer');
      const value = unpack(result.value);
      if (!result.ok) throw value;
      return value;
    };
    proxies.set(id, made);
    return made;
  }

  function call(id: number, args: Packed): Message {
    try {
      const list = unpack(args);
      return { type: 'result', ok: true, value: pack(functions.get(id)?.(...(Array.isArray(list) ? list : []))) };
    } catch (error) {
      return { type: 'result', ok: false, value: pack(error) };
    }
  }

  const freeze = (item: unknown): void => {
    if (!isObject(item) || Object.isFrozen(item) || !isPlain(item)) return;
    Object.freeze(item);
    for (const held of Object.values(item)) freeze(held);
  };

  function define(name: string, api: unknown): void {
    if (defined.has(name)) return;
    defined.add(name);
    freeze(api);
    Object.defineProperty(window, name, { value: api, enumerable: true, writable: false, configurable: false });
  }

  listen(
    `${token}:${side}`,
    (event) => {
      if (!(event instanceof Carrier)) return;
      event.stopImmediatePropagation();
      const message: Message = event.detail;
      if (message.type === 'call') emit(call(message.id, message.args));
      else if (message.type === 'result') state.result = message;
      else if (message.type === 'settled') {
        const settling = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.ok) settling?.resolve(unpack(message.value));
        else settling?.reject(unpack(message.value));
      } else if (message.type === 'expose') define(message.name, unpack(message.api));
      else if (message.type === 'open') state.open(message.url);
      else for (const one of exposed) emit({ type: 'expose', ...one });
    },
    true,
  );

  if (side === 'page') {
    // Answered here: a popup that is closed while Playwright attaches to it can hang the whole run.
    window.open = (url = '') => {
      emit({ type: 'open', url: new URL(url, document.baseURI).href });
      return null;
    };
    // Whichever world came first, the page sees the API before its own first script.
    emit({ type: 'hello' });
  }

  return {
    onOpen(listener) {
      state.open = listener;
    },
    expose(name, api) {
      const one = { name, api: pack(api) };
      exposed.push(one);
      emit({ type: 'expose', ...one });
    },
  };
}
