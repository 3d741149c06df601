import type { Channel } from '../../domain/kernel/channels.ts';
import type { Database } from '../engine/worker.ts';
import { emailFeed } from './emails/channel.ts';
import type { HandoverFeed } from './handover/channel.ts';
import { handedRecipientRows } from './handover/recipient-rows.ts';
import { recipientRows } from './text/recipient-rows.ts';

/**
 * How the messages of each channel leave. Texts go to a carrier that can be asked for them later, from a table of their
 * own (`text/`); all others are handed over once (`handover/`), each in lanes of its own.
 */
export const feeds = { text: null, mail: emailFeed } as const satisfies Record<Channel, HandoverFeed | null>;

export const handedFeeds: readonly HandoverFeed[] = Object.values(feeds).filter((feed) => feed !== null);

/** The recipients of broadcasts by a channel, all at once. */
export const recipientRowsOf = (db: Database, channel: Channel) =>
  feeds[channel] === null ? recipientRows(db) : handedRecipientRows(db);
