/** Judges `${{ … }}` in a workflow: what it may name depends on where it stands. */

type Kind = 'workflow' | 'job' | 'job-env' | 'job-if' | 'runs-on' | 'step' | 'step-if';

export interface Place {
  /** The job, for the words of a fault. */
  readonly id: string;
  readonly kind: Kind;
  /** Everything that stands there; each text in it is looked at. */
  readonly value: unknown;
  readonly axes: readonly string[];
  /** The jobs before this one, with the names of what they give. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** The ids of the steps before this one. */
  readonly steps: readonly string[];
}

// GitHub's table of contexts and where each is there.
const forJob = ['github', 'needs', 'strategy', 'matrix', 'inputs', 'vars'];
const forStep = [...forJob, 'job', 'runner', 'env', 'steps'];
const contexts: Readonly<Record<Kind, readonly string[]>> = {
  workflow: ['github', 'secrets', 'inputs', 'vars'],
  job: forJob,
  'job-env': [...forJob, 'secrets'],
  'job-if': ['github', 'needs', 'inputs', 'vars'],
  'runs-on': forJob,
  step: [...forStep, 'secrets'],
  // A secret is empty in a condition of a fork, so GitHub has none there.
  'step-if': forStep,
};

const everywhere = ['contains', 'startsWith', 'endsWith', 'format', 'join', 'toJSON', 'fromJSON'];
const functions: Readonly<Record<Kind, readonly string[]>> = {
  workflow: everywhere,
  job: everywhere,
  'job-env': everywhere,
  'job-if': [...everywhere, 'success', 'failure', 'always', 'cancelled'],
  'runs-on': everywhere,
  step: [...everywhere, 'hashFiles'],
  'step-if': [...everywhere, 'hashFiles', 'success', 'failure', 'always', 'cancelled'],
};

const runnerParts = ['os', 'arch', 'name', 'temp', 'tool_cache', 'debug', 'environment'];
const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'NaN', 'Infinity']);

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What is wrong with `name.part.more…`, or null. */
function nameFault(path: readonly string[], place: Place): string | null {
  const [context = '', part, ...more] = path;
  if (!contexts[place.kind].includes(context)) return `${context} is not there`;
  if (part === undefined) return null;
  if (context === 'matrix' && !place.axes.includes(part)) return `the matrix has no ${part}`;
  if (context === 'runner' && !runnerParts.includes(part)) return `a runner has no ${part}`;
  if (context === 'steps' && !place.steps.includes(part)) return `no step before has the id ${part}`;
  if (context !== 'needs') return null;
  const outputs = place.needs.get(part);
  if (outputs === undefined) return `it needs no job ${part}`;
  const [kind, output] = more;
  return kind === 'outputs' && output !== undefined && !outputs.includes(output) ? `${part} gives no ${output}` : null;
}

function faultsIn(expression: string, place: Place): readonly string[] {
  if (expression.replaceAll("''", '').split("'").length % 2 === 0) return ['a text has no end'];
  const bare = expression.replaceAll(/'(?:[^']|'')*'/g, '0');
  if (bare.includes('"')) return ['texts stand between single quotes'];
  const open = bare.split('(').length - bare.split(')').length;
  const found = [...bare.matchAll(/[a-zA-Z_][\w-]*(?:\s*\.\s*(?:[a-zA-Z_*][\w-]*))*/g)].flatMap(
    ({ 0: text, index }) => {
      const isCall = /^\s*\(/.test(bare.slice(index + text.length));
      if (isCall) return functions[place.kind].includes(text) ? [] : [`${text}() is not there`];
      if (words.has(text)) return [];
      const fault = nameFault(text.split(/\s*\.\s*/), place);
      return fault === null ? [] : [fault];
    },
  );
  return [...(open === 0 ? [] : ['a bracket is missing']), ...found];
}

export function expressionFaults(place: Place): readonly string[] {
  return textsIn(place.value).flatMap((text) => {
    const expressions = [...text.matchAll(/\$\{\{(.*?)\}\}/gs)].map(([, inner = '']) => inner);
    const isWhole = text.split('${{').length - 1 === expressions.length;
    return [
      ...(isWhole ? [] : ['an expression has no end']),
      ...expressions.flatMap((one) => faultsIn(one, place)),
    ].map((fault) => `${place.id}: ${fault}, in ${text.trim()}`);
  });
}
