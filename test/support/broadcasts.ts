import { randomUUID } from 'node:crypto';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Caller } from '../../commands/kernel/caller.ts';
import { Broadcast, type ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import { BroadcastAudienceFrozen } from '../../domain/broadcasts/events.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import type { Setup } from '../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { recipientState, type Sums, sumsOf, type Word, wordOf } from '../../domain/broadcasts/report.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { Message } from '../../domain/messages/message.ts';
import { streams } from '../../domain/streams.ts';
import { context, personOf } from './callers.ts';
import { eventually } from './eventually.ts';
import type { Spine, Tenant } from './spine.ts';
import { broadcasts, texts } from './outbox.ts';

export const worksFor = (businessId: string): Caller => personOf(businessId, null);

export const nobodyExcept = {
  keywords: [],
  segmentIds: [],
  contactIds: [],
  filter: everybody,
  exceptSegmentIds: [],
  exceptKeywords: [],
  recipientsOf: null,
};

/** A text to everybody of a business, now, without a window unless one is given. Answers its id. */
export async function broadcast(
  { commands }: Spine,
  { businessId }: Pick<Tenant, 'businessId'>,
  body: string,
  setup: Partial<Setup> = {},
): Promise<BroadcastId> {
  const broadcastId = BroadcastId.parse(randomUUID());
  const caller = worksFor(businessId);
  await commands.broadcasts.create(context(caller), {
    broadcastId,
    name: 'Autumn',
    type: 'sms',
    windowHours: null,
    contents: [{ kind: 'text', body, media: [] }],
    ...setup,
  });
  await commands.broadcasts.schedule(context(caller), { broadcastId, recipients: null });
  return broadcastId;
}

export async function broadcastNow(store: EventStore, broadcastId: BroadcastId): Promise<ExistingBroadcast> {
  const state = fold(Broadcast, (await store.read(streams.broadcast(broadcastId))) as never);
  if (state.status === 'none') throw new Error('there is no such broadcast');
  return state;
}

export interface Report {
  readonly status: ExistingBroadcast['status'];
  readonly recipients: number;
  readonly leftOut: readonly { readonly contactId: string; readonly reason: string }[];
  readonly sums: Sums;
  /** The types of the events of each recipient's message. */
  readonly stories: ReadonlyMap<string, readonly string[]>;
}

/** What the log says of a broadcast, recipient by recipient. */
export async function reportOf(store: EventStore, broadcastId: BroadcastId): Promise<Report> {
  const { status, businessId } = await broadcastNow(store, broadcastId);
  const parts = (await store.read(streams.broadcastAudience(broadcastId))).filter((event) =>
    is(event, BroadcastAudienceFrozen),
  );
  const recipients = parts.flatMap(({ data }) => data.recipients);
  const stories = new Map<string, readonly string[]>();
  const words: Word[] = [];
  for (let from = 0; from < recipients.length; from += 1_000) {
    const ids = recipients.slice(from, from + 1_000);
    const names = ids.map((contactId) => streams.message(messageIdOf(businessId, broadcastId, contactId)));
    const found = await store.readMany(names);
    ids.forEach((contactId, index) => {
      const events = found.get(names[index]!) ?? [];
      stories.set(
        contactId,
        events.map(({ type }) => type),
      );
      words.push(wordOf(fold(Message, events as never)));
    });
  }
  return {
    status,
    recipients: recipients.length,
    leftOut: parts.flatMap(({ data }) => data.leftOut),
    sums: sumsOf(words.map((word) => recipientState(word, status))),
    stories,
  };
}

/** Until it has come to its end, and nothing of it is left to do. */
export async function untilOver({ store, db }: Spine, broadcastId: BroadcastId, ms = 60_000): Promise<Report> {
  await eventually(
    async () => {
      const [row] = await broadcasts.rows(db, ['phase'], { where: { id: broadcastId } });
      const open = await texts.rows(db, ['state', 'note', 'attempts'], {
        where: { broadcastId },
        not: { state: 'done' },
      });
      const how = new Set(open.map(({ state, note, attempts }) => `${state} ${note ?? ''} ${attempts}`));
      return row && { phase: row.phase, left: open.length, how: [...how] };
    },
    (row) => row !== undefined && row.phase === 'ended' && row.left === 0,
    ms,
  );
  return reportOf(store, broadcastId);
}
