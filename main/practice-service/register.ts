import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JsonFolder } from './disk.ts';

/** A person who can sign in on the admin page. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly language: string;
  readonly company: { readonly id: string; readonly name: string };
}

const example = { id: '7c1b0d1e-52a4-4c0f-9a33-0d6f5b1c2a10', name: 'Example Ltd' };
const orchard = { id: 'e94f8a52-1f0b-4f5e-8f0c-6a1d2b3c4d5e', name: 'Orchard & Sons' };

export const accounts: readonly Account[] = [
  {
    email: 'anna@example.test',
    password: 'practice',
    firstname: 'Anna',
    lastname: 'Muster',
    language: 'de',
    company: example,
  },
  {
    email: 'luc@example.test',
    password: 'practice',
    firstname: 'Luc',
    lastname: 'Favre',
    language: 'fr',
    company: example,
  },
  {
    email: 'mary@orchard.test',
    password: 'practice',
    firstname: 'Mary',
    lastname: 'Orchard',
    language: 'en',
    company: orchard,
  },
];

const CLIENT_FORMS = ['client-secret', 'public', 'signed-assertion'] as const;
export type ClientForm = (typeof CLIENT_FORMS)[number];

const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('RSA'), kid: z.string().min(1), n: z.string(), e: z.string() }))
    .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, 'each key needs a kid of its own'),
});

const clientSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  form: z.enum(CLIENT_FORMS),
  secret: z.string(),
  keySet: keySetSchema,
  redirectUris: z.array(z.string()),
  actions: z.array(z.string()),
});
export type Client = Readonly<z.infer<typeof clientSchema>>;

const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  password: z.string(),
  clientId: z.string(),
  creatorEmail: z.string(),
  companyId: z.string(),
});
export type ServiceUser = Readonly<z.infer<typeof userSchema>>;

const CLIENT_IDS = {
  'client-secret': 'countersign-practice',
  public: 'countersign-practice-public',
  'signed-assertion': 'countersign-practice-signed',
} as const satisfies Record<ClientForm, string>;

const defined = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is not registered`);
  return value;
};

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores clients (from step 1 of the onboarding) and service users (from step 2). */
export function createRegister(deps: { readonly clients: JsonFolder; readonly users: JsonFolder }) {
  const clients = new Map(deps.clients.load(clientSchema).map((client) => [client.clientId, client]));
  const users = new Map(deps.users.load(userSchema).map((user) => [user.username, user]));

  const putClient = (client: Client) => {
    deps.clients.save(client.clientId, client);
    clients.set(client.clientId, { ...client });
  };
  for (const form of CLIENT_FORMS) {
    const clientId = CLIENT_IDS[form];
    if (clients.has(clientId)) continue;
    const secret = form === 'client-secret' ? randomBytes(24).toString('base64url') : '';
    putClient({ clientId, name: 'Countersign', form, secret, keySet: { keys: [] }, redirectUris: [], actions: [] });
  }
  const client = (clientId: string) => defined(clients.get(clientId), clientId);

  return {
    clients: (): readonly Client[] => [...clients.values()],
    client: (clientId: string): Client | undefined => clients.get(clientId),
    clientOf: (form: ClientForm): Client => client(CLIENT_IDS[form]),
    /** Accepts a key set or its JSON text. Returns the problem, or null. */
    setKeys(clientId: string, keySet: unknown): string | null {
      const parsed = keySetSchema.safeParse(typeof keySet === 'string' ? fromJson(keySet) : keySet);
      if (!parsed.success) return `This is no set of public RSA keys: ${parsed.error.issues[0]?.message ?? ''}`;
      putClient({ ...client(clientId), keySet: parsed.data });
      return null;
    },
    addRedirect(clientId: string, uri: string): void {
      const partner = client(clientId);
      putClient({ ...partner, redirectUris: [...partner.redirectUris, uri] });
    },
    setActions(clientId: string, actions: readonly string[]): void {
      putClient({ ...client(clientId), actions: [...actions] });
    },
    createUser(clientId: string, account: Account = defined(accounts[0], 'an account')): ServiceUser {
      const user: ServiceUser = {
        id: randomUUID(),
        username: `service-${randomBytes(5).toString('hex')}`,
        password: randomBytes(18).toString('base64url'),
        clientId,
        creatorEmail: account.email,
        companyId: account.company.id,
      };
      deps.users.save(user.id, user);
      users.set(user.username, user);
      return user;
    },
    user: (username: string): ServiceUser | undefined => users.get(username),
    userById: (id: string): ServiceUser | undefined => [...users.values()].find((user) => user.id === id),
  };
}

export type Register = ReturnType<typeof createRegister>;
