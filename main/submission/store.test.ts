import { createMemoryStore, emptyDisk } from './testing/memory-store.ts';
import { storeContract } from './testing/store-contract.ts';

storeContract('in memory', () => {
  const disk = emptyDisk();
  return { store: createMemoryStore(disk), reopen: () => createMemoryStore(disk) };
});
