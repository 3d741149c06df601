import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Audience, LeftOut, VariantTest } from '../../domain/broadcasts/fields.ts';
import type { Figure } from '../../domain/broadcasts/winner.ts';
import type { Channel } from '../../domain/kernel/channels.ts';
import type { EmailFigures } from '../../domain/emails/health.ts';
import { workerContext } from '../context.ts';
import type { Presence } from '../engine/presence.ts';
import { backstopMs, type Bell } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';

/** Somebody who is meant. `reason`: why they are not written to, as far as the read models know; null: they are. */
export interface Meant {
  readonly contactId: string;
  readonly phone: string | null;
  /** Where they say that they live; left out: the read models don't know. */
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly reason: LeftOut | null;
}

/** Who is meant by an audience, from the read models. */
export interface AudienceReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  /** How many would be written to. */
  count(businessId: string, channel: Channel, audience: Audience): Promise<number>;
  /** The same without those who got one of this channel within so many hours; null: no such window. */
  recipients(businessId: string, channel: Channel, audience: Audience, windowHours: number | null): Promise<number>;
  /** Of each variant: how many got it, and how many of them did what is compared, as it is known now. */
  figures(businessId: string, broadcastId: string, by: VariantTest['by'], variants: number): Promise<readonly Figure[]>;
  /** The next of those who were known at `position`, after `after` (null: the first); `next`: null: there are no more. */
  page(
    businessId: string,
    channel: Channel,
    audience: Audience,
    page: { readonly position: bigint; readonly after: string | null; readonly limit: number; readonly now: Date },
  ): Promise<{ readonly people: readonly Meant[]; readonly next: string | null }>;
}

/** Its recipients in the outbox of the sender, all at once. */
export interface RecipientRows {
  park(broadcastId: string): Promise<number>;
  /** Returns how many may go out now. */
  unpark(broadcastId: string, winner: number | null, now: Date): Promise<number>;
  /** Whether somebody waits for the winner of its test. */
  waits(broadcastId: string): Promise<boolean>;
  /** Those of whom nothing was said. */
  strikeOff(broadcastId: string, why: 'stopped' | 'expired'): Promise<number>;
  /** Some of the others, for `holder` to end and to `settle`. */
  takeTried(
    broadcastId: string,
    holder: string,
  ): Promise<readonly { readonly messageId: string; readonly contactId: string }[]>;
  settle(ended: readonly { readonly messageId: string; readonly note: string }[]): Promise<void>;
  /** Since when the carrier does not let its number send, and the carrier's code; null: it does. */
  blockOf(broadcastId: string): Promise<{ readonly since: Date; readonly code: number } | null>;
  isAllDone(broadcastId: string): Promise<boolean>;
}

export interface Outbox {
  readonly rows: RecipientRows;
  /** Texts or emails that this process has in its hands: nobody takes them from it. */
  readonly inHand: Map<string, Promise<void>>;
}

export interface BroadcastSettings {
  /** How long a process that has nothing to do waits before it looks again without having been woken, in ms. */
  readonly pollMs: number;
  /** How often one that goes out is looked at, in ms. */
  readonly lookMs: number;
  /** How many people one event of a frozen audience names, at most. */
  readonly partSize: number;
  /** How long one that failed by our own fault rests the first time, in ms; twice as long each time, eight times. */
  readonly restMs: number;
}
export const defaultBroadcastSettings: BroadcastSettings = {
  pollMs: backstopMs,
  lookMs: 2_000,
  partSize: 1_000,
  restMs: 1_000,
};

export interface BroadcastDependencies {
  readonly db: Database;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly audience: AudienceReader;
  /** How the emails of a business fare; left out: none is kept from sending by it. */
  readonly emailFigures?: ((businessId: string) => Promise<EmailFigures>) | undefined;
  readonly presence: Presence;
  /** Where recipients wait, by channel. */
  readonly outboxes: Readonly<Record<Channel, Outbox>>;
  readonly settings: BroadcastSettings;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when messages may be sent that could not before. */
  readonly wake: () => void;
}

/** What there is to do for a broadcast, as the feed left it. */
export interface Task {
  readonly broadcastId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly phase: 'scheduled' | 'freezing' | 'sending' | 'stopping';
  readonly paused: boolean;
  readonly dueAt: Date;
  readonly position: bigint | null;
  readonly startedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly chunk: number;
  readonly cursor: string | null;
  readonly winner: number | null;
  /** From its start on; until then there is nothing in either outbox. */
  readonly channel: Channel;
  readonly delivered: number;
  readonly failed: number;
  readonly filtered: number;
  readonly complained: number;
}

/** How long a broadcast stays a process's own without a word from it. */
export const holdMs = 30_000;

/** Keeps it for longer. */
export const keep = ({ db, clock }: Pick<BroadcastDependencies, 'db' | 'clock'>, { broadcastId }: Task) =>
  sql`update ops.broadcasts set held_until = ${new Date(clock.now().getTime() + holdMs)}::timestamptz
    where broadcast_id = ${broadcastId}::uuid`.execute(db);

/** The context of a command about a broadcast; `cause` names what it is for. */
export const contextOf = (task: Task, purpose: string, ...cause: string[]): CommandContext =>
  workerContext('broadcasts', task, purpose, [task.broadcastId, ...cause], {
    correlationId: task.broadcastId,
    causationId: null,
  });
