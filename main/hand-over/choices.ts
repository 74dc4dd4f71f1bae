import type { Choices } from '../../preload/contract/index.ts';
import type { Wish } from '../submission/submission.ts';

/** Turns a person's choices in the window into the wish that the submission keeps. */
export function toWish({ signees, ...choices }: Choices): Omit<Wish, 'file'> {
  return {
    ...choices,
    signees: signees.map(({ email, comment, order, place }) => ({
      email,
      ...(comment === '' ? {} : { comment }),
      ...(order === null ? {} : { order }),
      ...(place === undefined ? {} : { place }),
    })),
  };
}

/** Converts back for the window. A submission has no names, because the service asks for none: `nameOf` knows them. */
export function toChoices({ file: _file, extra, signees, ...rest }: Wish, nameOf: (email: string) => string): Choices {
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
