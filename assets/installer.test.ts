import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unless } from '../test/only-where.ts';

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

  test('the folder of the policy is made for administrators alone, by an installer that may', () => {
    const [, , first = '', second = ''] = inMacro('csLockPolicyFolder').filter((line) => !line.startsWith('Pop'));
    const rights = inMacro('csLockPolicyFolder').join(' ');
    expect([first, second]).toEqual(['CreateDirectory "$R0"', expect.stringContaining('/setowner *S-1-5-32-544')]);
    // Administrators and SYSTEM do everything, users read; nothing comes from the folder above.
    expect(rights).toMatch(
      /\/inheritance:r \/grant:r \*S-1-5-32-544:\(OI\)\(CI\)F \*S-1-5-18:\(OI\)\(CI\)F \*S-1-5-32-545:\(OI\)\(CI\)RX'/,
    );
    expect(inMacro('customInstall').join('\n')).toMatch(/\$\{else\}\n!insertmacro csLockPolicyFolder/);
  });

  test('nothing stays of the ending of connection files and of the links for notifications', () => {
    const removed = inMacro('customUnInstall').join('\n');
    expect(removed).toContain(String.raw`DeleteRegKey SHELL_CONTEXT "Software\Classes\.countersign"`);
    expect(removed).toContain(String.raw`Delete "$APPDATA\Microsoft\Windows\Start Menu\Programs\Countersign.lnk"`);
    expect(removed).toContain('!insertmacro csRemoveToastLinks');
  });

  test('a name of a file never becomes an option of ours', () => {
    const commands = lines.filter((line) => line.includes('"%1"'));
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).toContain('--send -- "%1"');
  });
});

const hasMakensis = (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, 'makensis')));

/** The parts of electron-builder's script that ours stands in. */
const around = (folder: string) => String.raw`
Unicode true
Name test
OutFile "${folder}/made.exe"
!include LogicLib.nsh
!define isUpdated "$R9 == 1"
Var installMode
Var appExe
LoadLanguageFile "\${NSISDIR}/Contrib/Language files/English.nlf"
LoadLanguageFile "\${NSISDIR}/Contrib/Language files/German.nlf"
LoadLanguageFile "\${NSISDIR}/Contrib/Language files/French.nlf"
LoadLanguageFile "\${NSISDIR}/Contrib/Language files/Italian.nlf"
!include "${join(import.meta.dirname, 'installer.nsh')}"
!insertmacro customHeader
Section
  StrCpy $installMode all
  StrCpy $appExe app.exe
  !insertmacro customInstall
  WriteUninstaller remove.exe
SectionEnd
Section Uninstall
  StrCpy $installMode all
  StrCpy $appExe app.exe
  !insertmacro customUnInstall
SectionEnd
`;

test(
  'the compiler of NSIS takes it without a warning',
  unless(hasMakensis ? null : 'makensis is not installed'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-nsis-'));
    try {
      const script = join(folder, 'test.nsi');
      writeFileSync(script, around(folder).replaceAll(String.raw`\$`, '$'));
      execFileSync('makensis', ['-V2', '-WX', script], { stdio: 'pipe', timeout: 60_000 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
