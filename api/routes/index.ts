import type { Route } from '../kernel/route.ts';
import { activityRoutes } from './activity.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';
import { integrationRoutes } from './integrations.ts';
import { agencyRoutes } from './agencies.ts';
import { automationEntryRoutes } from './automation-entries.ts';
import { automationHookRoutes } from './automation-hooks.ts';
import { automationOutlookRoutes } from './automation-outlook.ts';
import { automationRehearsalRoutes } from './automation-rehearsal.ts';
import { automationStartRoutes } from './automation-starts.ts';
import { automationRoutes } from './automations.ts';
import { broadcastDraftRoutes } from './broadcast-drafts.ts';
import { broadcastApprovalRoutes } from './broadcast-approvals.ts';
import { broadcastRoutes } from './broadcasts.ts';
import { blocklistRoutes } from './blocklists.ts';
import { bulkRoutes } from './bulk.ts';
import { businessRoutes } from './businesses.ts';
import { campaignRoutes } from './campaigns.ts';
import { contactErasureRoutes } from './contact-erasure.ts';
import { contactFormRoutes } from './contact-form.ts';
import { contactLifeRoutes } from './contact-life.ts';
import { contactUploadRoutes } from './contact-uploads.ts';
import { contactRoutes } from './contacts.ts';
import { businessFileRoutes } from './business-files.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { dashboardRoutes } from './dashboard.ts';
import { reportExportRoutes } from './report-exports.ts';
import { reportViewRoutes } from './report-views.ts';
import { reportRoutes } from './reports.ts';
import { emailTemplateRoutes } from './email-templates.ts';
import { exportRoutes } from './exports.ts';
import { identityRoutes } from './identity.ts';
import { keywordRoutes } from './keywords.ts';
import { landingRoutes } from './landings.ts';
import { livechatRoutes } from './livechat.ts';
import { helpRoutes } from './help.ts';
import { snippetRoutes } from './snippets.ts';
import { loopRoutes } from './loops.ts';
import { memberRoutes } from './members.ts';
import { notificationRoutes } from './notifications.ts';
import { numberRoutes } from './numbers.ts';
import { registrationRoutes } from './registrations.ts';
import { orderRoutes } from './orders.ts';
import { pageFigureRoutes } from './page-analytics.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { operatorWalletRoutes } from './operator-wallets.ts';
import { systemRoutes } from './system.ts';
import { walletRoutes } from './wallets.ts';
import { rateRoutes } from './rates.ts';
import { statementPreviewRoutes } from './statement-preview.ts';
import { billRoutes } from './bills.ts';
import { statementRoutes } from './statements.ts';
import { providerRoutes } from './providers.ts';
import { publicPageRoutes } from './public-pages.ts';
import { pushRoutes } from './push.ts';
import { registrationA2pRoutes } from './registrations-a2p.ts';
import { registrationDeskRoutes } from './registrations-desk.ts';
import { redemptionRoutes } from './redemptions.ts';
import { segmentRoutes } from './segments.ts';
import { securityRoutes } from './security.ts';
import { sessionRoutes } from './session.ts';
import { useRoutes } from './uses.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';
import { whitelabelRoutes } from './whitelabels.ts';

/** Every call of the API: what is registered, documented, walked by the tests and counted by `npm run coverage:spec`. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...securityRoutes,
  ...identityRoutes,
  ...userRoutes,
  ...memberRoutes,
  ...agencyRoutes,
  ...apiKeyRoutes,
  ...webhookEndpointRoutes,
  ...integrationRoutes,
  ...businessRoutes,
  ...whitelabelRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...planRoutes,
  ...orderRoutes,
  ...subscriptionRoutes,
  ...walletRoutes,
  ...operatorWalletRoutes,
  ...systemRoutes,
  ...rateRoutes,
  ...registrationA2pRoutes,
  ...registrationDeskRoutes,
  ...statementRoutes,
  ...billRoutes,
  ...statementPreviewRoutes,
  ...providerRoutes,
  ...numberRoutes,
  ...registrationRoutes,
  ...activityRoutes,
  ...livechatRoutes,
  ...loopRoutes,
  ...notificationRoutes,
  ...publicPageRoutes,
  ...pushRoutes,
  ...contactRoutes,
  ...contactErasureRoutes,
  ...contactFormRoutes,
  ...contactLifeRoutes,
  ...businessFileRoutes,
  ...customFieldRoutes,
  ...snippetRoutes,
  ...helpRoutes,
  ...blocklistRoutes,
  ...segmentRoutes,
  ...useRoutes,
  ...bulkRoutes,
  ...exportRoutes,
  ...emailTemplateRoutes,
  ...redemptionRoutes,
  ...broadcastApprovalRoutes,
  ...broadcastDraftRoutes,
  ...broadcastRoutes,
  ...campaignRoutes,
  ...landingRoutes,
  ...pageFigureRoutes,
  ...keywordRoutes,
  ...dashboardRoutes,
  ...reportRoutes,
  ...reportExportRoutes,
  ...reportViewRoutes,
  ...uploadRoutes,
  ...contactUploadRoutes,
  ...automationEntryRoutes,
  ...automationHookRoutes,
  ...automationOutlookRoutes,
  ...automationRehearsalRoutes,
  ...automationStartRoutes,
  ...automationRoutes,
];
