import type { FileHandle } from 'node:fs/promises';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** `asked`: a person wants to know it now, whatever the service said about waiting. */
export interface LookOptions extends CallOptions {
  readonly asked?: boolean;
}

/** A request that cannot be taken back once the service has it. */
export interface FinalOptions extends CallOptions {
  readonly isWanted?: () => boolean;
}

export interface TransferOptions extends CallOptions {
  /** Reports the bytes moved so far, and the total when it is known. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

/** A file to send. If the file on disk has another size or hash, sending fails. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** The hash in lower-case hex. Without it, the content is not checked. */
  readonly sha256?: string;
  /** Opens it where its path may lead elsewhere by now. */
  readonly open?: () => Promise<FileHandle>;
  /** The file name that the service sees. */
  readonly name: string;
  readonly type: string;
}

export interface UploadFields {
  readonly initiatorAliasName: string;
  readonly comment?: string;
  readonly sendMail?: 'all' | 'others' | 'none';
  readonly signatureMode?: 'timestamp' | 'advanced' | 'qualified';
  readonly jurisdiction?: 'zertes' | 'eidas';
  readonly scanPredefined?: boolean;
}

/** The further parameters that the service may know, such as callbacks. They never replace a named field. */
export type ExtraParameters = Readonly<Record<string, unknown>>;

export interface Upload {
  readonly file: LocalFile;
  readonly fields: UploadFields;
  readonly extra?: ExtraParameters;
}

export interface DocumentChanges {
  readonly initiatorAliasName: string;
  readonly comment: string;
  readonly extra?: ExtraParameters;
}

export interface SigneeInput {
  readonly email: string;
  readonly comment?: string;
  readonly signOrder?: number;
  readonly autographPosition?: {
    readonly pageNumber: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

export interface SigneeChanges {
  readonly email?: string;
  readonly language?: string;
}

/** A person in copy. */
export interface ObserverInput {
  readonly email: string;
  readonly comment?: string;
  readonly isAdmin?: boolean;
  readonly language?: string;
}

export interface OverviewQuery {
  readonly offset?: number;
  readonly limit?: number;
  readonly filterDocumentStatus?: 'in-progress';
}

export interface Download {
  /** The `documentUrl` of details read just before: the address expires. */
  readonly url: string;
  readonly maxBytes: number;
  /** Writes a chunk before the next one is read. An exception ends the download as `file-unwritable`. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}
