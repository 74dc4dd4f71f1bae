import type { Choices } from '../../preload/contract/index.ts';
import type { Wish, WishSignee } from '../submission/submission.ts';

/** Turns a person's choices in the window into the wish that the submission keeps. */
export function toWish({ signees, ...choices }: Choices, fieldsRead: boolean): Omit<Wish, 'file'> {
  return { ...choices, ...(fieldsRead && { fieldsRead }), signees: toWishSignees(signees) };
}

export const toWishSignees = (signees: Choices['signees']): readonly WishSignee[] =>
  signees.map(({ email, comment, order, place }) => ({
    email,
    ...(comment === '' ? {} : { comment }),
    ...(order === null ? {} : { order }),
    ...(place === undefined ? {} : { place }),
  }));

/** Converts back for the window. A submission has no names, because the service asks for none: `nameOf` knows them. */
export function toChoices(
  { file: _file, fieldsRead: _read, extra, signees, ...rest }: Wish,
  nameOf: (email: string) => string,
): Choices {
  return {
    ...rest,
    extra: JSON.parse(JSON.stringify(extra)),
    signees: signees.map(({ email, comment = '', order = null, place }) => ({
      email,
      name: nameOf(email),
      comment,
      order,
      ...(place === undefined ? {} : { place }),
    })),
  };
}
