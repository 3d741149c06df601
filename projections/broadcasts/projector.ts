import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  BroadcastApprovalRequested,
  BroadcastApproved,
  BroadcastAudienceFrozen,
  BroadcastChanged,
  BroadcastCompleted,
  BroadcastDeleted,
  BroadcastDrafted,
  BroadcastAudienceCompleted,
  broadcastEvents,
  BroadcastPaused,
  BroadcastRejected,
  BroadcastResumed,
  BroadcastScheduled,
  BroadcastStarted,
  BroadcastStopped,
  BroadcastConfirmedByText,
  BroadcastUnscheduled,
  BroadcastWinnerChosen,
} from '../../domain/broadcasts/events.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { type Stored, typesOf } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
import { namingSurvivors, survivorTable, underSurvivors } from '../engine/merges.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll, type WrittenOf } from '../engine/table.ts';
import type { Announcement, Projector, Rows } from '../engine-types.ts';
import { EngagementFold, engagementEvents } from './engagement.ts';
import { NewsFold, newsEvents, tallied } from './recipients.ts';
import {
  broadcastIndexes,
  broadcastIndexesAtOnce,
  broadcastModel,
  broadcastTable,
  broadcastTallyTable,
  deedTable,
  frozenBatch,
  momentTable,
  recipientTable,
  redeemedTable,
  textedTable,
} from '../tables/broadcasts.ts';

const insert = perSchema(
  (schema) => `
  insert into ${broadcastTable.in(schema)} (id, position, revision, ${changingNames(broadcastTable)})
    select i.id, i.position, i.revision, ${changingValues(broadcastTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${broadcastTable.in(schema)} b set revision = coalesce(i.revision, b.revision),
    ${changes(broadcastTable, 'b')}
    from ${recordsFrom} where b.id = i.id and not i.created`,
);
/** A part of the audience comes in once; the tallies grow by what is new. */
const freeze = perSchema(
  (schema) => `
  with fresh as (
    insert into ${recipientTable.in(schema)}
      (id, broadcast_id, business_id, contact_id, channel, place, variant, state, rank, reason, error_code, at)
      select f.id, f.broadcast_id, f.business_id, coalesce(m.survivor_id, f.contact_id),
          case when b.type = 'email' then 'mail' else 'text' end, f.place, f.variant, f.state, f.rank, f.reason, 0, f.at
        from ${frozenBatch.from('f')} join ${broadcastTable.in(schema)} b on b.id = f.broadcast_id
          left join ${survivorTable.in(schema)} m on m.id = f.contact_id
      on conflict (id) do nothing
      returning broadcast_id, business_id, variant, state, reason, error_code
  )
  ${tallied(schema, `select 1 as w, * from fresh`)}`,
);

const text = perSchema(
  (schema) => `
  insert into ${textedTable.in(schema)} (${textedTable.names})
    select ${textedTable.names} from ${textedTable.from('x')} on conflict (broadcast_id) do nothing`,
);

const create = createAll(
  broadcastTable,
  recipientTable,
  broadcastTallyTable,
  deedTable,
  momentTable,
  redeemedTable,
  textedTable,
);

const atFirst = {
  startAt: null,
  startedAt: null,
  expiresAt: null,
  endedAt: null,
  frozen: false,
  sender: null,
  pausedBy: null,
  pausedNote: null,
  pausedAt: null,
  approvalFor: null,
  approvalLimit: null,
  approvalAt: null,
  approvalBy: null,
  approvedAt: null,
  decidedBy: null,
  rejectedNote: null,
  rejectedAt: null,
  winner: null,
  winnerHonest: null,
  winnerAt: null,
  winnerFigures: null,
  deletedAt: null,
} as const;
const going = { pausedBy: null, pausedNote: null, pausedAt: null } as const;

const byOf = ({ metadata: { actor } }: StoredEvent): string | null => (actor.kind === 'user' ? actor.userId : null);

/** More than any part of an audience holds: its recipients, then who is left out. */
const placesAChunk = 4_096;

/** The rows that a frozen part of an audience begins. */
function frozenOf({ data, metadata }: Stored<typeof BroadcastAudienceFrozen>): WrittenOf<typeof frozenBatch>[] {
  const { broadcastId, businessId, chunk, recipients, variants, leftOut } = data;
  const of = { broadcastId, businessId, at: metadata.occurredAt };
  const first = chunk * placesAChunk;
  return [
    ...recipients.map((contactId, index) => ({
      ...of,
      id: messageIdOf(businessId, broadcastId, contactId),
      contactId,
      place: first + index,
      variant: variants?.[index] ?? 0,
      state: 'waiting' as const,
      rank: 0,
      reason: '',
    })),
    ...leftOut.map(({ contactId, reason }, index) => ({
      ...of,
      id: messageIdOf(businessId, broadcastId, contactId),
      contactId,
      place: first + recipients.length + index,
      variant: 0,
      state: 'suppressed' as const,
      rank: 5,
      reason,
    })),
  ];
}

const begin = () => ({
  records: new RecordFold(broadcastTable),
  frozen: [] as WrittenOf<typeof frozenBatch>[],
  texted: [] as WrittenOf<typeof textedTable>[],
});

const table = handlers<ReturnType<typeof begin>>((on, rest) => {
  /** What an event changes of a broadcast that is there. */
  const change = <D extends (typeof broadcastEvents)[number]>(
    definition: D,
    changeOf: (event: Stored<D>) => Change<typeof broadcastTable.columns>,
  ) => on(definition, (event, { records }) => records.say(event, event.data['broadcastId'] as string, changeOf(event)));

  on(BroadcastDrafted, (event, { records }) => {
    const { broadcastId, businessId, setup, from } = event.data;
    const made = { businessId, createdAt: event.metadata.occurredAt, createdBy: byOf(event) };
    const origin = { fromId: from?.broadcastId ?? null, fromAs: from?.as ?? null };
    const said = { ...made, ...origin, ...setup, ...atFirst, status: 'draft' as const };
    records.say(event, broadcastId, said as Change<typeof broadcastTable.columns>, { created: true });
  });
  change(BroadcastChanged, ({ data }) => data.changes as Change<typeof broadcastTable.columns>);
  change(BroadcastScheduled, ({ data: { startAt } }) => ({ status: 'scheduled', startAt }));
  change(BroadcastUnscheduled, () => ({ status: 'draft', startAt: null }));
  change(BroadcastApprovalRequested, (event) => ({
    status: 'approval',
    startAt: event.data.startAt,
    approvalFor: event.data.recipients,
    approvalLimit: event.data.limit,
    approvalAt: event.metadata.occurredAt,
    approvalBy: byOf(event),
    decidedBy: null,
    approvedAt: null,
    rejectedNote: null,
    rejectedAt: null,
  }));
  change(BroadcastApproved, (event) => ({ approvedAt: event.metadata.occurredAt, decidedBy: byOf(event) }));
  change(BroadcastRejected, (event) => ({
    status: 'draft',
    startAt: null,
    rejectedNote: event.data.note,
    rejectedAt: event.metadata.occurredAt,
    decidedBy: byOf(event),
  }));
  change(BroadcastStarted, ({ data: { sender, expiresAt }, metadata }) => ({
    status: 'running',
    startedAt: metadata.occurredAt,
    sender,
    expiresAt,
  }));
  on(BroadcastAudienceFrozen, (event, { frozen }) => void frozen.push(...frozenOf(event)));
  change(BroadcastAudienceCompleted, () => ({ frozen: true }));
  change(BroadcastWinnerChosen, ({ data, metadata }) => ({
    winner: data.variant,
    winnerHonest: data.honest,
    winnerFigures: data.figures,
    winnerAt: metadata.occurredAt,
  }));
  change(BroadcastPaused, ({ data: { by, note }, metadata }) => ({
    status: 'paused',
    pausedBy: by,
    pausedNote: note,
    pausedAt: metadata.occurredAt,
  }));
  change(BroadcastResumed, () => ({ status: 'running', ...going }));
  change(BroadcastStopped, ({ metadata }) => ({ status: 'stopped', endedAt: metadata.occurredAt }));
  change(BroadcastCompleted, ({ metadata }) => ({ status: 'completed', endedAt: metadata.occurredAt, ...going }));
  change(BroadcastDeleted, ({ metadata }) => ({ deletedAt: metadata.occurredAt }));
  on(BroadcastConfirmedByText, (event, { records, texted }) => {
    texted.push(event.data);
    records.say(event, event.data.broadcastId, {});
  });
  rest(broadcastEvents, (event, { records }) => records.say(event, event.data.broadcastId, {}));
});

const sent: Projector = {
  ...broadcastModel,
  byBusiness: true,
  handles: [...new Set([...table.types, ...typesOf([...newsEvents, ...engagementEvents])])],
  empty: {
    tallies: 'count = 0',
    deeds: '(replied, opted_out, redeemed, clicked) = (0, 0, 0, 0)',
    moments: '(sent, delivered, failed) = (0, 0, 0)',
  },
  create: (schema) => `${create(schema)};${broadcastIndexesAtOnce(schema)}`,
  index: broadcastIndexes,
  fold: (events, schema) => {
    const fold = begin();
    const [news, deeds] = [new NewsFold(), new EngagementFold()];
    for (const event of events) {
      news.add(event);
      deeds.add(event);
      table.handle(event, fold);
    }
    const { records, texted, frozen } = fold;
    return [
      ...records.into(insert(schema), update(schema)),
      ...(texted.length === 0 ? [] : [{ text: text(schema), values: textedTable.values(texted) }]),
      ...(frozen.length === 0 ? [] : [{ text: freeze(schema), values: frozenBatch.values(frozen) }]),
      ...news.statements(schema),
      ...deeds.statements(schema),
    ];
  },
  announce,
};

/** Broadcasts, everybody of their audiences with what became of it, and what it adds up to. */
export const broadcasts: Projector = forgetting(
  underSurvivors(sent, namingSurvivors(recipientTable, redeemedTable, textedTable)),
  (schema) => [`update ${textedTable.in(schema)} set name = null, phone = null where contact_id = any($1::uuid[])`],
);

/** What may change the list of those that wait for an agency. */
const ofApproval: ReadonlySet<string> = new Set([
  BroadcastApprovalRequested.type,
  BroadcastApproved.type,
  BroadcastRejected.type,
  BroadcastUnscheduled.type,
  BroadcastDeleted.type,
]);

/** One word a batch for each broadcast that changed, or whose recipients did; and for agencies that are asked. */
function announce(events: readonly StoredEvent[], answers: readonly Rows[]): readonly Announcement[] {
  const changed = new Map<string, string>();
  for (const event of events)
    if (event.type.startsWith('Broadcast'))
      changed.set(event.data['broadcastId'] as string, event.data['businessId'] as string);
  for (const row of answers.flat())
    if (typeof row['broadcast_id'] === 'string') changed.set(row['broadcast_id'], row['business_id'] as string);
  const position = (events.at(-1)?.position ?? 0n).toString();
  const agencies = new Set(
    events.flatMap(({ type, metadata: { tenant } }) =>
      ofApproval.has(type) && tenant.agencyId !== null ? [tenant.agencyId] : [],
    ),
  );
  return [
    ...[...changed].map(([broadcastId, businessId]) => ({
      businessId,
      event: { type: 'broadcast-changed', broadcastId, position } satisfies LiveAnnouncement,
    })),
    ...[...agencies].map((agencyId) => ({
      bell: `agency:${agencyId}`,
      event: { type: 'approvals-changed', position } satisfies LiveAnnouncement,
    })),
  ];
}
