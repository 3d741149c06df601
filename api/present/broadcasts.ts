import type { Audience, Content } from '../../domain/broadcasts/fields.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import type { ApprovalView, BroadcastView, RecipientView } from '../../projections/broadcasts/queries.ts';
import type {
  Approval,
  Broadcast,
  BroadcastAudience,
  BroadcastContent,
  BroadcastRow,
  Recipient,
} from '../contract/broadcasts.ts';

const presentContent = (content: Content): BroadcastContent =>
  content.kind === 'text' ?
    {
      kind: 'text',
      body: content.body,
      media: content.media.map(({ url, contentType }) => ({ url, content_type: contentType })),
    }
  : { kind: 'mail', subject: content.subject, preheader: content.preheader, design_id: content.designId };

const presentAudience = (audience: Audience): BroadcastAudience => ({
  keywords: audience.keywords,
  segment_ids: audience.segmentIds,
  contact_ids: audience.contactIds,
  filter: audience.filter,
  except_segment_ids: audience.exceptSegmentIds,
  except_keywords: audience.exceptKeywords,
  recipients_of:
    audience.recipientsOf === null ?
      null
    : {
        broadcast_id: audience.recipientsOf.broadcastId,
        ends: audience.recipientsOf.ends,
        reasons: audience.recipientsOf.reasons,
      },
});

const comes: ReadonlySet<string> = new Set(['scheduled', 'approval']);

export function presentBroadcastRow(view: BroadcastView): BroadcastRow {
  const { deeds, contents, status } = view;
  const [first] = contents;
  return {
    id: view.id,
    name: view.name,
    type: view.type,
    status,
    campaign_id: view.campaignId,
    campaign_name: view.campaignName,
    variants: contents.length,
    says:
      first === undefined ? null
      : first.kind === 'text' ? first.body
      : first.subject,
    recurring: view.schedule.kind === 'recurring',
    next_at: comes.has(status) ? view.startAt : null,
    started_at: view.startedAt,
    ended_at: view.endedAt,
    created_at: view.createdAt,
    counts: view.counts,
    clicked: deeds.clicked,
    replied: deeds.replied,
    opted_out: deeds.optedOut,
    redeemed: deeds.redeemed,
  };
}

export const presentBroadcast = (view: BroadcastView): Broadcast => ({
  ...presentBroadcastRow(view),
  contents: view.contents.map(presentContent),
  test: view.test,
  audience: presentAudience(view.audience),
  schedule: view.schedule,
  window_hours: view.windowHours,
  valid_hours: view.validHours,
  short_links: view.shortLinks,
  from: view.fromId === null || view.fromAs === null ? null : { id: view.fromId, as: view.fromAs },
  texted: view.texterId === null ? null : { contact_id: view.texterId, name: view.texterName, phone: view.texterPhone },
  frozen: view.frozen,
  sender: view.sender,
  expires_at: view.expiresAt,
  paused:
    view.pausedBy === null ?
      null
    : { by: view.pausedBy, note: view.pausedNote ?? '', at: view.pausedAt ?? view.createdAt },
  approval:
    view.approvalAt === null ?
      null
    : {
        recipients: view.approvalFor ?? 0,
        limit: view.approvalLimit ?? 0,
        asked_at: view.approvalAt,
        approved_at: view.approvedAt,
        rejected_at: view.rejectedAt,
        note: view.rejectedNote,
      },
  winner:
    view.winner === null || view.winnerAt === null ?
      null
    : {
        variant: view.winner,
        honest: view.winnerHonest ?? false,
        at: view.winnerAt,
        figures: [...(view.winnerFigures ?? [])],
      },
  revision: view.revision,
});

export const presentRecipient = (view: RecipientView): Recipient => ({
  contact_id: view.contactId,
  first_name: view.firstName === '' ? null : view.firstName,
  last_name: view.lastName === '' ? null : view.lastName,
  phone: view.phone,
  email: view.email === '' ? null : view.email,
  variant: view.variant,
  state: view.state,
  reason: view.reason === '' ? null : view.reason,
  error_code: view.errorCode === 0 ? null : view.errorCode,
  at: view.at,
  held_until: view.heldUntil,
  sent_at: view.sentAt,
  delivered_at: view.deliveredAt,
  replied_at: view.repliedAt,
  opted_out_at: view.optedOutAt,
  redeemed: view.redeemed,
});

/** What people said of a setup, in the words of the domain; what was left out stays out. */
export function setupOf(given: {
  readonly contents?: readonly BroadcastContent[] | undefined;
  readonly audience?: BroadcastAudience | undefined;
  readonly campaign_id?: string | null | undefined;
  readonly window_hours?: number | null | undefined;
  readonly valid_hours?: number | undefined;
  readonly short_links?: boolean | undefined;
}) {
  const { contents, audience, campaign_id, window_hours, valid_hours, short_links } = given;
  return {
    ...(contents === undefined ? {} : { contents: contents.map(contentOf) }),
    ...(audience === undefined ? {} : { audience: audienceOf(audience) }),
    ...(campaign_id === undefined ? {} : { campaignId: campaign_id }),
    ...(window_hours === undefined ? {} : { windowHours: window_hours }),
    ...(valid_hours === undefined ? {} : { validHours: valid_hours }),
    ...(short_links === undefined ? {} : { shortLinks: short_links }),
  };
}
export const contentOf = (content: BroadcastContent) =>
  content.kind === 'text' ?
    {
      kind: 'text' as const,
      body: content.body,
      media: content.media.map(({ url, content_type }) => ({ url, contentType: content_type })),
    }
  : { kind: 'mail' as const, subject: content.subject, preheader: content.preheader, designId: content.design_id };
export const audienceOf = (audience: BroadcastAudience): Audience => ({
  keywords: audience.keywords,
  segmentIds: audience.segment_ids,
  contactIds: audience.contact_ids,
  filter: audience.filter,
  exceptSegmentIds: audience.except_segment_ids,
  exceptKeywords: audience.except_keywords,
  recipientsOf:
    audience.recipients_of === null ?
      null
    : {
        broadcastId: BroadcastId.parse(audience.recipients_of.broadcast_id),
        ends: audience.recipients_of.ends,
        reasons: audience.recipients_of.reasons,
      },
});

const approvalState = (view: ApprovalView): Approval['state'] =>
  view.status === 'approval' ? 'waiting'
  : view.approvedAt !== null ? 'approved'
  : view.rejectedAt !== null ? 'rejected'
  : 'withdrawn';

export const presentApproval = (view: ApprovalView): Approval => ({
  id: view.id,
  name: view.name,
  business_id: view.businessId,
  business_name: view.businessName,
  type: view.type,
  contents: view.contents.map(presentContent),
  start_at: view.startAt,
  recipients: view.approvalFor ?? 0,
  limit: view.approvalLimit ?? 0,
  asked_at: view.approvalAt ?? view.createdAt,
  asked_by: view.askedBy,
  state: approvalState(view),
  decided_at: view.approvedAt ?? view.rejectedAt,
  decided_by: view.decidedByName,
  note: view.rejectedNote,
  revision: view.revision,
});
