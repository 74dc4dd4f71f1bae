import type { Output } from '../../../preload/contract/index.ts';
import { lengths, practiceConnectionId } from '../../../preload/contract/limits.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { setConnecting, useConnecting } from './connecting.ts';
import { enterNewConnecting, enterOffered } from './enter-connecting.ts';

type Answer = Output<'connection.read'> | Output<'connection.open'>;

/** Replaces the typed fields by those of the file. `backToTyped` brings the typed ones back. */
export function takeConnectionFile(answer: Answer): void {
  if (answer.ok === 'cancelled') return;
  if (!answer.ok) {
    setConnecting({ step: 'connection', problem: answer.problem });
    return;
  }
  const { touched, fields, clientSecret, connectionId } = useConnecting.getState();
  setConnecting({
    step: 'connection',
    // The practice service has no other addresses: a file that is opened there is of a new connection.
    connectionId: connectionId === practiceConnectionId ? null : connectionId,
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

export const isConnectionFile = ({ name }: Pick<File, 'name'>): boolean => name.endsWith('.json');

/** Takes one of the files as a connection file: the first whose name says so, else the first. */
export async function takeDropped(files: readonly File[]): Promise<void> {
  const file = files.find(isConnectionFile) ?? files[0];
  if (file) takeConnectionFile(await readFile(file));
}

const readFile = async (file: File): Promise<Answer> =>
  ask(bridge().connection.read({ text: file.size > lengths.connectionFile ? '' : await file.text() }));

/** Takes a connection file beside the connections that are there: for a new one, or for the one that it mends. */
export async function takeAnother(file: File): Promise<void> {
  const answer = await readFile(file);
  if (answer.ok === true) enterOffered(answer.offer, useMirror.getState().state?.connections ?? []);
  else enterNewConnecting();
  takeConnectionFile(answer);
}

/** Takes a pasted text as the content of a connection file. */
export async function takeConnectionText(pasted: string): Promise<void> {
  const text = pasted.length > lengths.connectionFile ? '' : pasted;
  takeConnectionFile(await ask(bridge().connection.read({ text })));
}
