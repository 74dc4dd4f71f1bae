import { planted } from './planted-bugs.ts';
import { plantedComputers } from './planted-computers.ts';
import { plantedCopies } from './planted-copies.ts';
import { plantedDecisions } from './planted-decisions.ts';
import { plantedInvitations } from './planted-invitations.ts';
import { plantedOrders } from './planted-orders.ts';
import { plantedRedirects } from './planted-redirects.ts';
import { plantedService } from './planted-service.ts';

/** Every bug that the simulation has to find. Those of watched folders are in `folders/`. */
export const allPlanted = [
  ...planted,
  ...plantedDecisions,
  ...plantedCopies,
  ...plantedOrders,
  ...plantedInvitations,
  ...plantedComputers,
  ...plantedRedirects,
  ...plantedService,
];
