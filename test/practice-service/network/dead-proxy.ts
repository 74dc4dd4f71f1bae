import { createServer } from 'node:net';
import { type Device, startDevice } from './device.ts';

/** A proxy that does not work: it refuses connections, or accepts them and never answers. */
export async function startDeadProxy(how: 'refuses' | 'silent' = 'refuses'): Promise<Device> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
  });
  const device = await startDevice(server);
  if (how === 'silent') return device;
  await device.close();
  return { ...device, close: () => Promise.resolve() };
}
