import type { StoredEvent } from '../event-store/port.ts';

/**
 * Trees over the sealed log (RFC 6962). `events`: all events of an owner (a business, an agency without its businesses,
 * the platform). `contacts`: those on the streams of a business's contacts, small enough to be handed over whole.
 * `checkpoints`: the platform's, of all signed checkpoints.
 */
export type TreeKind = 'events' | 'contacts' | 'checkpoints';

/** A field that was sealed, as it was proven: `hash` and `salt` in base64. Salt and value are null once its person was erased. */
export interface OpenedField {
  readonly name: string;
  readonly hash: string | null;
  readonly salt: string | null;
  readonly value: unknown;
}

/** An event as the tree has it. */
export interface Entry {
  readonly event: StoredEvent;
  /** The bytes that its leaf is the hash of, as text. */
  readonly text: string;
  /** What was sealed of it; empty: nothing. */
  readonly fields: readonly OpenedField[];
}

export interface TreeProof {
  readonly size: number;
  /** The signed checkpoint of that size. */
  readonly checkpoint: string;
  /** Where each of the positions asked for is, in their order; null: that event isn't in the tree. */
  readonly indexes: readonly (number | null)[];
  /** One proof of all of them (`manyPath`). */
  readonly hashes: readonly Buffer[];
  /** Proofs one by one, in C2SP's format, of the indexes asked for. */
  proofOf(index: number): string;
}

/** The newest checkpoint of a day of all events of a business or an agency. */
export interface DailyCheckpoint {
  readonly owner: string;
  /** `2026-11-27`, UTC. */
  readonly day: string;
  readonly size: number;
  readonly note: string;
}

export interface Evidence {
  /** What people check signatures with (C2SP signed-note): name, id and public key. */
  verifierKey(): Promise<string>;
  /** Takes what the log has by now into the trees, and signs those that grew. */
  catchUp(signal?: AbortSignal): Promise<void>;
  /** The events of streams as they are stored. */
  stored(streams: readonly string[]): Promise<readonly StoredEvent[]>;
  /** The same events as the tree has them, with what of them can be opened now. */
  opened(events: readonly StoredEvent[]): Promise<readonly Entry[]>;
  /** Proves events by their positions. Null: there is no such tree, or nothing of it was signed yet. */
  prove(owner: string, kind: TreeKind, positions: readonly bigint[]): Promise<TreeProof | null>;
  /** All entries of the tree `contacts` up to a size, 48 bytes each: 16 that name the contact, 32 of the event's hash. */
  contactEntries(owner: string, size: number): Promise<Buffer>;
  /** The program that checks a packet, as JavaScript for Node. */
  verifier(): string;
  /** What an outside authority says of when it saw a text (RFC 3161); null: none is configured, or it does not answer now. */
  timestamp(text: string): Promise<Uint8Array | null>;
  /**
   * Checkpoints of that day whose owners have not been sent one of it, or of a later day. Where nothing but the last one's
   * own email was recorded since, there is none to send.
   */
  unsentCheckpoints(day: string, limit: number): Promise<readonly DailyCheckpoint[]>;
  checkpointSent(sent: Omit<DailyCheckpoint, 'note'>): Promise<void>;
  /** Any text, signed with the log's key. */
  sign(text: string): Promise<string>;
}
