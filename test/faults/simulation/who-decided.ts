import { CONNECTION, type World } from './world.ts';

/** Whoever is shown as having signed or rejected is shown with the time, and with the reason, as the service tells them. */
export function judgeWhoDecided({ service, journal }: World): readonly string[] {
  const tells = service.options.signees !== 'strings';
  return service.documents.all().flatMap(({ documentId, signees }) => {
    const shown = journal?.documentFacts.find(CONNECTION, documentId)?.signees ?? [];
    return shown.flatMap(({ email, status, decidedAt, reason }) => {
      const [person, ...others] = signees.filter((one) => one.email === email);
      if (!tells || person === undefined || others.length > 0 || person.decision !== status) return [];
      const lacksTime = person.decidedAt !== null && decidedAt !== person.decidedAt;
      const lacksReason = person.reason !== '' && reason !== person.reason;
      return [
        ...(lacksTime ? [`${email} has ${status} ${documentId}, and nobody knows when`] : []),
        ...(lacksReason ? [`${email} has ${status} ${documentId}, and nobody knows why`] : []),
      ];
    });
  });
}
