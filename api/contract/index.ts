import { activityCalls } from './activity.ts';
import { agencyCalls } from './agencies.ts';
import { agencyOwnCalls } from './agency-own.ts';
import { apiKeyCalls } from './api-keys.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { integrationCalls } from './integrations.ts';
import { automationEntryCalls } from './automation-entries.ts';
import { automationHookCalls } from './automation-hooks.ts';
import { automationOutlookCalls } from './automation-outlook.ts';
import { automationRehearsalCalls } from './automation-rehearsal.ts';
import { automationStartCalls } from './automation-starts.ts';
import { automationCalls } from './automations.ts';
import { blocklistCalls } from './blocklists.ts';
import { bulkCalls } from './bulk.ts';
import { businessFormCalls } from './business-forms.ts';
import { businessSettingsCalls } from './business-settings.ts';
import { businessCalls } from './businesses.ts';
import { campaignCalls, keywordCalls, landingCalls } from './campaigns.ts';
import { contactErasureCalls } from './contact-erasure.ts';
import { contactFormCalls } from './contact-form.ts';
import { contactLifeCalls } from './contact-life.ts';
import { contactUploadCalls } from './contact-uploads.ts';
import { contactCalls } from './contacts.ts';
import { businessFileCalls } from './business-files.ts';
import { customFieldCalls } from './custom-fields.ts';
import { helpCalls } from './help.ts';
import { snippetCalls } from './snippets.ts';
import { dashboardCalls } from './dashboard.ts';
import { registrationA2pCalls } from './registrations-a2p.ts';
import { registrationDeskCalls } from './registrations-desk.ts';
import { reportCalls } from './reports.ts';
import { reportExportCalls } from './report-exports.ts';
import { reportViewCalls } from './report-views.ts';
import { emailTemplateCalls } from './email-templates.ts';
import { exportCalls } from './exports.ts';
import { livechatCalls } from './livechat.ts';
import { loopCalls } from './loops.ts';
import { memberCalls } from './members.ts';
import { messageCalls } from './messages.ts';
import { notificationCalls } from './notifications.ts';
import { numberCalls } from './numbers.ts';
import { registrationCalls } from './registrations.ts';
import { operatorWalletCalls } from './operator-wallets.ts';
import { orderCalls } from './orders.ts';
import { pageFigureCalls } from './page-analytics.ts';
import { passwordCalls } from './passwords.ts';
import { profileCalls } from './profile.ts';
import { invoiceCalls } from './invoices.ts';
import { paymentCalls } from './payments.ts';
import { planCalls } from './plans.ts';
import { rateCalls } from './rates.ts';
import { billCalls } from './bills.ts';
import { statementCalls } from './statements.ts';
import { providerCalls } from './providers.ts';
import { publicPageCalls } from './public-pages.ts';
import { pushCalls } from './push.ts';
import { broadcastCalls } from './broadcasts.ts';
import { redemptionCalls } from './redemptions.ts';
import { segmentCalls } from './segments.ts';
import { useCalls } from './uses.ts';
import { securityCalls } from './security.ts';
import { sessionCalls } from './session.ts';
import { systemCalls } from './system.ts';
import { uploadCalls } from './uploads.ts';
import { userCalls } from './users.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { walletCalls } from './wallets.ts';
import { whitelabelCalls } from './whitelabels.ts';

/** Every call of the API by its name. What is registered, documented, checked by the tests and typed for the web. */
export const allCalls = {
  ...sessionCalls,
  ...securityCalls,
  ...passwordCalls,
  ...profileCalls,
  ...userCalls,
  ...agencyCalls,
  ...agencyOwnCalls,
  ...apiKeyCalls,
  ...webhookEndpointCalls,
  ...integrationCalls,
  ...blocklistCalls,
  ...businessCalls,
  ...businessFormCalls,
  ...businessSettingsCalls,
  ...whitelabelCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...planCalls,
  ...orderCalls,
  ...subscriptionCalls,
  ...walletCalls,
  ...operatorWalletCalls,
  ...systemCalls,
  ...rateCalls,
  ...registrationA2pCalls,
  ...registrationDeskCalls,
  ...statementCalls,
  ...billCalls,
  ...providerCalls,
  ...numberCalls,
  ...registrationCalls,
  ...activityCalls,
  ...livechatCalls,
  ...loopCalls,
  ...memberCalls,
  ...messageCalls,
  ...notificationCalls,
  ...publicPageCalls,
  ...pushCalls,
  ...contactCalls,
  ...contactErasureCalls,
  ...contactFormCalls,
  ...contactLifeCalls,
  ...businessFileCalls,
  ...customFieldCalls,
  ...snippetCalls,
  ...helpCalls,
  ...segmentCalls,
  ...useCalls,
  ...bulkCalls,
  ...exportCalls,
  ...emailTemplateCalls,
  ...redemptionCalls,
  ...broadcastCalls,
  ...campaignCalls,
  ...landingCalls,
  ...pageFigureCalls,
  ...keywordCalls,
  ...dashboardCalls,
  ...reportCalls,
  ...reportExportCalls,
  ...reportViewCalls,
  ...uploadCalls,
  ...contactUploadCalls,
  ...automationEntryCalls,
  ...automationHookCalls,
  ...automationOutlookCalls,
  ...automationRehearsalCalls,
  ...automationStartCalls,
  ...automationCalls,
};
export type AllCalls = typeof allCalls;

export * from './activity.ts';
export * from './agencies.ts';
export * from './agency-own.ts';
export * from './api-keys.ts';
export * from './webhook-endpoints.ts';
export * from './integrations.ts';
export * from './automation-entries.ts';
export * from './automation-hooks.ts';
export * from './automation-outlook.ts';
export * from './automation-rehearsal.ts';
export * from './automation-starts.ts';
export * from './automations.ts';
export * from './broadcasts.ts';
export * from './blocklists.ts';
export * from './bulk.ts';
export * from './business-forms.ts';
export * from './business-settings.ts';
export * from './businesses.ts';
export * from './campaigns.ts';
export * from './common.ts';
export * from './contact-form.ts';
export * from './contact-life.ts';
export * from './contact-uploads.ts';
export * from './contacts.ts';
export * from './business-files.ts';
export * from './custom-fields.ts';
export * from './help.ts';
export * from './snippets.ts';
export * from './dashboard.ts';
export * from './reports.ts';
export * from './report-exports.ts';
export * from './report-views.ts';
export * from './email-templates.ts';
export * from './exports.ts';
export * from './fields.ts';
export * from './live.ts';
export * from './livechat.ts';
export * from './loops.ts';
export * from './members.ts';
export * from './messages.ts';
export * from './notifications.ts';
export * from './numbers.ts';
export * from './registrations.ts';
export * from './page-analytics.ts';
export * from './passwords.ts';
export * from './profile.ts';
export * from './invoices.ts';
export * from './payments.ts';
export * from './orders.ts';
export * from './plans.ts';
export * from './rates.ts';
export * from './registrations-a2p.ts';
export * from './registrations-desk.ts';
export * from './bills.ts';
export * from './statements.ts';
export * from './providers.ts';
export * from './public-pages.ts';
export * from './push.ts';
export * from './redemptions.ts';
export * from './segments.ts';
export * from './security.ts';
export * from './session.ts';
export * from './sms.ts';
export * from './uploads.ts';
export * from './uses.ts';
export * from './users.ts';
export * from './subscriptions.ts';
export * from './wallets.ts';
export * from './operator-wallets.ts';
export * from './system.ts';
export * from './whitelabels.ts';
