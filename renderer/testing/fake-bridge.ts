import {
  type Bridge,
  type CallName,
  contract,
  type EventName,
  type Handlers,
  type Reply,
  type Sources,
} from '../../preload/contract/index.ts';

/**
 * Creates a bridge for tests of the window. It checks input and output against the contract. A call without a prepared
 * answer fails the test.
 */
export function createFakeBridge(handlers: Partial<Handlers>, sources: Partial<Sources> = {}): Bridge {
  const areas: Record<string, Record<string, (argument: never) => unknown>> = {};
  const put = (name: string, verb: (text: string) => string, member: (argument: never) => unknown) => {
    const [area = '', rest = ''] = name.split('.');
    areas[area] = { ...areas[area], [verb(rest)]: member };
  };
  for (const name of names(contract.calls))
    put(
      name,
      (verb) => verb,
      async (input: unknown): Promise<Reply<unknown>> => {
        const handler: ((input: never) => unknown) | undefined = handlers[name];
        if (!handler) throw new Error(`Nobody prepared an answer to ${name}`);
        const decoded: unknown = contract.calls[name].input.parse(input);
        const answer: unknown = await Reflect.apply(handler, undefined, [decoded]);
        return { ok: true, value: contract.calls[name].output.parse(answer) };
      },
    );
  for (const name of names(contract.events))
    put(
      name,
      (verb) => `on${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
      (listener: never) => (sources[name] ? sources[name](listener) : () => {}),
    );
  return complete(areas);
}

function names<N extends CallName | EventName>(of: Readonly<Record<N, unknown>>): N[] {
  const found: N[] = [];
  for (const name in of) found.push(name);
  return found;
}

function complete(areas: object): Bridge {
  const hasAll = (value: object): value is Bridge => 'state' in value && 'connection' in value;
  if (!hasAll(areas)) throw new Error('The contract lost an area');
  return areas;
}
