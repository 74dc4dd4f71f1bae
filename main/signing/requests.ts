export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface TransferOptions extends CallOptions {
  /** Bytes moved so far, and how many there are where that is known. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

/** A file on disk as it is to be sent. It is opened once; another size or content than the one named is refused. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** In lower-case hex. Other content never reaches the service whole. */
  readonly sha256?: string;
  /** The name the service is told. */
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

/** Further parameters the service may know, such as callbacks. They never replace a field named by the caller. */
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
}

export interface OverviewQuery {
  readonly offset?: number;
  readonly limit?: number;
  /** By creation time. */
  readonly order?: 'asc' | 'desc';
  readonly documentStatus?: string;
  readonly signStatus?: string;
}

export interface Download {
  /** `documentUrl` of fresh details. */
  readonly url: string;
  readonly maxBytes: number;
  /** Awaited before more is read. What it throws ends the download as `file-unwritable`. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}
