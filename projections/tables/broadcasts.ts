import type { z } from 'zod';
import type {
  Audience,
  BroadcastStatus,
  BroadcastType,
  Content,
  PausedBy,
  RecipientState,
  Schedule,
  VariantTest,
} from '../../domain/broadcasts/fields.ts';
import type { Word } from '../../domain/broadcasts/report.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { batch, col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const broadcastModel = { name: 'broadcasts', version: 7 } as const;

export const broadcastTable = table(
  'broadcasts',
  {
    id: key('uuid'),
    position: col('bigint'),
    businessId: col('uuid', latest),
    createdAt: col('timestamptz', latest),
    createdBy: maybe('uuid', latest),
    name: col('text', latest),
    type: col('text', latest).of<BroadcastType>(),
    campaignId: maybe('uuid', latest),
    contents: col('jsonb', latest).of<readonly Content[]>(),
    test: maybe('jsonb', latest).of<z.output<typeof VariantTest>>(),
    audience: col('jsonb', latest).of<Audience>(),
    schedule: col('jsonb', latest).of<Schedule>(),
    windowHours: maybe('int', latest),
    validHours: col('int', latest),
    shortLinks: col('boolean', latest),
    fromId: maybe('uuid', latest),
    fromAs: maybe('text', latest).of<'duplicate' | 'resend' | 'occurrence' | 'skipped'>(),
    status: col('text', latest).of<BroadcastStatus>(),
    /** When it is to go out, or went. */
    startAt: maybe('timestamptz', latest),
    startedAt: maybe('timestamptz', latest),
    expiresAt: maybe('timestamptz', latest),
    /** Completed or stopped. */
    endedAt: maybe('timestamptz', latest),
    /** The last part of the audience is frozen. */
    frozen: col('boolean', latest),
    sender: maybe('text', latest),
    pausedBy: maybe('text', latest).of<PausedBy>(),
    pausedNote: maybe('text', latest),
    pausedAt: maybe('timestamptz', latest),
    approvalFor: maybe('int', latest),
    approvalLimit: maybe('int', latest),
    approvalAt: maybe('timestamptz', latest),
    /** Who asked; null: the software, since it had grown by the time it was to start. */
    approvalBy: maybe('uuid', latest),
    /** Who let it go out, or gave it back. */
    decidedBy: maybe('uuid', latest),
    approvedAt: maybe('timestamptz', latest),
    rejectedNote: maybe('text', latest),
    rejectedAt: maybe('timestamptz', latest),
    winner: maybe('smallint', latest),
    winnerHonest: maybe('boolean', latest),
    winnerAt: maybe('timestamptz', latest),
    winnerFigures: maybe('jsonb', latest).of<readonly { readonly sent: number; readonly did: number }[]>(),
    deletedAt: maybe('timestamptz', latest),
    revision: col('int'),
    search: made('text', 'lower(name)'),
  },
  { fillfactor: 70 },
);

/** Whose phone a broadcast was confirmed from. `name` and `phone`: null once they were erased. */
export const textedTable = table('texted', {
  broadcastId: key('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  name: maybe('text'),
  phone: maybe('text'),
});

/**
 * Who a broadcast is about: one row for each of its frozen audience, by the id of the text or email that they get. What
 * ends with the broadcast itself (stopped, expired) is no row's change: see `endOf` in queries.ts.
 */
export const recipientTable = table(
  'recipients',
  {
    id: key('uuid'),
    broadcastId: col('uuid'),
    businessId: col('uuid'),
    /** Who they are: another than was in the audience once they were merged. */
    contactId: col('uuid'),
    channel: col('text').of<'text' | 'mail'>(),
    /** The order of the audience. */
    place: col('int'),
    /** 0 is A; -1: gets the winner. */
    variant: col('smallint'),
    state: col('text').of<RecipientState>(),
    rank: col('smallint'),
    /** Why it waits, failed or was not sent; '': nothing to say. */
    reason: col('text'),
    errorCode: col('int'),
    /** Of the state. */
    at: col('timestamptz'),
    heldUntil: maybe('timestamptz'),
    sentAt: maybe('timestamptz'),
    /** Where in the log it was first said that it left: what a contact does after belongs to it. */
    sentPosition: maybe('bigint'),
    deliveredAt: maybe('timestamptz'),
    failedAt: maybe('timestamptz'),
    repliedAt: maybe('timestamptz'),
    optedOutAt: maybe('timestamptz'),
    /** When they first followed a link, and how many links they have followed. */
    clickedAt: maybe('timestamptz'),
    clicks: col('smallint').default('0'),
    /** Coupons redeemed that stand. */
    redeemed: col('int').default('0'),
  },
  { fillfactor: 75 },
);

/**
 * As far as a message has come: a state never moves back. Among those of `revisableRank`, where nobody knows yet, the
 * latest counts; among others the first.
 */
export const revisableRank = 2;
export const recipientRanks: Readonly<Record<Word['status'], number>> = {
  none: 0,
  queued: 1,
  held: revisableRank,
  unknown: revisableRank,
  lost: revisableRank,
  accepted: 3,
  taken: 3,
  sent: 4,
  failed: 5,
  suppressed: 5,
  delivered: 6,
  // A server may take an email and send it back later; who complains has got it.
  bounced: 7,
  complained: 8,
};

/** How many recipients of a broadcast are in which state, and why: moved by what rows said before and say now. */
export const broadcastTallyTable = table(
  'tallies',
  {
    broadcastId: key('uuid'),
    variant: key('smallint'),
    state: key('text').of<RecipientState>(),
    reason: key('text'),
    errorCode: key('int'),
    businessId: col('uuid'),
    count: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** What recipients did after they were reached. */
export const deedTable = table(
  'deeds',
  {
    broadcastId: key('uuid'),
    variant: key('smallint'),
    businessId: col('uuid'),
    replied: col('bigint', added),
    optedOut: col('bigint', added),
    redeemed: col('bigint', added),
    clicked: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** What happened within five minutes of a broadcast. */
export const momentTable = table(
  'moments',
  {
    broadcastId: key('uuid'),
    at: key('timestamptz'),
    businessId: col('uuid'),
    sent: col('bigint', added),
    delivered: col('bigint', added),
    failed: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** A coupon redeemed because of a broadcast; one that is taken back stays, and is not counted. */
export const redeemedTable = table('redeemed', {
  redemptionId: key('uuid'),
  couponId: col('uuid'),
  recipientId: col('uuid'),
  broadcastId: col('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  at: col('timestamptz'),
  undone: col('boolean').default('false'),
});

/** The audience as it was frozen, on its way in. */
export const frozenBatch = batch({
  id: key('uuid'),
  broadcastId: col('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  place: col('int'),
  variant: col('smallint'),
  state: col('text'),
  rank: col('smallint'),
  reason: col('text'),
  at: col('timestamptz'),
});
/** What is newly known of texts and emails, by their ids; most are of no broadcast. */
export const newsBatch = batch({
  id: key('uuid'),
  /** Null: not said. */
  variant: maybe('smallint'),
  state: col('text').of<RecipientState>(),
  rank: col('smallint'),
  reason: col('text'),
  errorCode: col('int'),
  at: col('timestamptz'),
  heldUntil: maybe('timestamptz'),
  sentAt: maybe('timestamptz'),
  /** It was said to be on its way, and has not left: it waits again. */
  unsent: col('boolean'),
  sentPosition: maybe('bigint'),
  deliveredAt: maybe('timestamptz'),
  failedAt: maybe('timestamptz'),
});
/** What contacts did: theirs is the last broadcast that reached them before. */
export const deedBatch = batch({
  contactId: col('uuid'),
  kind: col('text').of<'replied' | 'opted-out' | 'redeemed'>(),
  /** Null: whichever it came by. */
  channel: maybe('text').of<'text' | 'mail'>(),
  campaignId: maybe('uuid'),
  redemptionId: maybe('uuid'),
  couponId: maybe('uuid'),
  at: col('timestamptz'),
  position: col('bigint'),
});
/** Who followed a link, by the id of their text or email. */
export const clickedBatch = batch({ id: key('uuid'), clickedAt: col('timestamptz'), links: col('int') });
export const undoneBatch = batch({ redemptionId: key('uuid') });

export const broadcastIndexesAtOnce = (schema: string): string =>
  `create index recipients_of_contact on ${schema}.recipients (contact_id, sent_position desc);
  create index redeemed_of_contact on ${schema}.redeemed (contact_id)`;
/** Over time a summary of pages (BRIN) is enough: an audience lies together, and updates stay as cheap as without it. */
export const broadcastIndexes = (schema: string): string => `
  create index broadcasts_newest on ${schema}.broadcasts (business_id, position desc) where deleted_at is null;
  create index broadcasts_asked on ${schema}.broadcasts (business_id, approval_at desc) where approval_at is not null;
  create index texted_by_contact on ${schema}.texted (contact_id);
  create unique index recipients_in_order on ${schema}.recipients (broadcast_id, place);
  create index recipients_by_state on ${schema}.recipients (broadcast_id, state, place);
  create index recipients_by_reason on ${schema}.recipients (broadcast_id, reason, error_code, place)
    where reason <> '' or error_code <> 0;
  create index recipients_replied on ${schema}.recipients (broadcast_id, place) where replied_at is not null;
  create index recipients_opted_out on ${schema}.recipients (broadcast_id, place) where opted_out_at is not null;
  create index recipients_clicked on ${schema}.recipients (broadcast_id, place) include (state, business_id)
    where clicked_at is not null;
  create index recipients_redeemed on ${schema}.recipients (broadcast_id, place) where redeemed > 0;
  create index recipients_over_time on ${schema}.recipients
    using brin (sent_at, delivered_at, failed_at) with (autosummarize = on, pages_per_range = 32);
  create index redeemed_of_broadcast on ${schema}.redeemed (broadcast_id, at desc)`;
