import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { shownName } from '../../ui/shown-name.ts';

export const nameOfPerson = ({ name, email }: Pick<WaitingPerson, 'name' | 'email'>): string =>
  shownName(name ?? email ?? '');
