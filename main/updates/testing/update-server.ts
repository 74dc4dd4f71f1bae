import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';

export interface FeedParts {
  readonly version?: string;
  readonly content?: string;
  readonly rollout?: number;
  readonly validUntil?: string;
  readonly system?: string;
  readonly channel?: 'latest' | 'beta';
  readonly by?: KeyObject;
  /** The name of the file, as the feed has it. */
  readonly name?: string;
}

export const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Starts a server of updates. An AppImage from it writes to `startedFile` that it was started. */
export async function startUpdateServer(startedFile: string) {
  const maker = newKeys();
  /** What the server has, by path. */
  const served = new Map<string, Buffer | string>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const body = served.get(url);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');

  /** Serves a new AppImage, and the feed that names it. */
  function publish({
    version = '1.5.0',
    rollout = 100,
    // The clock of the tests begins in 1970.
    validUntil = '1970-02-01T00:00:00.000Z',
    system = 'linux',
    channel = 'latest',
    by = maker.privateKey,
    name = `Countersign-${version}.AppImage`,
    content = `#!/bin/sh\n# ${version}\necho "$@" > '${startedFile}'\n`,
  }: FeedParts = {}) {
    const sha512 = createHash('sha512').update(content).digest('base64');
    const release = JSON.stringify({
      channel,
      system,
      cpu: 'x64',
      version,
      notes: 'Faster.',
      validUntil,
      rollout,
      file: { name, sha512, size: Buffer.byteLength(content) },
    });
    const signature = sign('sha256', Buffer.from(release), by).toString('base64');
    served.set('/countersign-linux-x64.json', JSON.stringify({ release, signature }));
    served.set(`/${name}`, content);
    return { name, content, release, signature };
  }

  return {
    address: `http://127.0.0.1:${bound.port}/`,
    key: maker.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    served,
    asked,
    publish,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
