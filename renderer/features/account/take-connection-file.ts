import type { Output } from '../../../preload/contract/index.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { setConnecting, useConnecting } from './connecting.ts';

type Answer = Output<'connection.read'> | Output<'connection.open'>;

/** Replaces the typed fields by those of the file. `backToTyped` brings the typed ones back. */
export function takeConnectionFile(answer: Answer): void {
  if (answer.ok === 'cancelled') return;
  if (!answer.ok) {
    setConnecting({ step: 'connection', problem: answer.problem });
    return;
  }
  const { touched, fields, clientSecret } = useConnecting.getState();
  setConnecting({
    step: 'connection',
    touched: true,
    way: null,
    fromFile: true,
    isOfFile: true,
    fields: answer.offer.fields,
    clientSecret: '',
    problem: null,
    wrong: answer.fields,
    before: touched ? { fields, clientSecret } : null,
  });
}

export function backToTyped(): void {
  const { before } = useConnecting.getState();
  if (before)
    setConnecting({ ...before, way: 'hand', fromFile: false, isOfFile: false, before: null, problem: null, wrong: [] });
}

export type Dropped = { readonly kind: string; readonly getFile?: () => Promise<File> };

export async function filesOf(items: readonly Dropped[]): Promise<readonly File[]> {
  const files = await Promise.all(
    items.map(async (item) => (item.kind === 'file' ? await item.getFile?.() : undefined)),
  );
  return files.filter((file) => file !== undefined);
}

/** Takes the first of the files as a connection file. */
export async function takeDropped([file]: readonly File[]): Promise<void> {
  if (!file) return;
  await takeConnectionText(file.size > lengths.connectionFile ? '' : await file.text());
}

/** Takes a pasted text as the content of a connection file. */
export async function takeConnectionText(pasted: string): Promise<void> {
  const text = pasted.length > lengths.connectionFile ? '' : pasted;
  takeConnectionFile(await ask(bridge().connection.read({ text })));
}
