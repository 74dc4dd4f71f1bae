import { z } from 'zod';
import { answer, copyPart, dialogAnswer, done, partOfCopy, range } from './answer.ts';
import { contents, contentsInput, openedTable, savedTable, tableToSave, taken, takenInput } from './bulk.ts';
import { connectionFields, connectionOffer, connectionSaved, fieldProblem, recognised } from './connection.ts';
import { patternAndName, usableCopyPattern } from './copy-name-input.ts';
import { signatureAnswer, signedBefore, signedBeforeInput } from './copy-verdict.ts';
import { documentDetails, documentOrder } from './document.ts';
import { evidenceAnswer, evidenceOf, fileSaved, wholeHistory } from './evidence.ts';
import {
  folderAct,
  folderActivity,
  folderActivityInput,
  folderAnswer,
  folderFileId,
  folderFiles,
  folderFilesInput,
  folderId,
  folderPause,
  folderRemarks,
  folderSave,
  sendingPreview,
  sendingPreviewInput,
} from './folder.ts';
import { monthFigures, monthInput } from './insight.ts';
import { keyAnswer, keyBits } from './keys.ts';
import { lengths, limits } from './limits.ts';
import { listChoice, position, positionInput, rowInput, rowNow, rowsChanged, rowsInput, rowsPart } from './list.ts';
import { proxyChoice } from './network.ts';
import { notificationSettings, signedNews } from './notifications.ts';
import { ownerMatters } from './owner-matters.ts';
import { peopleImport, peopleInput, peoplePage, person, personAddress, personInput, personSaved } from './person.ts';
import { personOrderInput, personOrders } from './person-order.ts';
import { problem } from './problem.ts';
import { profileAnswer, profileId, profileImported, profileInput } from './profile.ts';
import { keysInput, keysPart, selectionAct, selectionActed, selectionInput, selectionSummary } from './selection.ts';
import {
  availableModes,
  choices,
  completedDraft,
  fieldsRead,
  filePiece,
  fileVerdict,
  joined,
  joinInput,
  offeredFiles,
  scanResult,
  storedChoices,
  submitInput,
  submitted,
  wholeRemarks,
} from './sending.ts';
import { menuShortcuts } from './shortcuts.ts';
import { change, language, snapshot, theme } from './state.ts';
import { outboxNews, submissionCommand } from './submission.ts';
import { markInput, textMarksAnswer } from './text-marks.ts';
import { settingsImport, settingsOffer, someSettings } from './transfer.ts';
import { invited, peopleOfSelection, reminderAnswer, reminderInput, waitingInput, waitingView } from './waiting.ts';

export type * from './answer.ts';
export type * from './bulk.ts';
export type * from './connection.ts';
export type * from './diagnosis.ts';
export type * from './document.ts';
export type * from './evidence.ts';
export type * from './folder.ts';
export type * from './insight.ts';
export type * from './keys.ts';
export type * from './language.ts';
export type * from './list.ts';
export type * from './network.ts';
export type * from './notifications.ts';
export type * from './person.ts';
export type * from './problem.ts';
export type * from './profile.ts';
export type * from './selection.ts';
export type * from './sending.ts';
export type * from './state.ts';
export type * from './submission.ts';
export type * from './transfer.ts';
export type * from './waiting.ts';

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** Declares a call to which the page passes files. Main gets their paths, which the preload asks the system for. */
const fileCall = <O extends z.ZodType>(output: O) => ({
  ...call(z.object({ paths: z.array(z.string().max(lengths.path)).max(limits.filesAtOnce) }), output),
  takesFiles: true as const,
});

const nothing = z.undefined();
const connectionId = z.object({ connectionId: z.string().min(1).max(64) });
const documentId = z.object({ id: z.string().min(1).max(lengths.identifier) });
const submissionId = z.object({ id: z.string().min(1).max(64) });
const fileId = z.object({ id: z.string().max(64) });
const fileIds = z.object({ ids: z.array(z.string().min(1).max(64)).max(limits.filesAtOnce) });
const offered = { offer: connectionOffer, fields: z.array(fieldProblem) };

/**
 * The calls and events of the bridge, declared once. The handlers in main, the preload's functions, the window's typed
 * client, the channel names and the fakes of the window's tests are all derived from it.
 */
export const contract = {
  calls: {
    'state.get': call(nothing, snapshot),

    /** Reads the text of a connection file. The secret stays in main; the fields come back. */
    'connection.read': call(z.object({ text: z.string().max(lengths.connectionFile) }), answer(offered)),
    'connection.open': call(nothing, dialogAnswer(offered)),
    'connection.save': call(
      z.object({
        connectionId: z.string().max(64).optional(),
        fields: connectionFields,
        clientSecret: z.string().max(lengths.secret),
        isOfFile: z.boolean().optional(),
      }),
      connectionSaved,
    ),
    'connection.select': call(connectionId, done),
    /** Opens a mail to the IT department, or to the account's owner, or copies its text. The text comes from main alone. */
    'connection.writeToIt': call(z.object({ how: z.enum(['mail', 'copy']) }), done),
    'connection.writeToOwner': call(z.object({ about: z.enum(ownerMatters), how: z.enum(['mail', 'copy']) }), done),

    /** Checks the way to the service and its storage. The steps appear in the state as they finish. */
    'connection.diagnose': call(connectionId, done),
    'connection.copyReport': call(connectionId, done),

    /** Makes an account at the practice service in the app, and signs in. */
    'practice.begin': call(nothing, answer({ connectionId: z.string() })),
    /** Opens the e-mails that would have been sent, in the browser. */
    'practice.openMail': call(nothing, done),

    'keys.read': call(connectionId, keyAnswer),
    'keys.create': call(connectionId.extend({ bits: keyBits, kid: z.string().max(lengths.identifier) }), keyAnswer),
    'keys.promote': call(connectionId, keyAnswer),
    'keys.discardNext': call(connectionId, keyAnswer),
    /** Copies the public key. No call returns the private key. */
    'keys.copyPublic': call(connectionId, done),
    'keys.savePublic': call(connectionId, done),

    'network.proxy': call(
      z.object({
        username: z.string().max(lengths.identifier),
        password: z.string().max(lengths.secret),
        /** The proxy that the person saw when they typed the password. */
        proxy: z.string().max(lengths.address),
      }),
      done,
    ),
    'network.route': call(proxyChoice, done),
    'network.reach': call(z.object({ online: z.boolean() }), done),
    'network.chooseAuthority': call(nothing, done),
    'network.dropAuthority': call(nothing, done),

    'account.openAdminPage': call(connectionId, done),
    /** Takes the text of the admin page. The password goes to the keychain and never comes back. */
    'account.paste': call(connectionId.extend({ text: z.string().max(lengths.paste) }), recognised),
    /** Clears the clipboard. `cleared` is false when something else was copied since: we leave that. */
    'account.clearClipboard': call(nothing, z.object({ ok: z.literal(true), cleared: z.boolean() })),
    'account.test': call(connectionId, done),
    'account.chooseFolder': call(connectionId, done),
    'account.finish': call(connectionId, done),
    'account.forget': call(connectionId, done),

    /** Checks for changes. Refused until the service allows the next check, at `next`. */
    'documents.check': call(
      nothing,
      z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), next: z.number() })]),
    ),
    'documents.details': call(documentId, answer({ details: documentDetails })),
    /** Reads a part of the list. Main tells about changes of the rows that were asked for last. */
    'documents.rows': call(rowsInput, rowsPart),
    /** Reads one row with everything about it. Main tells about its changes, too. */
    'documents.row': call(rowInput, rowNow),
    'documents.positionOf': call(positionInput, position),
    /** Reads the keys of rows, without their content, for a range that people choose. */
    'documents.keys': call(keysInput, keysPart),
    'documents.selected': call(selectionInput, selectionSummary),
    /** Saves copies of the chosen rows, withdraws or deletes them. Answers when it is recorded. */
    'documents.act': call(selectionAct, selectionActed),
    /** Saves the signed copy now, or all that are missing when `id` is null. Answers when it was tried. */
    'documents.save': call(z.object({ id: documentId.shape.id.nullable() }), done),
    /** Reads all saved copies again. Answers at once; the state says how far it is. */
    'documents.verifyCopies': call(nothing, done),
    'documents.stopVerifying': call(nothing, done),
    /** Withdraws or deletes a document without a submission, or answers for such an order that waits. */
    'documents.order': call(documentId.extend({ order: documentOrder }), done),
    'documents.personOrders': call(documentId, personOrders),
    'documents.orderForPerson': call(personOrderInput, done),
    'documents.openCopy': call(documentId.extend({ how: z.enum(['open', 'show']) }), done),
    /** Reads the report on the saved copy. `again`: checks it now. Null: it was not checked yet. */
    'documents.signatures': call(documentId.extend({ again: z.boolean() }), signatureAnswer),
    /** Reads a part of the saved copy, for its preview. `size`: of all of it. */
    'documents.readCopy': call(documentId.extend(partOfCopy), copyPart),
    /** Begins to drag the saved copy out of the window. False: checking it took so long that the drag is over. */
    'documents.dragCopy': call(documentId, answer({ started: z.boolean() })),

    /** Takes the row of the notification that a person clicked. Each click is returned once. */
    'documents.revealed': call(nothing, z.object({ entry: z.string().nullable() })),

    /** Adds files of a drop or a paste. The preload asks the system for their paths: the page does not know them. */
    'files.offer': fileCall(offeredFiles),
    'files.choose': call(nothing, offeredFiles),
    /** Takes the files that the app was opened with. Each is returned once. */
    'files.takeOpened': call(nothing, offeredFiles),
    /** Adds a file without a path, as from a mail program. Its bytes come in pieces; `last` marks the last one. */
    'files.receive': call(filePiece, answer({ offered: offeredFiles.nullable() })),
    'files.judge': call(fileIds, z.object({ verdicts: z.array(fileVerdict) })),
    /** Finds remarks that need the whole files: signatures, scripts, macros. Nobody should wait for the answer. */
    'files.remarks': call(fileIds, z.object({ found: z.array(wholeRemarks) })),
    'files.signedBefore': call(signedBeforeInput, signedBefore),
    'files.textMarks': call(fileId, textMarksAnswer),
    /** Copies the mark of a person, for the document in which that person signs. */
    'files.copyMark': call(markInput, done),
    'files.read': call(z.object({ id: z.string().max(64), ...range }), answer({ bytes: z.instanceof(Uint8Array) })),
    /** Joins PDFs of the sheet into a new file of the sheet. The files stay as they are. */
    'files.join': call(joinInput, joined),
    'files.scan': call(fileId, answer({ scan: scanResult })),
    'files.release': call(fileIds, done),

    /** Reads the whole history of a row: of the submission and of the document. */
    'evidence.history': call(evidenceOf, wholeHistory),
    'evidence.sheet': call(evidenceOf, evidenceAnswer),
    'evidence.savePage': call(z.object({ name: z.string().max(lengths.identifier) }), fileSaved),
    /** Saves rows as a table for a spreadsheet, where a dialog asks. */
    'evidence.saveList': call(selectionInput, fileSaved),
    /** Prints the page, on a printer that a dialog asks for. */
    'evidence.print': call(nothing, fileSaved),
    /** Checks the whole history of this computer. */
    'evidence.verify': call(nothing, done),
    'insight.month': call(monthInput, monthFigures),
    /** Saves how many signatures there were by month, profile and kind, where a dialog asks. */
    'insight.saveSignatures': call(nothing, fileSaved),
    'outbox.modes': call(nothing, answer({ modes: availableModes })),
    /** Whether people may choose where signatures stand. */
    'outbox.placesSignatures': call(nothing, answer({ isOn: z.boolean() })),
    /** Answers when every file is copied and in the journal, or refused. */
    'outbox.submit': call(submitInput, submitted),
    'outbox.command': call(submissionId.extend({ command: submissionCommand }), done),
    /** Sends a draft that is at the service, with these people beside those on it. `asShown`: of the details. */
    'outbox.completeDraft': call(completedDraft, answer({ submissionId: z.string() })),
    /** Changes the choices of a submission that is held or stopped before its upload. */
    'outbox.revise': call(submissionId.extend({ choices, fieldsRead, sends: z.boolean() }), done),
    /** Withdraws the document, or deletes the draft, and sends a corrected one as soon as that is confirmed. */
    'outbox.replace': call(submissionId.extend({ choices, fieldsRead }), answer({ submissionId: z.string() })),
    'outbox.choices': call(submissionId, answer(storedChoices)),
    /** Reads a part of our copy of the file, for its pages. `size`: of all of it. */
    'outbox.readCopy': call(submissionId.extend(range), copyPart),
    'outbox.deleteOrphan': call(submissionId.extend({ documentId: z.string().min(1).max(lengths.identifier) }), done),
    /** Does Undo or Send now for all submissions that count down. `count`: how many took it. */
    'outbox.commandAll': call(
      z.object({ kind: z.enum(['undo', 'send-now']) }),
      z.object({ count: z.number(), problem: problem.nullable() }),
    ),
    'outbox.pause': call(z.object({ paused: z.boolean() }), done),

    'profiles.save': call(profileInput, profileAnswer),
    'profiles.duplicate': call(profileId, profileAnswer),
    'profiles.remove': call(profileId, done),
    'profiles.export': call(profileId, profileAnswer),
    'profiles.import': call(nothing, profileImported),

    /** Asks for a folder and shows what would happen in it. Nothing is sent, and nothing in it is touched. */
    'folders.choose': call(nothing, folderAnswer),
    /** Saves a rule. `confirmed`: the person saw what would be sent, and switches the folder on. */
    'folders.save': call(folderSave, folderAnswer),
    'folders.remove': call(folderId, done),
    'folders.pause': call(folderPause, done),
    'folders.look': call(folderId, done),
    /** Accepts that another folder is at the path, because the person means it. */
    'folders.accept': call(folderId, done),
    'folders.wouldSend': call(sendingPreviewInput, sendingPreview),
    'folders.files': call(folderFilesInput, folderFiles),
    'folders.remarks': call(folderFileId, folderRemarks),
    'folders.activity': call(folderActivityInput, folderActivity),
    'folders.act': call(folderAct, done),
    'folders.show': call(folderId, done),

    /** Suggests people for the field for signees, last used first. */
    'people.suggest': call(z.object({ text: z.string().max(lengths.identifier) }), z.array(person)),
    'people.list': call(peopleInput, peoplePage),
    'people.save': call(personInput, personSaved),
    'people.merge': call(
      z.object({ keep: personAddress, others: z.array(personAddress).min(1).max(limits.filesAtOnce) }),
      done,
    ),
    'people.forget': call(z.object({ email: personAddress }), done),
    'people.import': call(nothing, peopleImport),

    /** Reads a list of documents and people, from a file that a dialog asks for. */
    'bulk.open': call(nothing, openedTable),
    /** Returns hashes of files, to recognise the same content under another name. */
    'bulk.contents': call(contentsInput, contents),
    'bulk.taken': call(takenInput, taken),
    'bulk.save': call(tableToSave, savedTable),

    /** Reads the people who can sign now, the longest waiting first. */
    'waiting.view': call(waitingInput, waitingView),
    'waiting.among': call(selectionInput, peopleOfSelection),
    /** Writes a reminder as the mail program will show it. */
    'waiting.reminder': call(reminderInput, reminderAnswer),
    /** Opens the reminder in the mail program. The text comes from main alone. */
    'waiting.remind': call(reminderInput, done),
    /** Lets the service send its invitations to these documents again, as orders. */
    'waiting.resend': call(reminderInput, invited),
    /** Saves the deadline of a document, or of all that wait, as a calendar file where a dialog asks. */
    'waiting.saveDeadlines': call(z.object({ id: documentId.shape.id.nullable() }), fileSaved),

    /** Sets the names of copies that are saved from now on. */
    'settings.copyName': call(usableCopyPattern, done),
    /** Returns the name that a copy of this document would get. */
    'settings.previewCopyName': call(patternAndName, z.object({ name: z.string() })),
    /** Switches the files that are saved beside signed copies from now on: receipts, files of unsigned documents. */
    'settings.besideCopies': call(someSettings.pick({ receipts: true, rescue: true }), done),
    /** Keeps the filters and the order of the list. */
    'settings.list': call(listChoice, done),
    'settings.undo': call(z.object({ seconds: z.number().int().min(0).max(limits.undoSeconds) }), done),
    'settings.notifications': call(notificationSettings, done),
    /** Saves settings and the profiles of the shown connection, where a dialog asks. No secret is in the file. */
    'settings.export': call(nothing, fileSaved),
    /** Asks for a file and says what would change. */
    'settings.readFile': call(nothing, settingsOffer),
    'settings.import': call(settingsImport, done),
    /** Saves a report for support, where a dialog asks. The window never sees its content. */
    'settings.supportReport': call(nothing, fileSaved),
    'settings.theme': call(z.object({ theme }), done),
    'settings.parallel': call(z.object({ calls: z.number().int().min(1).max(limits.parallelCalls) }), done),
    /** Shows the folder with the data of Countersign in the file manager. */
    'settings.showData': call(nothing, done),
    'settings.startAtLogin': call(z.object({ on: z.boolean().nullable() }), done),
    'settings.language': call(z.object({ choice: z.union([language, z.literal('system')]) }), done),

    'updates.check': call(nothing, done),
    /** Restarts into the update, now or when nothing is being sent any more. */
    'updates.install': call(nothing, done),
  },
  events: {
    'state.changed': change,
    'documents.changed': rowsChanged,
    'outbox.news': outboxNews,
    'documents.signed': signedNews,
    /** A person chose a shortcut of the window in the menu. */
    'desk.asked': z.object({ shortcut: z.enum(menuShortcuts) }),
  },
} as const;

type Calls = typeof contract.calls;
type Events = typeof contract.events;
export type CallName = keyof Calls;
export type EventName = keyof Events;
export type Input<N extends CallName> = z.infer<Calls[N]['input']>;
export type Output<N extends CallName> = z.infer<Calls[N]['output']>;
export type Payload<N extends EventName> = z.infer<Events[N]>;

/** Main's side: one function per call, with the parsed input. */
export type Handlers = { readonly [N in CallName]: (input: Input<N>) => Output<N> | Promise<Output<N>> };

/** Main's events: one source per event. */
export type Sources = {
  readonly [N in EventName]: (listener: (payload: Payload<N>) => void) => () => void;
};

/** The answer to a call. The bridge cannot carry typed errors, so they are values. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: 'forbidden' | 'bad-input' | 'failed' };

type Area<N extends string> = N extends `${infer A}.${string}` ? A : never;
type Verb<N extends string, A extends string> = N extends `${A}.${infer V}` ? V : never;

/** The page's argument. For files the preload replaces them by their paths. */
type Given<N extends CallName> = Calls[N] extends { takesFiles: true } ? { readonly files: readonly File[] } : Input<N>;

/** `window.countersign`: `state.get()`, `account.paste({…})`, `state.onChanged(listener)`. */
export type Bridge = {
  readonly [A in Area<CallName>]: {
    readonly [N in CallName as Verb<N, A>]: (
      ...input: Input<N> extends undefined ? [] : [Given<N>]
    ) => Promise<Reply<Output<N>>>;
  };
} & {
  readonly [A in Area<EventName>]: {
    readonly [N in EventName as `on${Capitalize<Verb<N, A>>}`]: (listener: (payload: Payload<N>) => void) => () => void;
  };
};

export const callNames = Object.keys(contract.calls);
export const fileCallNames = Object.entries(contract.calls).flatMap(([name, one]) => ('takesFiles' in one ? name : []));
export const eventNames = Object.keys(contract.events);
