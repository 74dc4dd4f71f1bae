import type { Choices, SubmitInput } from '../../../preload/contract/sending.ts';

interface Item {
  readonly fileId: string;
  readonly choices: Choices;
  /** The latest submission of the same content that the person was shown. */
  readonly earlier: string | undefined;
  /** The person was shown another file of the same content for the same people. */
  readonly isTwin?: boolean;
  /** The person was shown what the fields of the file ask for. */
  readonly fieldsRead?: boolean;
}

interface Sender {
  readonly connectionId: string | null;
  /** The profile that the choices began with. */
  readonly profileId?: string | undefined;
}

/** Builds one call for all files. Equal choices travel once: a thousand files mostly share them. */
export function submitInputOf(
  { connectionId, profileId }: Sender,
  goal: SubmitInput['goal'],
  items: readonly Item[],
): SubmitInput {
  const places = new Map<string, number>();
  const choices: Choices[] = [];
  const placeOf = (one: Choices): number => {
    const key = JSON.stringify(one);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, choices.length);
    choices.push(one);
    return choices.length - 1;
  };
  const chosen = items.map((item) => ({
    fileId: item.fileId,
    choice: placeOf(item.choices),
    ...(item.earlier !== undefined && { earlier: item.earlier }),
    ...(item.isTwin === true && { twin: true as const }),
    ...(item.fieldsRead === true && { fieldsRead: true as const }),
  }));
  return { connectionId, goal, ...(profileId !== undefined && { profileId }), choices, items: chosen };
}
