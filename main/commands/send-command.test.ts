import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import { createTexts } from '../words/texts.ts';
import { exitCodeOf, parseSendCommand, reportOf, type SentFile, wrongUseIn } from './send-command.ts';

const folder = resolve('/srv/erp');
const parse = (...args: string[]) => parseSendCommand(args, folder);

describe('the arguments of send', () => {
  test('are files relative to the current folder, a profile, and what to do', () => {
    const files = [resolve(folder, 'a.pdf'), resolve('/srv/b.pdf')];
    const request = { version: 1, files, profile: 'Contracts', goal: 'send' };
    for (const profile of [['--profile', 'Contracts'], ['--profile=Contracts']])
      expect(parse('send', 'a.pdf', '/srv/b.pdf', ...profile)).toEqual({ ok: true, request, json: false });
    expect(
      parse('--no-sandbox', 'send', '--json', '--profile= Contracts ', '--hold', '--', 'a.pdf', '/srv/b.pdf'),
    ).toEqual({ ok: true, request: { ...request, goal: 'hold' }, json: true });
  });

  test('may name any file after --, also one that begins like an option or a switch of Chromium', () => {
    const names = ['a.pdf', '--hold', '--force-majeure.pdf', '--use-of-land.pdf', '--', '--profile=Q', 'send'];
    expect(parse('send', '--profile', 'P', '--force-color-profile=srgb', '--', ...names)).toMatchObject({
      request: { files: names.map((name) => resolve(folder, name)), profile: 'P', goal: 'send' },
      json: false,
    });
  });

  test('name each file as often as it is given: each has a line in the answer', () => {
    expect(parse('send', '--profile=P', 'a.pdf', './a.pdf', '--', 'a.pdf')).toMatchObject({
      request: { files: Array(3).fill(resolve(folder, 'a.pdf')) },
    });
  });

  test.each([
    ['noFile', ['send']],
    ['noFile', ['send', '--profile', 'P']],
    ['noProfile', ['send', 'a.pdf']],
    ['noProfile', ['send', 'a.pdf', '--profile']],
    ['noProfile', ['send', 'a.pdf', '--profile', ' ']],
    ['emptyName', ['send', 'a.pdf', '', '--profile', 'P']],
    ['option', ['send', 'a.pdf', '--profile', 'P', '--send-now']],
    ['option', ['send', 'a.pdf', '--profile', 'P', '--hold=yes']],
    // Files that begin like a switch of Chromium.
    ['option', ['send', 'a.pdf', '--profile', 'P', '--force-majeure.pdf']],
    ['option', ['send', 'a.pdf', '--profile', 'P', '--use-of-land.PDF']],
    ['option', ['send', 'a.pdf', '--profile', 'P', '--use-plan=B.docx']],
    ['option', ['send', 'a.pdf', '--profile', 'P', '--language']],
    ['twice', ['send', 'a.pdf', '--profile=P', '--profile=Q']],
    ['twice', ['send', 'a.pdf', '--profile', 'P', '--profile=P']],
    ['twice', ['send', 'a.pdf', '--profile', 'P', '--hold', '--hold']],
    ['twice', ['send', '--json', 'a.pdf', '--profile', 'P', '--json']],
    ['tooMuch', ['send', 'a.pdf', '--profile', 'P'.repeat(5_000)]],
    ['tooMuch', ['send', ...Array.from({ length: 1_001 }, (_none, at) => `${at}.pdf`), '--profile', 'P']],
  ])('are wrong, by %s: %j', (key, args) => {
    expect(parse(...args)).toMatchObject({ ok: false, wrong: { key } });
  });

  test.each(languages)('that are wrong are answered with the reason and the use, in %s', (language) => {
    const command = parse('send', 'a.pdf', '--$t(menu.quit){{files}}');
    if (command?.ok !== false) throw new Error('It is wrong');
    const [reason = '', ...use] = wrongUseIn(createTexts().in(language), command.wrong).split('\n');
    // An option is repeated as it was typed.
    expect(reason.endsWith(': --$t(menu.quit){{files}}')).toBe(true);
    expect(use.join('\n')).toMatch(
      /countersign send FILE… --profile=NAME \[--hold\] \[--json\]\n[^]+\n {2}--profile=NAME +\S[^]+\n {2}--hold +\S[^]+\n {2}--json +\S[^]+0 .+4 .+\n$/,
    );
  });

  test('are wrong use when an option stands before send: nothing would be sent, and the start would end well', () => {
    for (const option of ['--json', '--hold', '--profile=HR'])
      expect(parse(option, 'send', 'a.pdf')).toMatchObject({ ok: false, wrong: { key: 'option' } });
  });

  test('are none of ours when the first one is not send', () => {
    for (const args of [[], ['a.pdf', 'send'], ['--send', 'send'], ['--hidden'], ['sending.pdf']])
      expect(parse(...args)).toBeNull();
  });
});

describe('the outcome', () => {
  const texts = () => createTexts().in('en');
  const file = (state: SentFile['state']): SentFile => ({ file: `/${state}.pdf`, state, message: state });
  const of = (...states: SentFile['state'][]) => ({ version: 1 as const, files: states.map(file) });

  test.each([
    [of('sending', 'prepared', 'already'), 0],
    [of('sending', 'refused'), 1],
    [of('refused', 'refused'), 3],
    [of(), 4],
    [null, 4],
  ])('%j has the exit code %i', (answer, code) => {
    expect(exitCodeOf(answer)).toBe(code);
  });

  test('is one line per file, or one line of JSON', () => {
    expect(reportOf(of('sending', 'refused'), false, texts)).toBe('/sending.pdf: sending\n/refused.pdf: refused\n');
    const lines = reportOf(of('sending', 'refused'), true, texts).split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ok: false, ...of('sending', 'refused') });
  });

  test('without an answer never says that nothing was sent', () => {
    expect(reportOf(null, false, texts)).toContain('may have been taken');
    expect(JSON.parse(reportOf(null, true, texts))).toMatchObject({ ok: false, files: [] });
    expect(JSON.parse(reportOf(of(), true, texts))).toMatchObject({ ok: false, error: expect.any(String) });
  });
});
