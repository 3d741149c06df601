import { activityQueries } from './activity/queries.ts';
import { agencyQueries } from './agencies/queries.ts';
import { integrationQueries } from './integrations/queries.ts';
import { apiKeyQueries } from './api-keys/queries.ts';
import { webhookQueries } from './webhooks/queries.ts';
import { automationHookQueries } from './automation-hooks/queries.ts';
import { automationQueries } from './automations/queries.ts';
import { broadcasterQueries } from './broadcasts/broadcasters.ts';
import { exportedRecipientQueries } from './broadcasts/exported.ts';
import { broadcastQueries } from './broadcasts/queries.ts';
import { blocklistQueries } from './blocklists/queries.ts';
import { bulkQueries } from './bulk/queries.ts';
import { businessQueries } from './businesses/queries.ts';
import { campaignQueries } from './campaigns/queries.ts';
import { audienceQueries } from './contacts/audience.ts';
import { besideQueries } from './contacts/contact-activity.ts';
import { dayQueries } from './contacts/days.ts';
import { exportedContactQueries } from './contacts/exported.ts';
import { sinceQueries } from './contacts/since.ts';
import { targetQueries } from './contacts/targets.ts';
import { contactQueries } from './contacts/queries.ts';
import { duplicateQueries } from './contacts/duplicates.ts';
import { funnelQueries } from './contacts/funnel.ts';
import { messageQueries } from './livechat/message-queries.ts';
import { conversationQueries } from './livechat/queries.ts';
import { exportedMessageQueries } from './livechat/exported.ts';
import { scheduledQueries } from './livechat/scheduled.ts';
import { exportedCouponQueries } from './coupons/exported.ts';
import { couponQueries } from './coupons/queries.ts';
import { customFieldQueries } from './custom-fields/queries.ts';
import { exportedRecordQueries } from './reports/exported.ts';
import { callQueries } from './reports/calls.ts';
import { consentQueries } from './reports/consents.ts';
import { recordQueries } from './reports/records.ts';
import { reportQueries } from './reports/queries.ts';
import { dashboardQueries } from './dashboard/queries.ts';
import { type AnyDatabase, bind, type QueriesOf, within } from './engine/query.ts';
import { createSlowReaders, type Readers } from './engine/scoped-readers.ts';
import { figureQueries } from './page-analytics/queries.ts';
import { invoiceQueries } from './invoices/queries.ts';
import { linkQueries } from './links/queries.ts';
import { emailHealthQueries } from './email-health/queries.ts';
import { loopQueries } from './loops/queries.ts';
import { notificationQueries } from './notifications/queries.ts';
import { publicPageQueries } from './pages/public-queries.ts';
import { emailTemplateQueries } from './email-templates/queries.ts';
import { a2pDeskQueries } from './registrations/a2p-desk-queries.ts';
import { deskQueries } from './registrations/desk-queries.ts';
import { orderQueries } from './orders/queries.ts';
import { pageQueries } from './pages/queries.ts';
import { planQueries } from './plans/queries.ts';
import { providerQueries } from './providers/queries.ts';
import { waysInQueries } from './registrations/ways-in.ts';
import { registrationQueries } from './registrations/queries.ts';
import { segmentQueries } from './segments/queries.ts';
import { helpQueries } from './help/queries.ts';
import { snippetQueries } from './snippets/queries.ts';
import { timelineQueries } from './timeline/queries.ts';
import { uploadQueries } from './uploads/queries.ts';
import { usageQueries } from './usage/queries.ts';
import { userQueries } from './users/queries.ts';
import { limitQueries } from './limits/queries.ts';
import { planMoveQueries } from './subscriptions/moves.ts';
import { subscriptionQueries } from './subscriptions/queries.ts';
import { exportedSubmissionQueries } from './submissions/exported.ts';
import { exportedBallotQueries } from './votes/exported.ts';
import { voteQueries } from './votes/queries.ts';
import { walletQueries } from './wallets/queries.ts';
import { whitelabelQueries } from './whitelabels/queries.ts';

/**
 * What can be asked of the read models. Each says what it takes and whose rows it may see; a row of another tenant
 * reads as null or is not there.
 */
const queries = {
  ...activityQueries,
  ...audienceQueries,
  ...callQueries,
  ...consentQueries,
  ...automationHookQueries,
  ...automationQueries,
  ...besideQueries,
  ...dayQueries,
  ...agencyQueries,
  ...apiKeyQueries,
  ...webhookQueries,
  ...integrationQueries,
  ...broadcasterQueries,
  ...broadcastQueries,
  ...duplicateQueries,
  ...exportedRecipientQueries,
  ...funnelQueries,
  ...blocklistQueries,
  ...businessQueries,
  ...campaignQueries,
  ...contactQueries,
  ...targetQueries,
  ...exportedContactQueries,
  ...bulkQueries,
  ...segmentQueries,
  ...sinceQueries,
  ...conversationQueries,
  ...scheduledQueries,
  ...exportedMessageQueries,
  ...couponQueries,
  ...exportedCouponQueries,
  ...customFieldQueries,
  ...emailTemplateQueries,
  ...dashboardQueries,
  ...reportQueries,
  ...recordQueries,
  ...exportedRecordQueries,
  ...messageQueries,
  ...figureQueries,
  ...invoiceQueries,
  ...linkQueries,
  ...loopQueries,
  ...notificationQueries,
  ...pageQueries,
  ...publicPageQueries,
  ...planQueries,
  ...orderQueries,
  ...a2pDeskQueries,
  ...deskQueries,
  ...providerQueries,
  ...registrationQueries,
  ...waysInQueries,
  ...snippetQueries,
  ...helpQueries,
  ...timelineQueries,
  ...uploadQueries,
  ...usageQueries,
  ...emailHealthQueries,
  ...userQueries,
  ...voteQueries,
  ...exportedBallotQueries,
  ...exportedSubmissionQueries,
  ...limitQueries,
  ...subscriptionQueries,
  ...planMoveQueries,
  ...walletQueries,
  ...whitelabelQueries,
};

/** The questions as they are asked. Instants are ISO 8601 strings in UTC, positions decimal strings. */
export type ReadModels = QueriesOf<typeof queries>;

/** All queries over a pool of connections, each behind the wall that it names. `now` decides which calendar month usage is of. */
export const createReadModels = (
  db: AnyDatabase,
  now: () => Date = () => new Date(),
  readers: Readers = createSlowReaders(db),
): ReadModels => bind(queries, (scope) => within(db, readers, scope, now));
