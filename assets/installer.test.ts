import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const lines = readFileSync(join(import.meta.dirname, 'installer.nsh'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith(';'));
const inMacro = (name: string) => {
  const from = lines.indexOf(`!macro ${name}`);
  return lines.slice(from + 1, lines.indexOf('!macroend', from));
};

describe("the installer's own steps", () => {
  test('every macro and condition ends', () => {
    const count = (what: RegExp) => lines.filter((line) => what.test(line)).length;
    expect(count(/^!macro /)).toBe(count(/^!macroend$/));
    expect(count(/^\$\{if(?:Not)?\}/)).toBe(count(/^\$\{endIf\}$/));
  });

  test('each text is there in the four languages of the installer', () => {
    const ids = lines.flatMap((line) => /^LangString csSend (\d+) "[^"]+"$/.exec(line)?.[1] ?? []);
    expect(ids.toSorted()).toEqual(['1031', '1033', '1036', '1040']);
  });

  test('the program that opens a document by a double click stays the same', () => {
    const added = [...inMacro('csAdd EXT'), ...inMacro('customInstall')].join('\n');
    expect(added).not.toMatch(/"Software\\Classes\\\.?(?:pdf|docx|xlsx|\$\{EXT\})" ""/);
    expect(added).not.toContain('UserChoice');
  });

  test('what is added is removed, and not by an update', () => {
    const kinds = (macro: string, step: string) =>
      inMacro(macro).flatMap((line) => new RegExp(`^!insertmacro ${step} "(.+)"$`).exec(line)?.[1] ?? []);
    expect(kinds('customInstall', 'csAdd')).toEqual(['.pdf', '.docx', '.xlsx']);
    expect(kinds('customUnInstall', 'csRemove')).toEqual(['.pdf', '.docx', '.xlsx']);
    const [first, ...rest] = inMacro('customUnInstall');
    expect([first, rest.at(-1)]).toEqual(['${ifNot} ${isUpdated}', '${endIf}']);
    expect(rest.join('\n')).toContain('Delete "$SENDTO\\Countersign.lnk"');
  });

  test('a name of a file never becomes an option of ours', () => {
    const commands = lines.filter((line) => line.includes('"%1"'));
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).toContain('--send -- "%1"');
  });
});
