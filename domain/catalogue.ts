import { agencyEvents } from './agencies/events.ts';
import { apiKeyEvents } from './api-keys/events.ts';
import {
  automationEvents,
  automationHookCallEvents,
  automationHookEvents,
  automationSigningEvents,
  automationVersionEvents,
} from './automations/events.ts';
import { automationRunEvents } from './automations/runs/run-events.ts';
import { broadcastAudienceEvents, broadcastEvents } from './broadcasts/events.ts';
import { listingEvents } from './blocklists/events.ts';
import { bulkEvents } from './bulk/events.ts';
import { businessEvents, claimEvents } from './businesses/events.ts';
import { callEvents } from './calls/events.ts';
import { campaignEvents } from './campaigns/events.ts';
import { duplicateEvents } from './duplicates/events.ts';
import { exportEvents } from './exports/events.ts';
import { reportViewEvents } from './reports/views/events.ts';
import { reportExportEvents } from './exports/report-events.ts';
import { identityEvents } from './contacts/erasure-events.ts';
import { chatTeamEvents } from './livechat/team/events.ts';
import { contactEvents } from './contacts/events.ts';
import { conversationEvents } from './livechat/events.ts';
import { couponEvents, couponUseEvents } from './coupons/events.ts';
import { customFieldEvents } from './custom-fields/events.ts';
import { helpEvents } from './help/events.ts';
import { snippetEvents } from './snippets/events.ts';
import { emailTemplateEvents } from './email-templates/events.ts';
import type { EventDefinition } from './kernel/event.ts';
import { integrationEvents } from './integrations/events.ts';
import { integrationListEvents } from './integrations/integration-list.ts';
import { integrationRecordEvents } from './integrations/records.ts';
import { invoiceEvents } from './invoices/events.ts';
import { linkEvents } from './links/events.ts';
import { loopRuleEvents, memberEvents } from './loops/events.ts';
import { emailEvents } from './emails/events.ts';
import { messageEvents } from './messages/events.ts';
import { notificationEvents } from './notifications/events.ts';
import { pageEvents } from './pages/events.ts';
import { caseEvents } from './registrations/case-events.ts';
import { registrationPolicyEvents } from './registrations/policy.ts';
import { tollfreeEvents } from './registrations/tollfree/events.ts';
import { orderEvents } from './orders/events.ts';
import { orderPageEvents } from './orders/page-events.ts';
import { paymentEvents } from './payments/events.ts';
import { planEvents } from './plans/events.ts';
import { planPriceEvents } from './plans/prices.ts';
import { providerEvents } from './providers/events.ts';
import { a2pEvents } from './registrations/a2p/events.ts';
import { rateEvents } from './rates/events.ts';
import { proofEvents } from './proofs/events.ts';
import { checkpointEmailEvents } from './evidence/checkpoint-emails.ts';
import { payerAlertEvents } from './limits/events.ts';
import { billingContactEvents } from './bills/contact.ts';
import { billEvents } from './bills/events.ts';
import { statementEvents } from './statements/events.ts';
import { segmentEvents } from './segments/events.ts';
import { submissionEvents } from './submissions/events.ts';
import { planMoveEvents, subscriptionEvents, subscriptionOpeningEvents } from './subscriptions/events.ts';
import { teamEvents } from './team/events.ts';
import { textedBroadcastEvents } from './texted-broadcasts/events.ts';
import { tillEvents } from './tills/events.ts';
import { trafficEvents } from './page-analytics/events.ts';
import { uploadEvents } from './uploads/events.ts';
import { emailClaimEvents, passkeyClaimEvents, signInPolicyEvents, userEvents } from './users/events.ts';
import { voteEvents } from './votes/events.ts';
import { walletEvents } from './wallets/events.ts';
import { webhookEndpointEvents } from './webhooks/events.ts';
import { domainClaimEvents, whitelabelEvents } from './whitelabels/events.ts';

const events = [
  ...agencyEvents,
  ...apiKeyEvents,
  ...integrationEvents,
  ...integrationListEvents,
  ...integrationRecordEvents,
  ...webhookEndpointEvents,
  ...businessEvents,
  ...claimEvents,
  ...campaignEvents,
  ...pageEvents,
  ...trafficEvents,
  ...submissionEvents,
  ...couponEvents,
  ...couponUseEvents,
  ...tillEvents,
  ...teamEvents,
  ...voteEvents,
  ...loopRuleEvents,
  ...memberEvents,
  ...contactEvents,
  ...identityEvents,
  ...customFieldEvents,
  ...uploadEvents,
  ...segmentEvents,
  ...bulkEvents,
  ...duplicateEvents,
  ...exportEvents,
  ...reportExportEvents,
  ...reportViewEvents,
  ...emailTemplateEvents,
  ...conversationEvents,
  ...chatTeamEvents,
  ...snippetEvents,
  ...helpEvents,
  ...messageEvents,
  ...callEvents,
  ...emailEvents,
  ...linkEvents,
  ...listingEvents,
  ...broadcastEvents,
  ...broadcastAudienceEvents,
  ...textedBroadcastEvents,
  ...automationEvents,
  ...automationVersionEvents,
  ...automationHookEvents,
  ...automationHookCallEvents,
  ...automationSigningEvents,
  ...automationRunEvents,
  ...orderPageEvents,
  ...invoiceEvents,
  ...orderEvents,
  ...paymentEvents,
  ...planEvents,
  ...planPriceEvents,
  ...providerEvents,
  ...rateEvents,
  ...a2pEvents,
  ...caseEvents,
  ...registrationPolicyEvents,
  ...tollfreeEvents,
  ...statementEvents,
  ...payerAlertEvents,
  ...checkpointEmailEvents,
  ...billEvents,
  ...billingContactEvents,
  ...proofEvents,
  ...notificationEvents,
  ...userEvents,
  ...emailClaimEvents,
  ...passkeyClaimEvents,
  ...signInPolicyEvents,
  ...whitelabelEvents,
  ...domainClaimEvents,
  ...subscriptionEvents,
  ...subscriptionOpeningEvents,
  ...planMoveEvents,
  ...walletEvents,
] as const;

/** The name of every event of the product. */
export type EventName = (typeof events)[number]['type'];

/** Every event of the product, by type. The codec, the contract tests and the documentation are driven by it. */
export const eventCatalogue: ReadonlyMap<string, EventDefinition> = new Map(
  (events as readonly EventDefinition[]).map((definition) => [definition.type, definition]),
);
