import { currentFile } from '../../main/practice-service/current-file.ts';
import type { PracticeDocument } from '../../main/practice-service/document.ts';
import type { PracticeService } from '../../main/practice-service/practice-service.ts';
import type { ClientForm } from '../../main/practice-service/register.ts';
import { type DocumentElsewhere, makeElsewhere } from './made-elsewhere.ts';
import { createPeople } from './people.ts';

/** What a test does with the service beside its client, and sees of it. */
export function deedsOf({ practice, connectionOf }: Pick<PracticeService, 'practice' | 'connectionOf'>) {
  const { options, clock, records, register, documents, tokens } = practice;

  const found = (documentId: string): PracticeDocument => {
    const document = documents.find(documentId);
    if (document === undefined) throw new Error(`there is no document ${documentId}`);
    return document;
  };

  return {
    /** The connection for the client with a secret. */
    connection: connectionOf('client-secret'),
    options,
    clock,
    records: { ...records, signeesOf: (documentId: string) => found(documentId).signees },
    people: createPeople(practice),
    documents: {
      all: documents.all,
      find: documents.find,
      remove: documents.remove,
      /** Somebody else changes a document. */
      change: (documentId: string, patch: Partial<PracticeDocument>): void =>
        documents.put({ ...found(documentId), ...patch }),
      /** Adds a document as if the service user had made it elsewhere. */
      async add(ownerId: string, document: DocumentElsewhere): Promise<PracticeDocument> {
        const owner = register.userById(ownerId);
        if (owner === undefined) throw new Error(`there is no service user ${ownerId}`);
        return makeElsewhere(practice, owner, document);
      },
      /** The file as a download returns it now. */
      contentOf: async (documentId: string): Promise<Uint8Array> =>
        (await currentFile(found(documentId), practice)).content,
    },
    /** Step 1 of the onboarding: the registered clients. */
    clients: {
      /** Throws unless it is a set of public RSA keys with different kids. */
      setKeys(keySet: unknown): void {
        const problem = register.setKeys(register.clientOf('signed-assertion').clientId, keySet);
        if (problem !== null) throw new Error(problem);
      },
      addRedirect: (form: ClientForm, uri: string): void => register.addRedirect(register.clientOf(form).clientId, uri),
      setActions: (form: ClientForm, actions: readonly string[]): void =>
        register.setActions(register.clientOf(form).clientId, actions),
    },
    tokens: {
      /** Ends all tokens. */
      revoke: tokens.revoke,
      /** The client lost its token with its process: requesting a new one is no breach. */
      clientRestarted: tokens.clientRestarted,
    },
  };
}
