import { expect, test } from 'vitest';
import { isLeftToAdministrators } from './windows-acl.ts';

/** As our installer makes the folder: Administrators and SYSTEM write, Users read. */
const locked = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
/** What a folder below C:\ProgramData inherits. An ordinary user made it. */
const madeByUser =
  'O:S-1-5-21-1004336348-1177238915-682003330-1001G:S-1-5-21-1004336348-1177238915-682003330-513D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';

test.each<[string, string]>([
  ['the folder of our installer', locked],
  ['a folder with full names', 'O:S-1-5-32-544G:S-1-5-18D:P(A;;FA;;;S-1-5-18)(A;;FRFX;;;WD)'],
  ['a refusal more', locked.replace('D:PAI', 'D:PAI(D;OICI;FA;;;BG)')],
  ['reading for one person', `${locked}(A;;0x1200a9;;;S-1-5-21-1-2-3-1001)`],
])('%s is left to administrators', (_what, sddl) => {
  expect(isLeftToAdministrators(sddl)).toBe(true);
});

test.each<[string, string]>([
  ['an ordinary user owns it', madeByUser],
  ['everybody may create files in it', madeByUser.replace(/O:S-[\d-]+/, 'O:BA')],
  ['everybody may write', `${locked}(A;;FA;;;WD)`],
  ['one person may change the rights', `${locked}(A;;0x40000;;;S-1-5-21-1-2-3-1001)`],
  ['one person may take it over', `${locked}(A;;WO;;;S-1-5-21-1-2-3-1001)`],
  ['a person may delete in it', `${locked}(A;;0x1200e9;;;BU)`],
  ['it has no list', 'O:BAG:SY'],
  ['its list is null', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
  ['its list is empty of sense', 'O:BAG:SYD:(A)'],
  ['a right is unknown', `${locked}(A;;ZZ;;;BU)`],
  ['a condition grants', `${locked}(XA;;FA;;;BU;(WIN://x))`],
  ['nothing was said', ''],
  ['it is another text', 'Get-Acl : Access denied'],
])('where %s, it is not', (_what, sddl) => {
  expect(isLeftToAdministrators(sddl)).toBe(false);
});
