import type { Channel } from '../../domain/kernel/channels.ts';
import type { Database } from '../engine/worker.ts';
import { emails } from './emails/channel.ts';
import type { Handed } from './handover/loop.ts';
import { handedRecipientRows } from './handover/recipient-rows.ts';
import { recipientRows } from './text/recipient-rows.ts';

/**
 * How the messages of each channel leave. Null, texts: to a carrier that can be asked for them later, from a table of
 * their own (`text/`). All others are handed over once (`handover/`), each from lanes of its own.
 */
const channels = { text: null, mail: emails } as const satisfies Record<Channel, Handed<never> | null>;

/** What they need of the composition. */
export type HandoverNeeds = Exclude<(typeof channels)[Channel], null> extends Handed<infer Needs> ? Needs : never;

export const handedChannels: readonly Handed<HandoverNeeds>[] = Object.values(channels).filter(
  (channel) => channel !== null,
);

/** The recipients of broadcasts by a channel, all at once. */
export const recipientRowsOf = (db: Database, channel: Channel) =>
  channels[channel] === null ? recipientRows(db) : handedRecipientRows(db);
