import type { KeyObject } from 'node:crypto';

/** Secrets, encrypted at rest with the key of the installation (`SECRET_KEY`). They never enter the event log. */
export interface Vault {
  put(ref: string, secret: string): Promise<void>;
  /** Puts where there is nothing yet. Returns what is there afterwards: of several callers at once all get the same. */
  putIfAbsent(ref: string, secret: string): Promise<string>;
  get(ref: string): Promise<string | null>;
  delete(ref: string): Promise<void>;
  /** Encrypts text for a place outside the vault. It only opens with the same `context`, which says what it is and whose. */
  seal(context: string, text: string): Buffer;
  /** Throws `SealBroken`. */
  unseal(context: string, sealed: Buffer): string;
  /** A keyed hash: tells whether two texts are the same to whoever has the key of the installation, and nobody anything else. */
  fingerprint(text: string): string;
}

/** The keys that personal data in events is encrypted with, one per person ("subject"): 256 bits, prepared for use. */
export interface SubjectKeys {
  /** The keys of these subjects, made where there is none. A destroyed key stays destroyed: null. Cached. */
  forWriting(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | null>>;
  /** The keys of these subjects; null where there is none or it was destroyed. One query for all that are not cached. */
  forReading(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | null>>;
  /** Erases: what was encrypted with it can never be read again. */
  destroy(subject: string): Promise<void>;
}
