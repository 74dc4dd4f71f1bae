import { join, sep } from 'node:path';
import type { Connection } from '../../../preload/contract/connection.ts';
import { apartFromDevices } from '../../files/safe-name.ts';
import type { Journal } from '../../journal/journal.ts';

/** Turns the connection's name into a folder name that every system allows. */
const folderName = (name: string) =>
  apartFromDevices(
    name
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
      .replace(/[ .]+$/, '')
      .trim() || 'Countersign',
  );

export interface CopiesDeps {
  readonly journal: { readonly connections: Pick<Journal['connections'], 'list'> };
  readonly documentsFolder: string;
  /** The IT department has set where signed copies go: each connection has its folder in this one. */
  readonly givenCopies?: { readonly folder: string; readonly createBelow: string } | null;
}

/** Chooses the folders of the signed copies: our own, one that a person chose, or one in the folder of the policy. */
export function createCopiesFolders({ documentsFolder, givenCopies = null, journal }: CopiesDeps) {
  const ownFolder = join(documentsFolder, 'Countersign');
  const ownOf = (name: string) => join(ownFolder, folderName(name));

  return {
    ownOf,
    areGiven: givenCopies !== null,
    listed: (): Connection[] =>
      journal.connections.list().map((connection) => {
        if (givenCopies === null) return connection;
        return { ...connection, savedCopies: join(givenCopies.folder, folderName(connection.fields.name)) };
      }),
    /** Returns the folder to store, never that of the policy: without it, the person's own folder counts again. */
    toStore({ id, fields, savedCopies }: Connection): string {
      if (givenCopies === null) return savedCopies;
      return journal.connections.list().find((one) => one.id === id)?.savedCopies ?? ownOf(fields.name);
    },
    /** Returns the folder for the copies of a connection. `createBelow`: the place where that folder may be created. */
    of(known: Connection | undefined) {
      if (known === undefined) return null;
      const { savedCopies: folder, fields } = known;
      const isOurs = folder.startsWith(ownFolder + sep);
      const createBelow = givenCopies === null ? (isOurs ? documentsFolder : null) : givenCopies.createBelow;
      return { folder, createBelow, base: fields.base };
    },
  };
}
