/** A client that follows the contract, for tests of this folder. Each test changes one detail. */
import { z } from 'zod';
import type { ClientForm } from '../../main/practice-service/register.ts';
import { TOKEN_PATH } from '../../main/practice-service/rules.ts';
import type { PracticeService } from './practice-service.ts';

export const TINY_PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const tokenSchema = z.looseObject({ access_token: z.string() });
const documentSchema = z.looseObject({ documentId: z.string(), documentUrl: z.string() });

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json<T>(schema: z.ZodType<T>): T;
}

export interface TestClient {
  readonly user: { readonly id: string; readonly username: string; readonly password: string };
  readonly headers: Readonly<Record<string, string>>;
  call(method: string, path: string, init?: { body?: BodyInit; headers?: Record<string, string> }): Promise<Reply>;
  post(path: string, value: unknown): Promise<Reply>;
  put(path: string, value?: unknown): Promise<Reply>;
  upload(options?: UploadOptions): Promise<Reply>;
  /** Uploads a file and returns the id of the document. */
  draft(options?: UploadOptions): Promise<string>;
  /** Uploads a file, adds the signees and starts. */
  started(emails: readonly string[], options?: UploadOptions & { readonly ordered?: boolean }): Promise<string>;
}

interface UploadOptions {
  readonly data?: Record<string, unknown>;
  readonly content?: Uint8Array;
  readonly filename?: string;
  readonly type?: string;
  readonly parts?: readonly Uint8Array[];
  readonly headers?: Record<string, string>;
}

export const BOUNDARY = 'practice-boundary-0815';

export const dataPart = (data: unknown, head = 'Content-Type: application/json; charset=UTF-8'): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"\r\n${head}\r\n\r\n${JSON.stringify(data)}\r\n`,
  );

export const filePart = (content: Uint8Array, filename: string, type: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n`),
    Buffer.from(`Content-Type: ${type}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

export const multipart = (parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (schema) => schema.parse(JSON.parse(text)),
  };
}

export const send = async (url: string, init?: RequestInit): Promise<Reply> => replyOf(await fetch(url, init));

export const tokenRequest = (url: string, parameters: Record<string, string>): Promise<Reply> =>
  send(url + TOKEN_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
  });

/** The parameters of a valid token request, for a client with a secret or a public client. */
export function passwordGrant(
  service: PracticeService,
  form: ClientForm,
  user: TestClient['user'],
): Record<string, string> {
  const { clientId, clientSecret } = service.connectionOf(form);
  return {
    grant_type: 'password',
    username: user.username,
    password: user.password,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  };
}

export async function connectClient(service: PracticeService): Promise<TestClient> {
  const user = service.people.createServiceUser();
  const reply = await tokenRequest(service.url, passwordGrant(service, 'client-secret', user));
  const token = reply.json(tokenSchema).access_token;
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Charset': 'UTF-8', Accept: 'application/json' };

  const call: TestClient['call'] = (method, path, init = {}) =>
    send(service.connection.base + path, { ...init, method, headers: { ...headers, ...init.headers } });
  const withJson = (method: string) => (path: string, value?: unknown) =>
    value === undefined
      ? call(method, path)
      : call(method, path, { body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } });
  const post = withJson('POST');
  const put = withJson('PUT');

  const upload: TestClient['upload'] = (options = {}) => {
    const {
      data = { initiatorAliasName: 'Anna' },
      content = TINY_PDF,
      filename = 'a.pdf',
      type = 'application/pdf',
    } = options;
    const parts = options.parts ?? [dataPart(data), filePart(content, filename, type)];
    return call('POST', '/documents/file', {
      body: new Uint8Array(multipart(parts)),
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...options.headers },
    });
  };
  const draft: TestClient['draft'] = async (options) => (await upload(options)).json(documentSchema).documentId;

  return {
    user,
    headers,
    call,
    post,
    put,
    upload,
    draft,
    async started(emails, options = {}) {
      const documentId = await draft(options);
      for (const [index, email] of emails.entries()) {
        const signOrder = options.ordered === true ? index : 0;
        await post(`/documents/${documentId}/signees`, { email, comment: '', signOrder });
      }
      await put(`/documents/${documentId}/start`);
      return documentId;
    },
  };
}
