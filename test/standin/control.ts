import { z } from 'zod';
import { powerEvents } from './power-monitor.ts';

/*
 * What a test can ask of a running standin, call by call. Both ends take their types from here; what arrives is checked.
 * The messages go over Node's own channel to a child process, so the app's standard output stays its own.
 */

const strings = z.array(z.string()).readonly();
const nothing = z.void();
const bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const windowView = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  visible: z.boolean(),
  focused: z.boolean(),
  minimized: z.boolean(),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
  devTools: z.boolean(),
  zoom: z.number(),
  progress: z.number(),
  bounds,
  dragged: strings,
});

const menuView = z.object({
  label: z.string(),
  type: z.string(),
  role: z.string().nullable(),
  accelerator: z.string().nullable(),
  enabled: z.boolean(),
  checked: z.boolean(),
  visible: z.boolean(),
  get items() {
    return z.array(menuView).readonly();
  },
});
const menuName = z.enum(['application', 'tray', 'popup']);

const problemSchema = z.object({
  kind: z.enum(['console', 'exception', 'csp', 'blocked', 'preload', 'dialog', 'unsupported', 'crash']),
  text: z.string(),
});

/** The frame a call pretends to come from. */
const senderFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('main') }),
  z.object({ kind: z.literal('gone') }),
  z.object({ kind: z.literal('sub'), url: z.string() }),
  z.object({ kind: z.literal('other'), url: z.string() }),
]);

const invokeResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

export const calls = {
  problems: { input: nothing, output: z.array(problemSchema).readonly() },
  network: {
    input: nothing,
    output: z
      .array(z.object({ url: z.string(), resourceType: z.string(), by: z.enum(['app', 'standin', 'nobody']) }))
      .readonly(),
  },
  windows: { input: nothing, output: z.array(windowView).readonly() },
  window: {
    input: z.object({
      act: z.enum(['close', 'show', 'hide', 'focus', 'blur', 'minimize', 'restore', 'maximize', 'crash']),
    }),
    output: nothing,
  },
  resize: { input: bounds.partial(), output: nothing },
  drop: { input: z.object({ x: z.number(), y: z.number(), files: strings }), output: nothing },
  paste: { input: z.object({ files: strings }), output: nothing },
  choose: { input: z.object({ selector: z.string(), files: strings }), output: nothing },
  invoke: {
    input: z.object({ channel: z.string(), args: z.array(z.unknown()).readonly(), frame: senderFrame }),
    output: invokeResult,
  },
  channels: { input: nothing, output: strings },
  answerOpen: { input: strings, output: nothing },
  answerSave: { input: z.string().nullable(), output: nothing },
  answerMessage: { input: z.number(), output: nothing },
  dialogs: {
    input: nothing,
    output: z.array(z.object({ kind: z.string(), options: z.record(z.string(), z.unknown()) })).readonly(),
  },
  menu: { input: menuName, output: z.array(menuView).readonly().nullable() },
  clickMenu: {
    input: z.object({ menu: menuName, item: z.union([strings, z.object({ role: z.string() })]) }),
    output: nothing,
  },
  tray: {
    input: nothing,
    output: z.object({ image: z.string(), toolTip: z.string() }).nullable(),
  },
  clickTray: { input: nothing, output: nothing },
  notifications: {
    input: nothing,
    output: z.array(z.object({ title: z.string(), body: z.string(), open: z.boolean() })).readonly(),
  },
  clickNotification: { input: z.string(), output: nothing },
  opened: {
    input: nothing,
    output: z.array(z.object({ how: z.enum(['external', 'path', 'folder', 'trash']), target: z.string() })).readonly(),
  },
  readClipboard: { input: nothing, output: z.string() },
  writeClipboard: { input: z.string(), output: nothing },
  look: {
    input: z
      .object({ dark: z.boolean(), highContrast: z.boolean(), forcedColors: z.boolean(), reducedMotion: z.boolean() })
      .partial(),
    output: nothing,
  },
  power: { input: z.enum(powerEvents), output: z.boolean() },
  /** In milliseconds. */
  sleep: { input: z.number(), output: nothing },
  screens: { input: z.array(bounds).readonly(), output: nothing },
  /** As Windows ends a session: one event of the window, then the process is gone. */
  endSession: { input: nothing, output: nothing },
  /** An event of the outside world that the app may refuse, such as `open-file` or `certificate-error`. */
  emit: {
    input: z.object({
      on: z.enum(['app', 'contents']),
      event: z.string(),
      details: z.record(z.string(), z.unknown()).default({}),
      args: z.array(z.unknown()).readonly().default([]),
    }),
    output: z.object({ listeners: z.number(), prevented: z.boolean() }),
  },
  record: {
    input: nothing,
    output: z.object({
      loginItem: z.object({ openAtLogin: z.boolean() }),
      badge: z.number(),
      /** How many reasons there are to keep the computer awake. */
      awake: z.number(),
    }),
  },
  quit: { input: nothing, output: nothing },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type Call = keyof typeof calls;
export type Input<C extends Call> = z.input<(typeof calls)[C]['input']>;
export type Parsed<C extends Call> = z.output<(typeof calls)[C]['input']>;
export type Output<C extends Call> = z.output<(typeof calls)[C]['output']>;

const isCall = (name: string): name is Call => Object.hasOwn(calls, name);

/** Test to standin. */
export const questionSchema = z.object({
  id: z.number(),
  call: z.string().refine(isCall),
  input: z.unknown(),
});

/** Standin to test. */
export const toTestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    cdp: z.string(),
    pid: z.number(),
    chromiumPid: z.number(),
    profile: z.string(),
  }),
  z.object({ type: z.literal('problem'), problem: problemSchema }),
  z.object({ type: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('failure'), id: z.number(), message: z.string() }),
]);
export type ToTest = z.infer<typeof toTestSchema>;
export type Ready = Extract<ToTest, { type: 'ready' }>;
