import { z } from 'zod';
import * as agencies from '../agencies/events.ts';
import * as apiKeys from '../api-keys/events.ts';
import * as automations from '../automations/events.ts';
import * as runs from '../automations/runs/run-events.ts';
import * as bills from '../bills/events.ts';
import * as billingContacts from '../bills/contact.ts';
import * as blocklists from '../blocklists/events.ts';
import * as broadcasts from '../broadcasts/events.ts';
import * as bulk from '../bulk/events.ts';
import * as businesses from '../businesses/events.ts';
import * as calls from '../calls/events.ts';
import * as campaigns from '../campaigns/events.ts';
import type { EventName } from '../catalogue.ts';
import * as erasures from '../contacts/erasure-events.ts';
import * as contacts from '../contacts/events.ts';
import * as merges from '../contacts/merge-events.ts';
import * as coupons from '../coupons/events.ts';
import * as customFields from '../custom-fields/events.ts';
import * as duplicates from '../duplicates/events.ts';
import * as emailTemplates from '../email-templates/events.ts';
import * as emails from '../emails/events.ts';
import * as checkpointEmails from '../evidence/checkpoint-emails.ts';
import * as exports from '../exports/events.ts';
import * as reportExports from '../exports/report-events.ts';
import * as help from '../help/events.ts';
import * as integrations from '../integrations/events.ts';
import * as integrationList from '../integrations/integration-list.ts';
import * as integrationRecords from '../integrations/records.ts';
import * as invoices from '../invoices/events.ts';
import type { EventData, EventDefinition } from '../kernel/event.ts';
import { isPersonal } from '../kernel/personal.ts';
import * as limits from '../limits/events.ts';
import * as links from '../links/events.ts';
import * as livechat from '../livechat/events.ts';
import * as chatTeams from '../livechat/team/events.ts';
import * as loops from '../loops/events.ts';
import * as messages from '../messages/events.ts';
import * as notifications from '../notifications/events.ts';
import * as orderPages from '../orders/page-events.ts';
import * as orders from '../orders/events.ts';
import * as traffic from '../page-analytics/events.ts';
import * as pages from '../pages/events.ts';
import * as payments from '../payments/events.ts';
import * as plans from '../plans/events.ts';
import * as planPrices from '../plans/prices.ts';
import * as proofs from '../proofs/events.ts';
import * as providers from '../providers/events.ts';
import * as rates from '../rates/events.ts';
import * as a2p from '../registrations/a2p/events.ts';
import * as cases from '../registrations/case-events.ts';
import * as registrationPolicy from '../registrations/policy.ts';
import * as tollfree from '../registrations/tollfree/events.ts';
import * as reportViews from '../reports/views/events.ts';
import * as segments from '../segments/events.ts';
import * as snippets from '../snippets/events.ts';
import * as statements from '../statements/events.ts';
import * as submissions from '../submissions/events.ts';
import * as subscriptions from '../subscriptions/events.ts';
import * as team from '../team/events.ts';
import * as texted from '../texted-broadcasts/events.ts';
import * as tills from '../tills/events.ts';
import * as uploads from '../uploads/events.ts';
import * as users from '../users/events.ts';
import * as votes from '../votes/events.ts';
import * as wallets from '../wallets/events.ts';
import * as whitelabels from '../whitelabels/events.ts';
import * as webhooks from '../webhooks/events.ts';
import { type PayloadVersion, payloadVersions, type PublishedName } from '../webhooks/fields.ts';

/** What is called otherwise outside than in the log. */
const renamed: Readonly<Record<string, string>> = { mailId: 'email_id', runId: 'enrollment_id', number: 'link_number' };
const nameOf = (field: string): string =>
  renamed[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export interface Publication {
  /** As Standard Webhooks has it: words with dots between, `contact.opted_in`. */
  readonly name: PublishedName;
  /** When it is sent. */
  readonly summary: string;
  /** The shape of its data, made from the event's own schema. What is personal may be null: the person was erased. */
  schema(version: PayloadVersion): z.ZodObject;
  data(event: EventData, version: PayloadVersion): Readonly<Record<string, unknown>>;
}

/** For each version that changed it the fields of the event that are sent. A version that says nothing is as the one before. */
type Fields<Field> = Partial<Record<PayloadVersion, readonly Field[]>> &
  Record<(typeof payloadVersions)[0], readonly Field[]>;

/** An event that is sent: under which name, when, and which of its fields. */
export function published<S extends z.ZodObject>(
  name: PublishedName,
  definition: EventDefinition<string, S>,
  summary: string,
  fields: Fields<keyof z.output<S> & string>,
): Publication {
  const fieldsAt = (version: PayloadVersion): readonly string[] => {
    const known: readonly PayloadVersion[] = payloadVersions.slice(0, payloadVersions.indexOf(version) + 1);
    return known.map((one) => fields[one]).findLast((one) => one !== undefined) ?? [];
  };
  return {
    name,
    summary,
    schema: (version) =>
      z.object(
        Object.fromEntries(
          fieldsAt(version).map((field) => {
            const schema = definition.schema.shape[field] as z.ZodType;
            return [nameOf(field), isPersonal(schema) ? schema.nullable() : schema];
          }),
        ),
      ),
    data: (event, version) =>
      Object.fromEntries(fieldsAt(version).map((field) => [nameOf(field), event[field] ?? null])),
  };
}

const first = <Field extends string>(...fields: readonly Field[]): { '2026-11-27': readonly Field[] } => ({
  '2026-11-27': fields,
});

const details = ['email', 'birthday', 'anniversary', 'companyName', 'website', 'state', 'zip', 'custom'] as const;
const coupon = ['couponId', 'campaignId', 'contactId'] as const;

/** What is sent to programs, by the event that says it. */
export const publications = {
  ContactDiscovered: published(
    'contact.created',
    contacts.ContactDiscovered,
    'A person wrote, called or was added for the first time.',
    first('contactId', 'phone', 'email', 'via'),
  ),
  ContactImported: published(
    'contact.imported',
    contacts.ContactImported,
    'A row of an imported file created or changed a contact.',
    first('contactId', 'uploadId', 'phone', 'firstName', 'lastName', 'tags', ...details),
  ),
  ContactNameChanged: published(
    'contact.name_changed',
    contacts.ContactNameChanged,
    'A contact has another name.',
    first('contactId', 'firstName', 'lastName'),
  ),
  ContactDetailsChanged: published(
    'contact.details_changed',
    contacts.ContactDetailsChanged,
    'What is known of a contact changed. Fields that stayed are null.',
    first('contactId', ...details),
  ),
  ContactTagged: published(
    'contact.tagged',
    contacts.ContactTagged,
    'A contact has other tags: all of them.',
    first('contactId', 'tags'),
  ),
  ContactOptedIn: published(
    'contact.opted_in',
    contacts.ContactOptedIn,
    'A contact agreed to texts.',
    first('contactId', 'phone', 'keyword', 'campaignId', 'source'),
  ),
  ContactOptedOut: published(
    'contact.opted_out',
    contacts.ContactOptedOut,
    'A contact opted out of texts.',
    first('contactId', 'via'),
  ),
  ContactSubscribedToEmail: published(
    'contact.email_opted_in',
    contacts.ContactSubscribedToEmail,
    'A contact agreed to emails.',
    first('contactId', 'email', 'campaignId', 'source'),
  ),
  ContactUnsubscribedFromEmail: published(
    'contact.email_opted_out',
    contacts.ContactUnsubscribedFromEmail,
    'A contact unsubscribed from emails.',
    first('contactId', 'via'),
  ),
  ContactJoinedCampaign: published(
    'contact.joined_campaign',
    contacts.ContactJoinedCampaign,
    'A contact joined a campaign.',
    first('contactId', 'campaignId', 'keyword', 'via'),
  ),
  ContactLeftCampaign: published(
    'contact.left_campaign',
    contacts.ContactLeftCampaign,
    'A contact was taken out of a campaign.',
    first('contactId', 'campaignId', 'via'),
  ),
  ContactMarkedUnreachable: published(
    'contact.unreachable',
    contacts.ContactMarkedUnreachable,
    'The carrier says that no text can reach a contact.',
    first('contactId', 'errorCode'),
  ),
  ContactMergedInto: published(
    'contact.merged',
    merges.ContactMergedInto,
    'A contact became part of another: use that one’s ID from now on.',
    first('contactId', 'intoId'),
  ),
  ContactErased: published(
    'contact.erased',
    erasures.ContactErased,
    'A contact was erased. Delete what you keep about them.',
    first('contactId'),
  ),
  MessageReceived: published(
    'message.received',
    messages.MessageReceived,
    'A contact sent a text.',
    first('messageId', 'contactId', 'from', 'to', 'body', 'pictures'),
  ),
  MessageSent: published(
    'message.sent',
    messages.MessageSent,
    'The carrier sent a text.',
    first('messageId', 'contactId'),
  ),
  MessageDelivered: published(
    'message.delivered',
    messages.MessageDelivered,
    'A text was delivered.',
    first('messageId', 'contactId'),
  ),
  MessageFailed: published(
    'message.failed',
    messages.MessageFailed,
    'A text failed.',
    first('messageId', 'contactId', 'errorCode', 'reason'),
  ),
  MessageSuppressed: published(
    'message.skipped',
    messages.MessageSuppressed,
    'A text was not sent, with the reason.',
    first('messageId', 'contactId', 'reason'),
  ),
  EmailDelivered: published(
    'email.delivered',
    emails.EmailDelivered,
    'An email was delivered.',
    first('mailId', 'contactId', 'at'),
  ),
  EmailBounced: published(
    'email.bounced',
    emails.EmailBounced,
    'An email bounced.',
    first('mailId', 'contactId', 'kind', 'reason', 'at'),
  ),
  EmailComplained: published(
    'email.complained',
    emails.EmailComplained,
    'A contact reported an email as spam.',
    first('mailId', 'contactId', 'at'),
  ),
  EmailFailed: published(
    'email.failed',
    emails.EmailFailed,
    'An email failed.',
    first('mailId', 'contactId', 'reason'),
  ),
  LinkClicked: published(
    'link.clicked',
    links.LinkClicked,
    'A contact followed a short link for the first time.',
    first('number', 'contactId', 'clickedAt'),
  ),
  CouponIssued: published(
    'coupon.issued',
    coupons.CouponIssued,
    'A contact got a coupon.',
    first(...coupon, 'code', 'expiresAt', 'because'),
  ),
  CouponRedeemed: published(
    'coupon.redeemed',
    coupons.CouponRedeemed,
    'A coupon was redeemed.',
    first(...coupon, 'redemptionId', 'at'),
  ),
  CouponRedemptionUndone: published(
    'coupon.redemption_undone',
    coupons.CouponRedemptionUndone,
    'A redemption was undone.',
    first(...coupon, 'redemptionId'),
  ),
  CouponRevoked: published('coupon.revoked', coupons.CouponRevoked, 'A coupon was revoked.', first(...coupon)),
  PageSubmitted: published(
    'form.submitted',
    submissions.PageSubmitted,
    'Someone submitted a page or popup.',
    first('submissionId', 'campaignId', 'contactId', 'name', 'phone', ...details),
  ),
  VoteCast: published(
    'vote.cast',
    votes.VoteCast,
    'A contact voted.',
    first('ballotId', 'campaignId', 'contactId', 'choices', 'via'),
  ),
  RewardUnlocked: published(
    'reward.unlocked',
    loops.RewardUnlocked,
    'A member of a loop unlocked a reward.',
    first('memberId', 'campaignId', 'contactId', 'rewardId', 'title', 'points'),
  ),
  ConversationAssigned: published(
    'conversation.assigned',
    livechat.ConversationAssigned,
    'A conversation has another assignee.',
    first('contactId', 'assigneeId'),
  ),
  ConversationClosed: published(
    'conversation.closed',
    livechat.ConversationClosed,
    'A conversation was closed.',
    first('contactId', 'userId'),
  ),
  CallReceived: published(
    'call.received',
    calls.CallReceived,
    'Someone called a number of the business.',
    first('callId', 'contactId', 'from', 'to', 'receivedAt'),
  ),
  CallMissed: published(
    'call.missed',
    calls.CallMissed,
    'A call was missed.',
    first('callId', 'contactId', 'reason', 'missedAt'),
  ),
  AutomationRunStarted: published(
    'automation.enrolled',
    runs.AutomationRunStarted,
    'A contact was enrolled in an automation.',
    first('runId', 'automationId', 'contactId', 'at'),
  ),
  AutomationRunEnded: published(
    'automation.ended',
    runs.AutomationRunEnded,
    'A contact’s enrollment ended.',
    first('runId', 'automationId', 'contactId', 'at', 'reason'),
  ),
} satisfies Partial<Record<EventName, Publication>>;

/** Groups of events that stay in the house as a whole: settings, money, accounts, and what only the platform needs. */
const _privateGroups = [
  agencies.agencyEvents,
  apiKeys.apiKeyEvents,
  automations.automationEvents,
  automations.automationVersionEvents,
  automations.automationHookEvents,
  automations.automationHookCallEvents,
  automations.automationSigningEvents,
  bills.billEvents,
  billingContacts.billingContactEvents,
  blocklists.listingEvents,
  broadcasts.broadcastEvents,
  broadcasts.broadcastAudienceEvents,
  bulk.bulkEvents,
  businesses.businessEvents,
  businesses.claimEvents,
  campaigns.campaignEvents,
  chatTeams.chatTeamEvents,
  erasures.identityEvents,
  coupons.couponUseEvents,
  customFields.customFieldEvents,
  duplicates.duplicateEvents,
  emailTemplates.emailTemplateEvents,
  exports.exportEvents,
  reportExports.reportExportEvents,
  help.helpEvents,
  integrations.integrationEvents,
  integrationList.integrationListEvents,
  integrationRecords.integrationRecordEvents,
  invoices.invoiceEvents,
  checkpointEmails.checkpointEmailEvents,
  limits.payerAlertEvents,
  loops.loopRuleEvents,
  notifications.notificationEvents,
  orderPages.orderPageEvents,
  orders.orderEvents,
  traffic.trafficEvents,
  pages.pageEvents,
  payments.paymentEvents,
  plans.planEvents,
  planPrices.planPriceEvents,
  proofs.proofEvents,
  providers.providerEvents,
  rates.rateEvents,
  a2p.a2pEvents,
  cases.caseEvents,
  registrationPolicy.registrationPolicyEvents,
  tollfree.tollfreeEvents,
  reportViews.reportViewEvents,
  segments.segmentEvents,
  snippets.snippetEvents,
  statements.statementEvents,
  subscriptions.subscriptionEvents,
  subscriptions.subscriptionOpeningEvents,
  subscriptions.planMoveEvents,
  team.teamEvents,
  texted.textedBroadcastEvents,
  tills.tillEvents,
  uploads.uploadEvents,
  users.emailClaimEvents,
  users.passkeyClaimEvents,
  users.signInPolicyEvents,
  users.userEvents,
  wallets.walletEvents,
  webhooks.webhookEndpointEvents,
  whitelabels.domainClaimEvents,
  whitelabels.whitelabelEvents,
] as const;

/** Of groups that are sent, the events that are not: what another event says better, and what only the engine needs. */
const _privateEvents = [
  'SubmissionEmailVerificationRequested',
  'SubmissionEmailVerified',
  'CouponExtended',
  'CouponReminderSent',
  'VoteExcluded',
  'VoteIncluded',
  'MemberJoined',
  'MemberActionRecorded',
  'ReferralRecorded',
  'ReferralAccepted',
  'ReferralRejected',
  'RewardClaimed',
  'ContactOptInRequested',
  'ContactEmailBounced',
  'ContactEmailComplained',
  'ContactPaused',
  'ContactResumed',
  'ContactFrequencyChanged',
  'ContactTopicsChanged',
  'ContactReached',
  'ContactImportUndone',
  'ContactDataExported',
  'ContactBounceCleared',
  'ContactOptOutSuspected',
  'ContactOptOutDismissed',
  'ContactLimitExceeded',
  'ContactMergeStarted',
  'ContactMergeCancelled',
  'ContactMergeDeclined',
  'ContactMerged',
  'ContactSuppressionKept',
  'ContactErasureCompleted',
  'ConversationStarted',
  'ConversationRead',
  'ConversationMarkedUnread',
  'ConversationOpened',
  'ConversationAnswered',
  'ConversationNoteAdded',
  'TextScheduled',
  'ScheduledTextRescheduled',
  'ScheduledTextPaused',
  'ScheduledTextCancelled',
  'ScheduledTextReleased',
  'ScheduledTextFailed',
  'MessageAnsweredAutomatically',
  'MessageRoutedToInbox',
  'UnroutedMessageReceived',
  'MessageMediaStored',
  'MessageMediaRejected',
  'MessageQueued',
  'MessageAccepted',
  'MessageDeferred',
  'MessageOutcomeUnknown',
  'CallForwarded',
  'CallAnswered',
  'CallLegEnded',
  'CallSettingsChanged',
  'CallerTextedBack',
  'AccountEmailRequested',
  'AccountEmailSent',
  'AccountEmailFailed',
  'EmailQueued',
  'EmailAccepted',
  'EmailSuppressed',
  'EmailOutcomeUnknown',
  'EmailVersionCreated',
  'EmailTestSent',
  'LinkCreated',
  'LinkVisitsCounted',
  'AutomationStepStarted',
  'AutomationStepRetryScheduled',
  'AutomationStepWaiting',
  'AutomationStepOverridden',
  'AutomationStepCompleted',
  'AutomationRunMigrated',
] as const satisfies readonly EventName[];

type Decided =
  keyof typeof publications | (typeof _privateEvents)[number] | (typeof _privateGroups)[number][number]['type'];
type Undecided = Exclude<EventName, Decided>;
/** Names the event that is neither published nor private. Decide above: a new event does not leave by accident. */
const everyEventIsDecided: [Undecided] extends [never] ? true : Undecided = true;
void everyEventIsDecided;

const byEvent: ReadonlyMap<string, Publication> = new Map(Object.entries(publications));
const byName: ReadonlyMap<string, Publication> = new Map([...byEvent.values()].map((one) => [one.name, one]));

/** Types of events in the log that are sent. */
export const publishedTypes: readonly string[] = [...byEvent.keys()];
/** How an event is sent; undefined: it stays in the house. */
export const publicationOf = (type: string): Publication | undefined => byEvent.get(type);
export const publicationNamed = (name: string): Publication | undefined => byName.get(name);
