import { BroadcastAudienceFrozen } from '../../domain/broadcasts/events.ts';
import { CallReceived } from '../../domain/calls/events.ts';
import { timelineKindOf } from '../../domain/contacts/timeline.ts';
import * as coupon from '../../domain/coupons/events.ts';
import { IntegrationRecordReceived } from '../../domain/integrations/records.ts';
import { LinkClicked } from '../../domain/links/events.ts';
import * as loop from '../../domain/loops/events.ts';
import { EmailQueued, EmailSuppressed } from '../../domain/emails/events.ts';
import { MessageQueued, MessageReceived, MessageSuppressed } from '../../domain/messages/events.ts';
import { PageSubmitted, SubmissionEmailVerified } from '../../domain/submissions/events.ts';
import { VoteCast } from '../../domain/votes/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { pointerTable, timelineModel } from '../tables/timeline.ts';

const insert = perSchema((schema) => pointerTable.upsert(schema, 'p'));
/** To people of the business itself: it tells of another, and is in nobody's timeline. */
const toOwnPeople: ReadonlySet<unknown> = new Set(['owner-alert', 'test']);

const pointing: Projector = {
  ...timelineModel,
  byBusiness: true,
  handles: typesOf([
    MessageReceived,
    MessageQueued,
    MessageSuppressed,
    CallReceived,
    EmailQueued,
    EmailSuppressed,
    PageSubmitted,
    IntegrationRecordReceived,
    SubmissionEmailVerified,
    ...coupon.couponEvents,
    VoteCast,
    loop.MemberJoined,
    loop.MemberActionRecorded,
    loop.ReferralRecorded,
    loop.RewardUnlocked,
    loop.RewardClaimed,
    LinkClicked,
    BroadcastAudienceFrozen,
  ]),
  create: createAll(pointerTable),
  fold: (events, schema) => {
    const rows = pointerTable.rows();
    for (const event of events) {
      const { position, stream, type } = event;
      const kind = timelineKindOf(type);
      if (kind === null) continue;
      if (is(event, BroadcastAudienceFrozen)) {
        const { businessId, leftOut } = event.data;
        const at = event.metadata.occurredAt;
        for (const { contactId, reason } of leftOut)
          rows.merge({
            contactId,
            kind,
            position,
            businessId,
            stream: `broadcast-${event.data.broadcastId}`,
            leftOut: reason,
            at,
          });
        continue;
      }
      const { contactId, businessId, purpose } = event.data as Readonly<Record<string, string | null>>;
      if (contactId == null || businessId == null || toOwnPeople.has(purpose)) continue;
      rows.merge({ contactId, kind, position, businessId, stream, leftOut: null, at: null });
    }
    return rows.toStatements(insert(schema));
  },
};

/** Where everything stands that happened to a contact. */
export const timeline: Projector = forgetting(pointing, (schema) => [
  `delete from ${pointerTable.in(schema)} where contact_id = any($1::uuid[])`,
]);
