import { describe, expect, test } from 'vitest';
import { unmetDemands } from './file-demands.ts';
import { wishesOfMarks } from './mark-wishes.ts';
import { findMarks, readMarkForm, readMarkForms, writeMark } from './text-marks.ts';

const forms = readMarkForms([
  '#ACME#{email};{order}#',
  '#ACME#',
  '#ACME-mode#{mode};{law};{authority}#',
  '#ACME-mode#{mode}#',
  '#ACME-reminder#{reminder}#',
  '#ACME-observer#{observer};{right}#',
  '#ACME-attachments#{attachments}',
]);
const find = (text: string) => findMarks([text], forms, 100).marks;
const wishesOf = (text: string) => wishesOfMarks(find(text));
const nothing = wishesOf('');

describe('the wishes that marks state', () => {
  test('are no people, and stand beside them', () => {
    expect(find('#ACME#anna@x.ch;0# #ACME-mode#qes;eidas;did# #ACME#')).toEqual([
      { email: 'anna@x.ch', order: 0, isBroken: false },
      { email: null, order: null, isBroken: false, wishes: { mode: 'qes', law: 'eidas', authority: 'did' } },
      { email: null, order: null, isBroken: false },
    ]);
  });

  test.each([
    ['#ACME-mode#qes;eidas;did#', { mode: 'qualified', jurisdiction: 'eidas', authority: 'did' }],
    ['#ACME-mode#QES;ZertES;RAS#', { mode: 'qualified', jurisdiction: 'zertes', authority: 'ras' }],
    ['#ACME-mode#ses# #ACME-mode#aes#', { mode: 'advanced' }],
    ['#ACME-mode#advanced#', { mode: 'advanced' }],
    ['#ACME-mode#qes# #ACME-mode#wax#', { mode: 'wax' }],
    ['#ACME-mode#Qualified#', { mode: 'qualified' }],
    [
      '#ACME-mode#aes;zertes;ras# #ACME-mode#qes;eidas;ras#',
      { mode: 'qualified', jurisdiction: 'zertes, eidas', authority: 'ras' },
    ],
    ['#ACME-reminder#4#', { reminder: '4' }],
    ['#ACME-observer#otto@x.ch;admin# #ACME-observer#otto@x.ch;none#', { observers: ['otto@x.ch'] }],
    ['#ACME-attachments#', { attachments: true }],
    ['#ACME-observer#otto;admin#', {}],
    ['#ACME-mode#q e s#', {}],
    ['#ACME-mode#qes;eidas#', {}],
  ])('%s', (text, wishes) => {
    expect(wishesOf(text)).toEqual({ ...nothing, ...wishes });
  });
});

test('a law and an authority that a mark states are wishes also where they are usual', () => {
  const stated = wishesOf('#ACME-mode#ses;zertes;ras#');
  const chosen = { mode: 'timestamp', jurisdiction: 'eidas' } as const;
  expect(unmetDemands(stated, chosen, null).map(({ what }) => what)).toEqual(['law', 'authority']);
  expect(unmetDemands({ ...stated, isStated: false }, chosen, null)).toEqual([]);
});

describe('a form of wishes', () => {
  test('does not name a person as well', () => {
    expect(readMarkForm('#ACME#{email};{mode}#')).toBeNull();
    expect(readMarkForm('#ACME#{order};{attachments}#')).toBeNull();
  });

  test('is not the one that is copied for a person', () => {
    expect(writeMark(forms.slice(1), { email: 'anna@x.ch', order: 0 })).toBeNull();
  });
});
