import { expect, test } from 'vitest';
import { macName } from './mac-name.ts';

const printed = (
  line: string,
) => `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000110, registered, matched, active>
    {
      "IOPolledInterface" = "AppleARMWatchdogTimerHibernateHandler is not serializable"
      ${line}
      "manufacturer" = <"Apple Inc.">
    }
`;
const named = (line: string | null) => macName(async () => (line === null ? null : printed(line)));

test('a Mac is told apart by the id of its board', async () => {
  const id = '0F5D1C2B-9A1E-5E3C-8B7A-1D2C3B4A5968';
  expect(await named(`"IOPlatformUUID" = "${id}"`)).toBe(id);
});

test.each([null, '', '"IOPlatformUUID" = ""', '"IOPlatformSerialNumber" = "C02XXXXXXX"'])(
  'without the id nothing names it: %s',
  async (line) => expect(await named(line)).toBeNull(),
);
