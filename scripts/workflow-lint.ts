/** Judges a workflow of GitHub by what can be known of it before it runs elsewhere. */
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { expressionFaults, type Place } from './workflow-expressions.ts';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const shells = ['bash', 'sh', 'pwsh', 'powershell', 'cmd', 'python'] as const;
const step = z
  .strictObject({
    id: z.string().optional(),
    name: z.string().optional(),
    if: z.string().optional(),
    // A tag can be moved to other code. The hash cannot.
    uses: z
      .string()
      .regex(/^actions\/[\w-]+@[\da-f]{40}$/, 'an action of GitHub, pinned to a hash')
      .optional(),
    with: values.optional(),
    run: z.string().optional(),
    shell: z.enum(shells).optional(),
    'working-directory': z.string().optional(),
    'continue-on-error': z.boolean().optional(),
    'timeout-minutes': z.number().optional(),
    env: values.optional(),
  })
  .refine(
    ({ uses, run }) => (uses === undefined) !== (run === undefined),
    'a step either uses an action or runs a command',
  );
/** A workflow may read the project. Only a proof of where something was built needs more. */
const permissions = z.strictObject({
  contents: z.literal('read'),
  'id-token': z.literal('write').optional(),
  attestations: z.literal('write').optional(),
});
const job = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  strategy: z
    .strictObject({
      'fail-fast': z.boolean().optional(),
      'max-parallel': z.number().optional(),
      matrix: z.record(z.string(), z.array(z.string()).min(1)),
    })
    .optional(),
  'runs-on': z.string(),
  container: z.string().optional(),
  // Without a limit a stuck window would run for six hours.
  'timeout-minutes': z.number().max(120),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  env: values.optional(),
  steps: z.array(step).min(1),
});
export type Job = z.infer<typeof job>;
const event = z.union([z.null(), z.record(z.string(), z.unknown())]);
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: event.optional(),
    pull_request: event.optional(),
    workflow_dispatch: event.optional(),
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
  }),
  permissions,
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
  env: values.optional(),
  jobs: z.record(z.string().regex(/^[a-zA-Z_][\w-]*$/), job),
});
export type Workflow = z.infer<typeof workflow>;

/** The images of GitHub that this project may run on. An unknown one would wait for a runner for ever. */
const runners: ReadonlySet<string> = new Set([
  'ubuntu-22.04',
  'ubuntu-24.04',
  'ubuntu-24.04-arm',
  'windows-2022',
  'windows-2025',
  'windows-11-arm',
  'macos-14',
  'macos-15',
]);

export const needsOf = ({ needs = [] }: Pick<Job, 'needs'>): readonly string[] =>
  typeof needs === 'string' ? [needs] : needs;

export function readWorkflow(text: string): Workflow {
  return workflow.parse(parseDocument(text, { uniqueKeys: true, strict: true }).toJS());
}

function formFaults(text: string): readonly string[] {
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  if (document.errors.length > 0) return document.errors.map(({ message }) => message.split('\n')[0] ?? message);
  const { error } = workflow.safeParse(document.toJS());
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** All jobs that a job waits for, near and far. */
function jobsBefore(jobs: Workflow['jobs'], id: string, seen: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const found = new Set(seen);
  for (const one of needsOf(jobs[id] ?? {}))
    if (!found.has(one)) for (const more of jobsBefore(jobs, one, found.add(one))) found.add(more);
  return found;
}

function needsFaults({ jobs }: Workflow): readonly string[] {
  return Object.entries(jobs).flatMap(([id, one]) => [
    ...needsOf(one).flatMap((before) => (before in jobs ? [] : [`${id} needs ${before}, which is no job`])),
    ...(jobsBefore(jobs, id).has(id) ? [`${id} waits for itself`] : []),
  ]);
}

function runnerFaults(id: string, { 'runs-on': label, strategy }: Job): readonly string[] {
  const axis = /^\$\{\{ matrix\.([\w-]+) \}\}$/.exec(label)?.[1];
  const labels = axis === undefined ? [label] : (strategy?.matrix[axis] ?? []);
  return labels.filter((one) => !runners.has(one)).map((one) => `${id} runs on ${one}, which is no runner`);
}

/** What a job brings to another one it must have stored under that name. */
function artifactFaults({ jobs }: Workflow): readonly string[] {
  const named = (one: Job, action: string) =>
    one.steps.flatMap(({ uses = '', with: given = {} }) =>
      uses.startsWith(`actions/${action}@`) ? [String(given['name'] ?? given['pattern'] ?? '')] : [],
    );
  const asPattern = (name: string) => {
    const parts = name.split(/\$\{\{.*?\}\}|\*/).map((part) => part.replaceAll(/[.\\+?^$()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  };
  return Object.entries(jobs).flatMap(([id, one]) => {
    const stored = [...jobsBefore(jobs, id)].flatMap((before) => named(jobs[before] ?? one, 'upload-artifact'));
    const isThere = (wanted: string) =>
      stored.some((name) => asPattern(name).test(wanted) || asPattern(wanted).test(name));
    return named(one, 'download-artifact')
      .filter((wanted) => !isThere(wanted))
      .map((wanted) => `${id} fetches ${wanted}, which no job before it stores`);
  });
}

function placesOf(id: string, { steps, ...one }: Job, all: Workflow): readonly Place[] {
  const axes = Object.keys(one.strategy?.matrix ?? {});
  const needs = new Map(needsOf(one).map((name) => [name, Object.keys(all.jobs[name]?.outputs ?? {})]));
  const { if: condition, outputs, 'runs-on': runsOn, env, ...rest } = one;
  const ofJob = { id, axes, needs, steps: [] };
  const ids = steps.map((each) => each.id ?? '');
  return [
    { ...ofJob, kind: 'job-if', value: condition === undefined ? '' : `\${{ ${condition} }}` },
    { ...ofJob, kind: 'runs-on', value: runsOn },
    { ...ofJob, kind: 'job', value: rest },
    { ...ofJob, kind: 'job-env', value: env ?? {} },
    { ...ofJob, kind: 'step', steps: ids, value: outputs ?? {} },
    ...steps.flatMap(({ if: when, ...each }, at): readonly Place[] => {
      const earlier = ids.slice(0, at);
      return [
        { ...ofJob, kind: 'step', steps: earlier, value: each },
        { ...ofJob, kind: 'step-if', steps: earlier, value: when === undefined ? '' : `\${{ ${when} }}` },
      ];
    }),
  ];
}

/** What is wrong with the text of a workflow, in words. */
export function workflowFaults(text: string): readonly string[] {
  const form = formFaults(text);
  if (form.length > 0) return form;
  const found = readWorkflow(text);
  const top: Place = {
    id: 'workflow',
    axes: [],
    needs: new Map(),
    steps: [],
    kind: 'workflow',
    value: found.env ?? {},
  };
  const places = [top, ...Object.entries(found.jobs).flatMap(([id, one]) => placesOf(id, one, found))];
  return [
    ...needsFaults(found),
    ...Object.entries(found.jobs).flatMap(([id, one]) => runnerFaults(id, one)),
    ...artifactFaults(found),
    ...places.flatMap(expressionFaults),
  ];
}
