import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../preload/contract/limits.ts';
import type { DropPosition } from './row-keys.ts';
import {
  addSignees,
  dropSignee,
  editSignee,
  moveSignee,
  removeSignee,
  type SigneeList,
  signeesFrom,
  toggleTogether,
} from './signee-list.ts';
import { signeeProblems, signeesTooMany } from './signee-problems.ts';

/** `A B+C D`: B and C sign together. */
function listOf(text: string): SigneeList {
  return text
    .split(' ')
    .flatMap((step, group) =>
      step.split('+').map((key) => ({ key, email: `${key.toLowerCase()}@x.ch`, name: key, note: '', group })),
    );
}

const said = (list: SigneeList) =>
  Object.values(Object.groupBy(list, ({ group }) => group))
    .map((step = []) => step.map(({ key }) => key).join('+'))
    .join(' ');

describe('the order', () => {
  test.each([
    ['A B C', 'C', 'up', 'A C B'],
    ['A B C', 'A', 'up', 'A B C'],
    ['A B C', 'C', 'down', 'A B C'],
    ['A+B C', 'C', 'up', 'C A+B'],
    ['C A+B', 'C', 'down', 'A+B C'],
    ['A+B+C', 'B', 'up', 'B A+C'],
    ['A+B+C', 'B', 'down', 'A+C B'],
    ['A+B', 'A', 'up', 'A B'],
    ['A+B', 'B', 'down', 'A B'],
    ['A B+C D', 'C', 'down', 'A B C D'],
  ] as const)('%s: %s moved %s is %s', (before, key, direction, after) => {
    expect(said(moveSignee(listOf(before), key, direction))).toBe(after);
  });

  test.each([
    ['A B C', 'C', 'before', 'A', 'C A B'],
    ['A B C', 'A', 'after', 'C', 'B C A'],
    ['A B C', 'A', 'on', 'C', 'B C+A'],
    ['A+B C', 'C', 'after', 'A', 'A+C+B'],
    ['A+B C', 'C', 'before', 'A', 'C A+B'],
    ['A+B+C', 'A', 'after', 'B', 'B+A+C'],
    ['A+B', 'B', 'before', 'A', 'B A'],
    ['A B', 'A', 'on', 'A', 'A B'],
  ] as const)('%s: %s dropped %s %s is %s', (before, key, position, target, after) => {
    expect(said(dropSignee(listOf(before), key, target, position))).toBe(after);
  });

  test.each([
    ['A B C', 'B', 'A+B C'],
    ['A+B+C', 'B', 'A B+C'],
    ['A+B C+D', 'C', 'A+B+C+D'],
    ['A B', 'A', 'A B'],
  ])('%s: %s joined or parted is %s', (before, key, after) => {
    expect(said(toggleTogether(listOf(before), key))).toBe(after);
  });

  test('closes gaps when a signee is removed', () => {
    expect(said(removeSignee(listOf('A B C'), 'B'))).toBe('A C');
    expect(removeSignee(listOf('A B C'), 'B').map(({ group }) => group)).toEqual([0, 1]);
    expect(said(removeSignee(listOf('A+B C'), 'A'))).toBe('B C');
  });

  test('is restored from what was sent', () => {
    const { list, ordered } = signeesFrom([
      { email: 'a@x.ch', order: 0 },
      { email: 'b@x.ch', name: 'B', comment: 'Hi', order: 1 },
      { email: 'c@x.ch', order: 1 },
    ]);
    expect(ordered).toBe(true);
    expect(list).toMatchObject([{ group: 0 }, { name: 'B', note: 'Hi', group: 1 }, { group: 1 }]);
    const any = ['a@x.ch', 'b@x.ch'].map((email) => ({ email, order: null }));
    expect(signeesFrom(any)).toMatchObject({
      ordered: false,
      list: [{ group: 0 }, { group: 1 }],
    });
    // Numbers with gaps and unsorted, as in a scanned file.
    const scanned = [5, 1, 5, 3].map((order) => ({ email: `${order}@x.ch`, order }));
    expect(signeesFrom(scanned).list.map(({ email, group }) => [email, group])).toEqual([
      ['1@x.ch', 0],
      ['3@x.ch', 1],
      ['5@x.ch', 2],
      ['5@x.ch', 2],
    ]);
  });

  const positions: readonly DropPosition[] = ['before', 'on', 'after'];
  const act = fc.record({
    what: fc.constantFrom('up', 'down', 'drop', 'toggle', 'remove', 'add'),
    who: fc.nat(),
    where: fc.nat(),
    position: fc.constantFrom(...positions),
  });

  test('stays complete after any edits: nobody is lost, and groups are adjacent and count from 0', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let list = addSignees(
          [],
          ['a', 'b', 'c', 'd'].map((email) => ({ email, name: '', note: '' })),
        );
        for (const { what, who, where, position } of acts) {
          const before = list;
          const key = list[who % list.length]?.key ?? '';
          const target = list[where % list.length]?.key ?? '';
          if (what === 'add') list = addSignees(list, [{ email: 'e', name: '', note: '' }]);
          else if (what === 'remove') list = removeSignee(list, key);
          else if (what === 'toggle') list = toggleTogether(list, key);
          else if (what === 'drop') list = dropSignee(list, key, target, position);
          else list = moveSignee(list, key, what);

          const change = what === 'add' ? 1 : what === 'remove' ? Math.min(before.length, 1) : 0;
          expect(new Set(list.map((signee) => signee.key)).size).toBe(
            before.length + (what === 'remove' ? -change : change),
          );
          let last = -1;
          for (const { group } of list) {
            expect(group === last || group === last + 1).toBe(true);
            last = group;
          }
          if (list.length > 0) expect(list[0]?.group).toBe(0);
        }
      }),
    );
  });

  test('a move changes one signee only, and nothing at the ends', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(steps, fc.nat(), fc.constantFrom('up', 'down'), (sizes, who, direction) => {
        const list = sizes.flatMap((size, group) =>
          Array.from({ length: size }, (_none, at) => ({
            key: `${group}.${at}`,
            email: '',
            name: '',
            note: '',
            group,
          })),
        );
        const moved = list[who % list.length];
        if (!moved) throw new Error('nobody');
        const after = moveSignee(list, moved.key, direction);
        const without = (whole: SigneeList) => said(whole.filter(({ key }) => key !== moved.key));
        expect(without(after)).toBe(without(list));
        if (after === list) return;
        expect(said(after)).not.toBe(said(list));
        const isAlone = sizes[moved.group] === 1;
        if (isAlone) expect(said(moveSignee(after, moved.key, direction === 'up' ? 'down' : 'up'))).toBe(said(list));
      }),
    );
  });
});

describe('what must be mended', () => {
  test('is reported at each occurrence of a duplicate address', () => {
    const list = addSignees(
      [],
      ['anna@muster.ch', 'x', 'anna@MUSTER.ch', 'beat@frei.ch'].map((email) => ({ email, name: '', note: '' })),
    );
    expect(
      [...signeeProblems(list)].map(([key, problem]) => [list.findIndex((one) => one.key === key), problem]),
    ).toEqual([
      [0, 'duplicate'],
      [1, 'no-at'],
      [2, 'duplicate'],
    ]);
    const first = list[0]?.key ?? '';
    expect(signeeProblems(editSignee(list, first, { email: 'other@muster.ch' })).size).toBe(1);
  });

  test('counts signees beyond the limit of the service', () => {
    const many = addSignees(
      [],
      Array.from({ length: limits.participants }, (_none, at) => ({ email: `p${at}@x.ch`, name: '', note: '' })),
    );
    expect(signeesTooMany(many)).toBe(0);
    expect(signeesTooMany(addSignees(many, [{ email: 'one@more.ch', name: '', note: '' }]))).toBe(1);
  });
});
