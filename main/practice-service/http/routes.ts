import type { Operation } from '../options.ts';
import { ADMIN_PATH, TOKEN_PATH } from '../rules.ts';
import type { BodyKind } from './contract.ts';

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly path: RegExp;
  readonly body: BodyKind;
  /** The route accepts query parameters. */
  readonly query?: true;
}

const ONE = '/api/v1/documents/(?<id>[^/]+)';
const PERSON = '(?<person>[^/]+)';
const at = (path: string) => new RegExp(`^${path}$`);

const routes: readonly Route[] = [
  { operation: 'upload', method: 'POST', path: at('/api/v1/documents/file'), body: 'multipart' },
  {
    operation: 'scan-predefined',
    method: 'POST',
    path: at('/api/v1/documents/file/scan-predefined'),
    body: 'multipart',
  },
  { operation: 'start', method: 'PUT', path: at(`${ONE}/start`), body: 'none' },
  { operation: 'withdraw', method: 'PUT', path: at(`${ONE}/withdraw`), body: 'none' },
  { operation: 'add-signee', method: 'POST', path: at(`${ONE}/signees`), body: 'json' },
  {
    operation: 'resend-invitation',
    method: 'POST',
    path: at(`${ONE}/signees/${PERSON}/resend-invitation`),
    body: 'none',
  },
  { operation: 'change-signee', method: 'PUT', path: at(`${ONE}/signees/${PERSON}`), body: 'json' },
  { operation: 'remove-signee', method: 'DELETE', path: at(`${ONE}/signees/${PERSON}`), body: 'none' },
  { operation: 'add-observer', method: 'POST', path: at(`${ONE}/observers`), body: 'json' },
  { operation: 'remove-observer', method: 'DELETE', path: at(`${ONE}/observers/${PERSON}`), body: 'none' },
  { operation: 'details', method: 'GET', path: at(ONE), body: 'none' },
  { operation: 'update', method: 'PUT', path: at(ONE), body: 'json' },
  { operation: 'delete', method: 'DELETE', path: at(ONE), body: 'none' },
  { operation: 'overview', method: 'GET', path: at('/api/v1/overview'), body: 'none', query: true },
  { operation: 'available-modes', method: 'GET', path: at('/api/v1/available-modes'), body: 'none' },
  { operation: 'token', method: 'POST', path: at(TOKEN_PATH), body: 'form' },
  { operation: 'users-me', method: 'GET', path: at('/identity/api/v1/users/me'), body: 'none' },
  { operation: 'download', method: 'GET', path: at('/storage/(?<id>[0-9a-f]+)'), body: 'none' },
];

export type Found =
  | { readonly kind: 'operation'; readonly route: Route; readonly id: string; readonly person: string }
  | { readonly kind: 'page' }
  | { readonly kind: 'wrong-method' }
  | { readonly kind: 'nothing' };

const isPage = (path: string) =>
  path === '/' ||
  path === '/favicon.ico' ||
  [ADMIN_PATH, '/mail', '/operator', '/sign/', '/practice.css', '/sample/'].some((p) => path.startsWith(p));

export function findRoute(method: string, path: string): Found {
  let wrongMethod = false;
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match === null) continue;
    const { id = '', person = '' } = match.groups ?? {};
    if (route.method === method) return { kind: 'operation', route, id, person };
    wrongMethod = true;
  }
  if (wrongMethod) return { kind: 'wrong-method' };
  return { kind: isPage(path) ? 'page' : 'nothing' };
}
