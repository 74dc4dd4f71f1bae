import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The path of the certificate, for settings that name a file to trust. */
  readonly file: string;
  remove(): void;
}

/** Makes a self-signed certificate for 127.0.0.1, or for the given name. */
export function makeCertificate(name = 'IP:127.0.0.1'): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-certificate-'));
  const key = join(folder, 'key.pem');
  const file = join(folder, 'cert.pem');
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test'];
  execFileSync('openssl', [...args, '-addext', `subjectAltName=${name}`, '-keyout', key, '-out', file], {
    stdio: 'ignore',
  });
  return {
    key: readFileSync(key, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
