/**
 * Files that people upload or the software makes. Named by their content: the same bytes are kept once, and what is
 * there never changes.
 */
export interface Storage {
  /** `limitBytes` bounds what is read; beyond it nothing is kept and `FileTooLarge` is thrown. */
  put(content: AsyncIterable<Uint8Array> | Uint8Array, limitBytes: number): Promise<StoredFile>;
  /** Null when there is no such file. `from`: the byte that is read first; `size` is that of the whole file. */
  open(
    key: string,
    options?: { readonly from?: number },
  ): Promise<{ readonly size: number; readonly content: AsyncIterable<Uint8Array> } | null>;
  delete(key: string): Promise<void>;
}

/** `key` is the SHA-256 of the content in hexadecimal, `size` in bytes. */
export interface StoredFile {
  readonly key: string;
  readonly size: number;
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** Where files are kept can't be used now. Nothing is known of the file. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
