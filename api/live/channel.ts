import type { Logger } from 'pino';
import { type Bus, subjects } from '../../adapters/bus/port.ts';
import { causeOf, type TracedEvent, type Tracing } from '../../adapters/tracing/port.ts';
import type { LiveAnnouncement } from '../../projections/announcements.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import type { LiveEvent } from '../contract/live.ts';
import type { Connection } from './connection.ts';

/** More than this is not replayed one by one: the client reads everything again. */
export const replayLimit = 200;
const takeAtOnce = 1_000;

/** The people of one business who look at a screen now. Lives as long as the first of them opens and the last one closes. */
export class BusinessChannel {
  readonly businessId: string;
  readonly connections = new Set<Connection>();
  readonly #readModels: ReadModels;
  readonly #log: Logger;
  readonly #tracing: Tracing;
  readonly #onFrames: (count: number) => void;
  readonly #onBell: (connections: Iterable<Connection>, position: string) => void;
  readonly #stopListening: () => void;
  #queue: LiveAnnouncement[] = [];
  #flushing = false;
  /** The newest message that was told; repeats by the bus lie at or below it. */
  #told = 0n;
  #unread = 0;
  #present: string | null = null;
  #closed = false;

  constructor({
    businessId,
    bus,
    readModels,
    log,
    tracing,
    onFrames,
    onBell,
  }: {
    businessId: string;
    bus: Bus;
    readModels: ReadModels;
    log: Logger;
    tracing: Tracing;
    onFrames: (count: number) => void;
    onBell: (connections: Iterable<Connection>, position: string) => void;
  }) {
    this.businessId = businessId;
    this.#readModels = readModels;
    this.#log = log;
    this.#tracing = tracing;
    this.#onFrames = onFrames;
    this.#onBell = onBell;
    this.#stopListening = bus.subscribe(subjects.live(businessId), (message) =>
      this.#hear(message as LiveAnnouncement),
    );
  }

  /** Where the read models are now: whoever joins reads everything up to here with ordinary calls. */
  async start(): Promise<void> {
    const newest = (filter: 'all' | 'closed') =>
      this.#readModels.conversations(this.businessId, { filter, search: null, page: 1, perPage: 1 });
    for (const { data } of await Promise.all([newest('all'), newest('closed')])) {
      const position = BigInt(data[0]?.position ?? '0');
      if (position > this.#told) this.#told = position;
    }
  }

  /** Whose people are the team: the business and its agency. */
  get tenants(): readonly string[] {
    const agencies = new Set([...this.connections].flatMap(({ session: { agencyId } }) => agencyId ?? []));
    return [this.businessId, ...agencies];
  }

  /** Who is at the product, in words of any kind: where they are others than the last, the team is told. */
  tellPresent(present: string): void {
    if (this.#closed || present === this.#present) return;
    this.#present = present;
    this.#broadcast(frame({ type: 'team-changed', position: this.position }), null);
  }

  get position(): string {
    return String(this.#told);
  }

  unread(): Promise<number> {
    return this.#readModels.unread(this.businessId);
  }

  /** What a client has missed since a position, oldest first; null: too much. */
  async missed(after: bigint): Promise<{ frames: string[]; upTo: bigint } | null> {
    const rows = await this.#readModels.receivedSince(this.businessId, String(after), replayLimit + 1);
    if (rows.length > replayLimit) return null;
    if (rows.length === 0) return { frames: [], upTo: after };
    const unread = await this.#readModels.unread(this.businessId);
    return {
      frames: rows.map((row) =>
        frame({
          type: 'new-message',
          contact_id: row.contactId,
          message_id: row.messageId,
          unread,
          position: row.position,
        }),
      ),
      upTo: BigInt(rows[rows.length - 1]!.position),
    };
  }

  /** The bus may have lost the newest: asks the read models for what was not heard of. */
  async fillGap(): Promise<void> {
    if (this.#flushing || this.#closed) return;
    await this.#alone(async () => {
      const rows = await this.#readModels.receivedSince(this.businessId, String(this.#told), replayLimit + 1);
      if (rows.length > replayLimit) return this.#startOver();
      if (rows.length === 0) return;
      await this.#count();
      this.#tell(
        rows.map((row) => ({
          type: 'new-message',
          contactId: row.contactId,
          messageId: row.messageId,
          position: row.position,
        })),
      );
    });
  }

  /** The bus was away, and nobody knows what it lost: everybody reads everything again. */
  async resync(): Promise<void> {
    await this.#alone(() => this.#startOver());
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#queue = [];
  }

  #hear(announcement: LiveAnnouncement): void {
    if (this.#closed) return;
    if (announcement.type === 'notification') return this.#onBell(this.connections, announcement.position);
    // The usual case: the projector knew the count, nothing waits before it.
    if (!this.#flushing && !needsCount(announcement)) return this.#tell([announcement]);
    this.#queue.push(announcement);
    if (!this.#flushing) void this.#flush();
  }

  /** Everything that arrived while the last count was being asked for shares the next one: a burst costs few counts. */
  async #flush(): Promise<void> {
    await this.#alone(async () => {});
  }

  /** What is heard meanwhile waits its turn, so that nothing is told out of order. */
  async #alone(work: () => Promise<void>): Promise<void> {
    this.#flushing = true;
    try {
      await work();
    } finally {
      while (this.#queue.length > 0 && !this.#closed) {
        const batch = this.#queue.splice(0, takeAtOnce);
        if (batch.some(needsCount)) await this.#count();
        this.#tell(batch);
      }
      this.#flushing = false;
    }
  }

  async #startOver(): Promise<void> {
    await this.start();
    this.#broadcast(frame({ type: 'resync', position: this.position }), null);
  }

  async #count(): Promise<void> {
    try {
      this.#unread = await this.#readModels.unread(this.businessId);
    } catch (error) {
      // The message itself matters more than its count: the last known one goes along.
      this.#log.warn({ err: error }, 'The unread count could not be read.');
    }
  }

  #tell(batch: readonly LiveAnnouncement[]): void {
    for (const one of batch) {
      const began = performance.now();
      if ('unread' in one && one.unread !== undefined) this.#unread = one.unread;
      switch (one.type) {
        case 'new-message': {
          const position = BigInt(one.position);
          if (position <= this.#told) continue;
          this.#told = position;
          this.#broadcast(
            frame({
              type: 'new-message',
              contact_id: one.contactId,
              message_id: one.messageId,
              unread: this.#unread,
              position: one.position,
            }),
            position,
          );
          break;
        }
        case 'message-changed':
          this.#broadcast(
            frame({
              type: 'message-changed',
              contact_id: one.contactId,
              message_id: one.messageId,
              status: one.status,
              position: one.position,
            }),
            null,
          );
          break;
        case 'conversation-changed':
          this.#broadcast(
            frame({
              type: 'conversation-changed',
              contact_id: one.contactId,
              unread: this.#unread,
              position: one.position,
            }),
            null,
          );
          break;
        case 'writing':
          this.#broadcast(
            frame({
              type: 'writing',
              contact_id: one.contactId,
              user_id: one.userId,
              name: one.name,
              writing: one.writing,
              position: this.position,
            }),
            null,
          );
          break;
        case 'team-changed':
          this.#broadcast(frame({ type: 'team-changed', position: one.position }), null);
          break;
        case 'call-changed': {
          const { contactId: contact_id, callId: call_id, position } = one;
          this.#broadcast(frame({ type: 'call-changed', contact_id, call_id, position }), null);
          break;
        }
        case 'broadcast-changed':
          this.#broadcast(
            frame({ type: 'broadcast-changed', broadcast_id: one.broadcastId, position: one.position }),
            null,
          );
          break;
        case 'automation-changed':
          this.#broadcast(
            frame({
              type: 'automation-changed' as const,
              what: one.what,
              automation_id: one.automationId,
              position: one.position,
            }),
            null,
          );
          break;
        case 'contacts-changed':
          this.#broadcast(frame({ type: 'contacts-changed', what: one.what, position: one.position }), null);
          break;
        case 'upload-changed':
          this.#broadcast(frame({ type: 'upload-changed', upload_id: one.uploadId, position: one.position }), null);
          break;
        default:
      }
      const cause = causeOf(one);
      if (cause !== null && this.connections.size > 0) this.#note(one.type, cause, began);
    }
  }

  #note(type: LiveAnnouncement['type'], cause: TracedEvent, began: number): void {
    const attributes = { 'business.id': this.businessId, sockets: this.connections.size };
    this.#tracing.worked(`push ${type}`, attributes, [cause], began);
  }

  #broadcast(text: string, received: bigint | null): void {
    for (const connection of this.connections) connection.push(text, received);
    this.#onFrames(this.connections.size);
  }
}

export const frame = (event: LiveEvent): string => JSON.stringify(event);

const needsCount = (one: LiveAnnouncement): boolean =>
  (one.type === 'new-message' || one.type === 'conversation-changed') && one.unread === undefined;
