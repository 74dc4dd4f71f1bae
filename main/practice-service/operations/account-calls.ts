import { type Answer, json } from '../http/exchange.ts';
import type { Call } from '../practice.ts';
import { accounts } from '../register.ts';

export function availableModes(call: Call): Answer {
  const { modes, unknownEnums } = call.practice.options;
  if (!unknownEnums) return json(200, { timestamp: {}, ...modes });
  const advanced = { ...modes.advanced, zertes: [...modes.advanced.zertes, 'xid'] };
  return json(200, { timestamp: {}, ...modes, advanced, sealed: { zertes: ['xid'] } });
}

export function usersMe(call: Call): Answer {
  const account = accounts.find(({ email }) => email === call.user.creatorEmail);
  return json(200, {
    email: `${call.user.username}@service.example.test`,
    firstname: account?.firstname ?? '',
    lastname: account?.lastname ?? call.user.username,
    id: call.user.id,
    groups: [],
    companies: account === undefined ? [] : [account.company],
    units: [],
  });
}
