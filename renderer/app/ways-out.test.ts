import { describe, expect, test } from 'vitest';
import de from '../../assets/locales/de.json' with { type: 'json' };
import en from '../../assets/locales/en.json' with { type: 'json' };
import fr from '../../assets/locales/fr.json' with { type: 'json' };
import it from '../../assets/locales/it.json' with { type: 'json' };
import { ownerMatters } from '../../preload/contract/owner-matters.ts';
import { problemKeys } from '../../preload/contract/problem.ts';
import { type WayOut, waysOut } from './ways-out.ts';

const keysWith = (wanted: (advice: string, way: WayOut) => boolean) =>
  problemKeys.filter((key) => wanted(en.problem[key].do, waysOut[key]));

test('each problem has a way out, and nothing else has one', () => {
  expect(Object.keys(waysOut).toSorted()).toEqual([...problemKeys].toSorted());
});

describe('the way is the one that the sentence names', () => {
  test.each<[string, RegExp, readonly WayOut[]]>([
    ['the settings of the network', /settings, under Network/, ['network']],
    ['the folder for signed copies', /folder in the settings|signed copies in the settings/, ['copies']],
    ['the owner of the account', /owner of the account/i, ['owner']],
    ['the addresses of the connection', /addresses of the connection/, ['connection', 'connections']],
    ['signing in', /^Sign in(?: again)?\.|^Open the admin page/, ['sign-in']],
    ['a key pair', /^Create a (?:new )?key pair/, ['connections']],
    ['a file for the IT department', /give \{\{file\}\} to your IT|restore \{\{file\}\}/, ['data']],
    ['the settings of each folder', /settings of each folder/, ['folders']],
    ['the data folder', /backup of the data folder/, ['data']],
  ])('%s', (_place, named, ways) => {
    expect(keysWith((advice, way) => named.test(advice) && !ways.includes(way))).toEqual([]);
    expect(keysWith((advice) => named.test(advice)).length).toBeGreaterThan(0);
  });

  test('nobody waits for Countersign where the sentence asks for something', () => {
    const asksNothing =
      /do not have to do anything|Countersign (?:tries|continues|sends|goes on|asks|automatically)|automatically|Nobody|Close this window|earlier document|agree on that/;
    expect(keysWith((advice, way) => way === 'itself' && !asksNothing.test(advice))).toEqual([]);
  });
});

test('a letter to the owner exists for exactly the problems that the owner solves', () => {
  expect(keysWith((_advice, way) => way === 'owner').toSorted()).toEqual([...ownerMatters].toSorted());
});

describe('a button that a sentence names', () => {
  const allIn = (part: object | string): readonly string[] =>
    typeof part === 'string' ? [part] : Object.values(part).flatMap(allIn);
  const plain = (label: string) => label.replace(/…$/, '');

  test.each([
    ['en', en, /“([^”]+)”/g],
    ['de', de, /«([^»]+)»/g],
    ['fr', fr, /«\s([^»]+)\s»/g],
    ['it', it, /«([^»]+)»/g],
  ] as const)('has this label: %s', (_language, { problem, ...others }, quoted) => {
    const labels = new Set(allIn(others).map(plain));
    const named = problemKeys.flatMap((key) => [...problem[key].do.matchAll(quoted)].map(([, label = '']) => label));
    expect(named.filter((label) => !labels.has(label))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  test('is the first one, where a draft at the service differs', () => {
    const keys = ['differs-name', 'differs-mode', 'differs-jurisdiction', 'differs-signees', 'differs-order'] as const;
    for (const { problem, submission } of [en, de, fr, it])
      expect(keys.filter((key) => !problem[key].do.includes(plain(submission.command.correct)))).toEqual([]);
  });

  test('is not the one below the candidates, which is called otherwise where a journal was recovered', () => {
    for (const { problem, submission } of [en, de, fr, it])
      expect(problem['several-documents'].do).not.toContain(submission.noneOfThese);
  });

  test('is none where everything to do is outside of Countersign', () => {
    const acts = /^(?:Add|Choose|Send|Upload|Stop sending|Save it again)\b/;
    expect(keysWith((advice, way) => way === 'outside' && acts.test(advice))).toEqual([]);
  });
});
