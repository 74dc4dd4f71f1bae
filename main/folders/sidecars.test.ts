import { expect, test } from 'vitest';
import { createEntries, type Entry } from './folder-entries.ts';
import { createSidecars } from './sidecars.ts';
import type { UntrustedFile } from './untrusted-file.ts';

const QUIET_MS = 5_000;

/** A document with its sidecar. The disk answers what the test says. */
function scene({ wasTaken = false, isEarlierBy = 0 } = {}) {
  let now = 0;
  let answer: () => UntrustedFile = () => ({ kind: 'text', text: '{"comment":"By Friday"}' });
  let reads = 0;
  const entries = createEntries(() => now);
  const sidecars = createSidecars({
    root: '/nowhere',
    entries,
    monotonic: () => now,
    wasTaken: () => wasTaken,
    async read() {
      reads += 1;
      return answer();
    },
  });
  const seen = { look: '1:1:1:1', arrivedMs: isEarlierBy };
  entries.seeBeside('Lease.pdf.json', { look: '2:2:2:2', mtimeMs: 0, arrivedMs: 0 });
  const file = { ...seen, path: 'Lease.pdf', name: 'Lease.pdf', size: 1, isInCloud: false, special: null };
  const entry: Entry = entries.see(file, QUIET_MS);
  now += QUIET_MS;
  return {
    entries,
    sidecars,
    of: () => sidecars.of(entry, QUIET_MS),
    answers: (next: () => UntrustedFile) => void (answer = next),
    reads: () => reads,
  };
}

const refuse = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.each(['EBUSY', 'EACCES', 'EIO', 'EPERM'])('a sidecar that answers %s waits, and is read again', async (code) => {
  const { of, answers, reads } = scene();
  answers(refuse(code));
  expect(await of()).toEqual({ kind: 'unread' });
  answers(() => ({ kind: 'text', text: '{"comment":"By Friday"}' }));
  expect(await of()).toMatchObject({ kind: 'read', sidecar: { comment: 'By Friday' } });
  await of();
  expect(reads()).toBe(2);
});

test('one that vanished since the look is waited for', async () => {
  const { of, answers } = scene();
  answers(() => ({ kind: 'none' }));
  expect(await of()).toEqual({ kind: 'writing' });
});

test('what is read is kept only while the sidecar is there', async () => {
  const { of, entries, sidecars, reads } = scene();
  await of();
  entries.remove('Lease.pdf.json');
  sidecars.forgetGone();
  entries.seeBeside('Lease.pdf.json', { look: '2:2:2:2', mtimeMs: 0, arrivedMs: 0 });
  expect(await of()).toEqual({ kind: 'writing' });
  expect(reads()).toBe(1);
});

test('one that the disk had long before its document may belong to an earlier document of the name', async () => {
  expect(await scene({ wasTaken: true, isEarlierBy: 61_000 }).of()).toEqual({ kind: 'old' });
  expect(await scene({ wasTaken: true, isEarlierBy: 59_000 }).of()).toMatchObject({ kind: 'read' });
  expect(await scene({ isEarlierBy: 61_000 }).of()).toMatchObject({ kind: 'read' });
});
