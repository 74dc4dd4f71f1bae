import { CircleCheck, CircleDashed, CircleHelp, Clock, PenLine, TriangleAlert, User } from 'lucide-react';

const looks = {
  'on-hold': { Icon: Clock, tone: 'quiet' },
  pending: { Icon: CircleDashed, tone: 'quiet' },
  'in-progress': { Icon: PenLine, tone: 'quiet' },
  signed: { Icon: CircleCheck, tone: 'ok' },
  rejected: { Icon: TriangleAlert, tone: 'warn' },
} as const;

const isKnown = (status: string): status is keyof typeof looks => Object.hasOwn(looks, status);

/** Icon and colour for the state of a person. */
export function signeeLook(status: string | null) {
  if (status === null) return { Icon: User, tone: 'quiet' };
  return isKnown(status) ? looks[status] : { Icon: CircleHelp, tone: 'quiet' };
}
