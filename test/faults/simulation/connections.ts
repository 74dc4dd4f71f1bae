import type { Connection } from '../../../preload/contract/connection.ts';
import { type Chance, createChance } from './random.ts';
import { CONNECTION, type World } from './world.ts';

const OTHER = 'practice-2';

const luckOf = (seed: number): Chance => createChance(seed ^ 0x2f8a6d17);

/** Whether the account is connected twice in this story, and people send over both. */
const isConnectedTwice = (seed: number): boolean => luckOf(seed).of(0.08);

export const idsOf = (seed: number): readonly string[] => (isConnectedTwice(seed) ? [CONNECTION, OTHER] : [CONNECTION]);

/** The connection of a submission. */
export const connectionFor = (seed: number, number: number): string =>
  isConnectedTwice(seed) && createChance(seed ^ (number + 1)).of(0.5) ? OTHER : CONNECTION;

export const connectionsOf = (world: World): Connection[] => idsOf(world.seed).map((id) => connectionOf(world, id));

function connectionOf(world: World, id: string): Connection {
  return {
    id,
    fields: {
      name: 'Practice',
      environment: 'test',
      base: 'https://practice.test/api/v1',
      auth: 'https://practice.test',
      admin: 'https://practice.test',
      identity: '',
      clientId: world.service.connection.clientId,
      clientForm: 'client-secret',
      kid: '',
      actions: '',
    },
    colour: 0,
    signedIn: 'yes',
    hasSecret: true,
    username: world.users[world.signedIn].username,
    person: null,
    savedCopies: '/',
  };
}
