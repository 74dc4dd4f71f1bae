/** A storage with its streams and storages, by name. */
export interface SampleStorage {
  readonly [name: string]: Buffer | SampleStorage;
}

const sectorBytes = 512;
const smallBytes = 64;
const smallest = 4_096;
const endOfChain = 0xfffffffe;
const none = 0xffffffff;

interface Entry {
  readonly name: string;
  readonly content: Buffer | null;
  child: number;
  next: number;
  first: number;
}

/** Lists the entries of a storage and of all inside. Those of one storage are a chain to the right. */
function listEntries(root: SampleStorage): readonly Entry[] {
  const entries: Entry[] = [{ name: 'Root Entry', content: null, child: none, next: none, first: endOfChain }];
  function add(storage: SampleStorage, parent: Entry): void {
    let before: Entry | null = null;
    for (const [name, inside] of Object.entries(storage)) {
      const content = Buffer.isBuffer(inside) ? inside : null;
      const entry: Entry = { name, content, child: none, next: none, first: endOfChain };
      if (before === null) parent.child = entries.length;
      else before.next = entries.length;
      before = entry;
      entries.push(entry);
      if (!Buffer.isBuffer(inside)) add(inside, entry);
    }
  }
  const [first] = entries;
  if (first) add(root, first);
  return entries;
}

/** Collects sectors, and the table of which follows which. */
function createSectors(bytes: number) {
  const table: number[] = [];
  const contents: Buffer[] = [];
  return {
    table,
    add(content: Buffer): number {
      const count = Math.ceil(content.length / bytes);
      if (count === 0) return endOfChain;
      const first = table.length;
      for (let at = 1; at <= count; at += 1) table.push(at === count ? endOfChain : first + at);
      contents.push(content, Buffer.alloc(count * bytes - content.length));
      return first;
    },
    content: () => Buffer.concat(contents),
  };
}

const numbers = (values: readonly number[], length: number): Buffer => {
  const written = Buffer.alloc(length, 0xff);
  for (const [at, value] of values.entries()) written.writeUInt32LE(value, at * 4);
  return written;
};

/** Writes a compound file, as Outlook saves a mail. */
export function compoundFile(root: SampleStorage): Buffer {
  const entries = listEntries(root);
  const [small, large] = [createSectors(smallBytes), createSectors(sectorBytes)];
  for (const entry of entries)
    if (entry.content !== null) entry.first = (entry.content.length < smallest ? small : large).add(entry.content);
  const smallContent = small.content();
  const rootFirst = large.add(smallContent);
  const smallTable = large.add(numbers(small.table, Math.ceil((small.table.length * 4) / sectorBytes) * sectorBytes));
  const directory = Buffer.alloc(Math.ceil(entries.length / 4) * sectorBytes);
  for (const [at, { name, content, child, next, first }] of entries.entries()) {
    const from = at * 128;
    directory.write(name, from, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, from + 0x40);
    directory.writeUInt8(at === 0 ? 5 : content === null ? 1 : 2, from + 0x42);
    for (const [place, value] of [none, next, child].entries()) directory.writeUInt32LE(value, from + 0x44 + place * 4);
    directory.writeUInt32LE(at === 0 ? rootFirst : first, from + 0x74);
    directory.writeUInt32LE(at === 0 ? smallContent.length : (content?.length ?? 0), from + 0x78);
  }
  const directoryFirst = large.add(directory);
  const tables = Math.ceil(large.table.length / (sectorBytes / 4 - 1));
  const tableFirst = large.table.length;
  for (let at = 0; at < tables; at += 1) large.table.push(0xfffffffd);
  const head = Buffer.alloc(sectorBytes);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(head);
  for (const [at, value] of [
    [0x18, 0x3e],
    [0x1a, 3],
    [0x1c, 0xfffe],
    [0x1e, 9],
    [0x20, 6],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [at, value] of [
    [0x2c, tables],
    [0x30, directoryFirst],
    [0x38, smallest],
    [0x3c, smallTable],
    [0x40, Math.ceil((small.table.length * 4) / sectorBytes)],
    [0x44, endOfChain],
    [0x48, 0],
  ] as const)
    head.writeUInt32LE(value, at);
  head.fill(0xff, 0x4c);
  for (let at = 0; at < tables; at += 1) head.writeUInt32LE(tableFirst + at, 0x4c + at * 4);
  return Buffer.concat([head, large.content(), numbers(large.table, tables * sectorBytes)]);
}

const text = (value: string) => Buffer.from(value, 'utf16le');
const head = Buffer.alloc(32);

export const attachedFile = (name: string, content: Buffer): SampleStorage => ({
  '__properties_version1.0': head,
  '__substg1.0_3704001F': text(name.slice(0, 8)),
  '__substg1.0_3707001F': text(name),
  '__substg1.0_37010102': content,
});

/** A mail inside of a mail, as Outlook attaches it. */
export const attachedMail = (inside: SampleStorage): SampleStorage => ({
  '__properties_version1.0': head,
  '__substg1.0_3701000D': inside,
});

export const outlookMail = (...attachments: readonly SampleStorage[]): SampleStorage => ({
  '__properties_version1.0': head,
  '__substg1.0_0037001F': text('Lease'),
  ...Object.fromEntries(
    attachments.map((one, at) => [`__attach_version1.0_#${at.toString(16).toUpperCase().padStart(8, '0')}`, one]),
  ),
});
