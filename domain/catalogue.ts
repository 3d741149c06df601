import { agencyEvents } from './agency/events.ts';
import {
  automationEvents,
  automationHookCallEvents,
  automationHookEvents,
  automationSigningEvents,
  automationVersionEvents,
} from './automation/events.ts';
import { automationRunEvents } from './automation/runs/run-events.ts';
import { broadcastAudienceEvents, broadcastEvents } from './broadcast/events.ts';
import { listingEvents } from './blocklist/events.ts';
import { bulkEvents } from './bulk/events.ts';
import { businessEvents, claimEvents } from './business/events.ts';
import { campaignEvents } from './campaign/events.ts';
import { duplicateEvents } from './duplicate/events.ts';
import { exportEvents } from './export/events.ts';
import { identityEvents } from './contact/erasure-events.ts';
import { chatTeamEvents } from './chat-team/events.ts';
import { contactEvents } from './contact/events.ts';
import { conversationEvents } from './conversation/events.ts';
import { couponEvents, couponUseEvents } from './coupon/events.ts';
import { customFieldEvents } from './custom-field/events.ts';
import { helpEvents } from './help/events.ts';
import { snippetEvents } from './snippet/events.ts';
import { emailTemplateEvents } from './email-template/events.ts';
import type { EventDefinition } from './kernel/event.ts';
import { linkEvents } from './link/events.ts';
import { loopRuleEvents, memberEvents } from './loop/events.ts';
import { mailEvents } from './mail/events.ts';
import { messageEvents } from './message/events.ts';
import { notificationEvents } from './notification/events.ts';
import { pageEvents } from './page/events.ts';
import { providerEvents } from './providers/events.ts';
import { segmentEvents } from './segment/events.ts';
import { submissionEvents } from './submission/events.ts';
import { teamEvents } from './team/events.ts';
import { textedBroadcastEvents } from './texted-broadcast/events.ts';
import { tillEvents } from './till/events.ts';
import { trafficEvents } from './traffic/events.ts';
import { uploadEvents } from './upload/events.ts';
import { emailClaimEvents, userEvents } from './user/events.ts';
import { voteEvents } from './vote/events.ts';
import { domainClaimEvents, whitelabelEvents } from './whitelabel/events.ts';

/** Every event of the product, by type. The codec, the contract tests and the documentation are driven by it. */
export const eventCatalogue: ReadonlyMap<string, EventDefinition> = new Map(
  (
    [
      ...agencyEvents,
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
      ...emailTemplateEvents,
      ...conversationEvents,
      ...chatTeamEvents,
      ...snippetEvents,
      ...helpEvents,
      ...messageEvents,
      ...mailEvents,
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
      ...providerEvents,
      ...notificationEvents,
      ...userEvents,
      ...emailClaimEvents,
      ...whitelabelEvents,
      ...domainClaimEvents,
    ] as readonly EventDefinition[]
  ).map((definition) => [definition.type, definition]),
);
