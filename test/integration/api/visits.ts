import { emptyDesign } from '../../../domain/email-design/model.ts';
import type { Role } from '../../../api/contract/common.ts';

/** Somebody else's things, or (in the same shape) ids of nothing. */
export interface Theirs {
  readonly agencyId: string;
  readonly businessId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Of an authenticator app. */
  readonly factorId: string;
  readonly contactId: string;
  /** Of a landing page. */
  readonly campaignId: string;
  readonly notificationId: string;
  readonly couponId: string;
  readonly tillId: string;
  readonly customFieldId: string;
  readonly apiKeyId: string;
  readonly webhookEndpointId: string;
  readonly integrationId: string;
  readonly broadcastId: string;
  readonly automationId: string;
  readonly automationHookId: string;
  /** Of an entry that stands on both lists. */
  readonly listingId: string;
  readonly segmentId: string;
  readonly bulkId: string;
  readonly emailTemplateId: string;
  readonly uniqueId: string;
  readonly uploadId: string;
  /** The address of a picture that they uploaded for their pages. */
  readonly picture: string;
}

/**
 * What the walk needs to know of a call. One that is not here fails it: whoever adds a call says in one row who may use
 * it and how somebody else's things would be reached.
 */
export interface Visit {
  readonly who: 'public' | readonly Role[];
  /**
   * The call with the ids of somebody else's things, and with a body that is fine but for them: 404 for everybody to
   * whom they are foreign, and with ids of
   * nothing for operators too. Null: it takes no ids, its tenant is the session's.
   */
  readonly foreign: ((theirs: Theirs) => { readonly path: string; readonly body?: unknown }) | null;
  /** To whom ids of nothing are nothing; left out: to all who may call. */
  readonly foreignTo?: readonly Role[];
}

const everybody: readonly Role[] = ['Admin', 'Agency', 'Business'];
const admin: readonly Role[] = ['Admin'];
const agency: readonly Role[] = ['Agency'];
const business: readonly Role[] = ['Business'];
const operators: readonly Role[] = ['Admin', 'Agency'];
const payers: readonly Role[] = ['Agency', 'Business'];
const nowhere = '00000000-0000-4000-8000-000000000000';

const ofAgency =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ agencyId }) => ({ path: `/agencies/${agencyId}${rest}`, body });
const ofBusiness =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ businessId }) => ({ path: `/businesses/${businessId}${rest}`, body });
const emptyBusinessFile = {
  format: 'business-file',
  version: 1,
  name: 'Theirs',
  settings: {
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    dailyLimits: { texts: 3, mails: 3 },
  },
  campaigns: [],
  templates: [],
  automations: [],
};
const aPlan = { name: 'Growth', amount: 9900, currency: 'USD', interval: 'month', revision: 0 };
const ofPlan =
  (of: '/plans' | '/business-plans', body?: unknown, rest = ''): Visit['foreign'] =>
  () => ({ path: `${of}/00000000-0000-4000-8000-000000000001${rest}`, body });
const byHand = { reason: 'Mine now', revision: 0 };
/** Only admins may: to them no wallet is foreign, but ids of nothing are nothing. */
const ofWallet =
  (rest: string, body?: unknown): Visit['foreign'] =>
  () => ({ path: `/wallets/00000000-0000-4000-8000-000000000001${rest}`, body });
const ofContact =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ contactId }) => ({ path: `/livechat/${contactId}${rest}`, body });

const ofMember =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ userId }) => ({ path: `/members/${userId}${rest}`, body });

const ofCampaign =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ campaignId }) => ({ path: `/campaigns/${campaignId}${rest}`, body });
const ofCoupon =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ campaignId }) => ({ path: `/coupons/${campaignId}${rest}`, body });
const ofLanding =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ campaignId }) => ({ path: `/landings/${campaignId}${rest}`, body });
const ofCampaignQuery =
  (path: string): Visit['foreign'] =>
  ({ campaignId }) => ({ path: `${path}?coupon_id=${campaignId}` });
const ofBroadcast =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ broadcastId }) => ({ path: `/broadcasts/${broadcastId}${rest}`, body });
const ofAutomation =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ automationId }) => ({ path: `/automations/${automationId}${rest}`, body });
const aStep = '/0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a';
const aReward = { kind: 'reward', title: 'Mine now', points: 1 };
const ofTemplate =
  (rest: string, body?: unknown): Visit['foreign'] =>
  ({ emailTemplateId }) => ({ path: `/email-templates/${emailTemplateId}${rest}`, body });
const aDesign = emptyDesign();
const ofKeyword =
  (body?: unknown): Visit['foreign'] =>
  ({ campaignId }) => ({ path: `/keywords/${campaignId}`, body });

const ofReport = (name: string): Visit => ({
  who: everybody,
  foreign: ({ businessId }) => ({ path: `/reports/${name}?business_id=${businessId}` }),
});
const ofReportExport = (name: string): Visit => ({
  who: everybody,
  foreign: ({ businessId }) => ({ path: `/reports/${name}/exports`, body: { business_id: businessId } }),
});
const ofMany =
  (path: string, body: object = {}): Visit['foreign'] =>
  ({ contactId }) => ({ path, body: { ...body, contact_ids: [contactId] } });
const aCondition = { field: 'reachable', value: true };

const agencyForm = { name: 'Mine now', email: 'mine@example.test', first_name: 'Mallory', revision: 0 };
const contactForm = {
  first_name: 'Mine now',
  last_name: null,
  email: 'mine@example.test',
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
};
const businessForm = {
  name: 'Mine now',
  email: 'mine@example.test',
  first_name: 'Mallory',
  timezone: 'America/New_York',
  revision: 0,
};

const ofUpload =
  (path: string, body?: unknown): Visit['foreign'] =>
  ({ uploadId }) => ({ path: path.replace('{id}', uploadId), body });
const uploadPlan = {
  columns: [{ target: 'phone', policy: 'overwrite' }],
  country: 'US',
  consent: { texts: false, emails: false },
};

const ofIntegration =
  (asked: string) =>
  ({ integrationId }: Theirs) => ({ path: `/integrations/${asked}integration_id=${integrationId}` });

export const visits: Readonly<Record<string, Visit>> = {
  'POST /login': { who: 'public', foreign: null },
  'POST /logout': { who: everybody, foreign: null },
  'POST /login/second-factor': { who: 'public', foreign: null },
  'POST /login/passkey': { who: 'public', foreign: null },
  'POST /login/passkey/confirm': { who: 'public', foreign: null },
  'POST /security/passkeys': { who: everybody, foreign: null },
  'POST /security/passkeys/confirm': { who: everybody, foreign: null },
  'GET /sign-in-policy': { who: admin, foreign: null },
  'PUT /sign-in-policy': { who: admin, foreign: null },
  'GET /security': { who: everybody, foreign: null },
  'POST /security/confirm': { who: everybody, foreign: null },
  'POST /security/authenticators': { who: everybody, foreign: null },
  'POST /security/authenticators/confirm': { who: everybody, foreign: null },
  'PUT /security/factors/{id}': {
    who: everybody,
    foreign: ({ factorId }) => ({ path: `/security/factors/${factorId}`, body: { name: 'Mine now' } }),
  },
  'DELETE /security/factors/{id}': {
    who: everybody,
    foreign: ({ factorId }) => ({ path: `/security/factors/${factorId}` }),
  },
  'POST /security/recovery-codes': { who: everybody, foreign: null },
  'GET /sessions': { who: everybody, foreign: null },
  'DELETE /sessions/{id}': { who: everybody, foreign: ({ sessionId }) => ({ path: `/sessions/${sessionId}` }) },
  'DELETE /sessions': { who: everybody, foreign: null },
  'GET /profile': { who: everybody, foreign: null },
  'PUT /profile': { who: everybody, foreign: null },
  'PUT /settings': { who: everybody, foreign: null },
  'POST /passwords/reset': { who: 'public', foreign: null },
  'POST /passwords/change': { who: 'public', foreign: null },
  'POST /passwords/judge': { who: 'public', foreign: null },
  'POST /token/verify': { who: 'public', foreign: null },
  'POST /change-password': { who: everybody, foreign: null },
  'GET /validate-email': { who: 'public', foreign: null },
  'POST /impersonate/{id}': { who: operators, foreign: ({ businessId }) => ({ path: `/impersonate/${businessId}` }) },
  'DELETE /impersonate': { who: everybody, foreign: null },
  'POST /send-a2p-notification': { who: everybody, foreign: null },
  'GET /members': { who: business, foreign: null },
  'POST /members': { who: business, foreign: null },
  'PUT /members/{id}': { who: business, foreign: ofMember('', { role: 'agent' }) },
  'DELETE /members/{id}': { who: business, foreign: ofMember('') },
  'POST /members/{id}/resend-invitation': { who: business, foreign: ofMember('/resend-invitation') },
  'POST /members/leave': { who: business, foreign: null },

  'POST /users/{user_id}/reset-second-factor': {
    who: admin,
    foreign: ({ userId }) => ({ path: `/users/${userId}/reset-second-factor`, body: { reason: 'Lost the phone' } }),
  },
  'GET /users': { who: admin, foreign: null },
  'POST /users/{user_id}/change-password': {
    who: operators,
    foreign: ({ userId }) => ({ path: `/users/${userId}/change-password`, body: { password: 'mine-now-and-forever' } }),
  },

  'GET /agencies': { who: admin, foreign: null },
  'POST /agencies': { who: admin, foreign: null },
  'GET /agencies/{id}': { who: admin, foreign: ofAgency('') },
  'PUT /agencies/{id}': { who: admin, foreign: ofAgency('', agencyForm) },
  'DELETE /agencies/{id}': { who: admin, foreign: ofAgency('') },
  'POST /agencies/{id}/restore': { who: admin, foreign: ofAgency('/restore') },
  'PUT /agencies/{id}/update-partial': { who: operators, foreign: ofAgency('/update-partial', { is_new: false }) },
  'PUT /agencies/{id}/billing-config': {
    who: admin,
    foreign: ofAgency('/billing-config', { free_fee: true, free_numbers: 1, free_messages: 1, free_calls: 1 }),
  },
  'GET /agencies/analytics': { who: agency, foreign: null },
  'PUT /agencies/edit-settings': { who: agency, foreign: null },
  'POST /agencies/add-sample-account': { who: agency, foreign: null },

  'GET /businesses': { who: operators, foreign: null },
  'POST /businesses': { who: operators, foreign: null },
  'GET /businesses/templates': { who: operators, foreign: null },
  'PUT /businesses/edit-settings': { who: business, foreign: null },
  'POST /businesses/update-contact-info': { who: business, foreign: null },
  'POST /businesses/update-broadcasters': { who: business, foreign: null },
  'GET /businesses/broadcasters': { who: business, foreign: null },
  'PUT /businesses/daily-limits': { who: business, foreign: null },
  'GET /businesses/calls': { who: business, foreign: null },
  'PUT /businesses/calls': { who: business, foreign: null },
  'GET /businesses/legal-pages': { who: business, foreign: null },
  'PUT /businesses/legal-pages': { who: business, foreign: null },
  'GET /businesses/notifications': { who: business, foreign: null },
  'POST /businesses/upload-image': { who: business, foreign: null },
  'POST /businesses/delete-image': {
    who: business,
    foreign: ({ picture }) => ({ path: '/businesses/delete-image', body: { url: picture } }),
  },
  'GET /businesses/{id}': { who: operators, foreign: ofBusiness('') },
  'PUT /businesses/{id}': { who: operators, foreign: ofBusiness('', businessForm) },
  'DELETE /businesses/{id}': { who: operators, foreign: ofBusiness('') },
  'POST /businesses/{id}/restore': { who: operators, foreign: ofBusiness('/restore') },
  'POST /businesses/{id}/active': { who: operators, foreign: ofBusiness('/active', { active: false }) },
  'POST /businesses/{id}/duplicate': {
    who: operators,
    foreign: ofBusiness('/duplicate', { name: 'Copy', email: 'copy-of-theirs@example.test' }),
  },
  'GET /businesses/{id}/unique-id': { who: operators, foreign: ofBusiness('/unique-id') },
  'GET /businesses/{id}/info': { who: everybody, foreign: ofBusiness('/info') },
  'PUT /businesses/{id}/billing-config': {
    who: operators,
    foreign: ofBusiness('/billing-config', { no_messages: 1, no_contacts: 1 }),
  },
  'GET /businesses/dashboard-reports': { who: business, foreign: null },
  'GET /admin/dashboard-reports': { who: admin, foreign: null },
  'GET /admin/business-reports': { who: admin, foreign: null },
  'GET /businesses/total-email-monthly': { who: business, foreign: null },

  'GET /config': { who: 'public', foreign: null },
  'GET /whitelabels': { who: admin, foreign: null },
  'POST /whitelabels/{id}/cert': { who: admin, foreign: ({ agencyId }) => ({ path: `/whitelabels/${agencyId}/cert` }) },
  'PUT /whitelabels/{id}': {
    who: admin,
    foreign: ({ agencyId }) => ({ path: `/whitelabels/${agencyId}`, body: { name: 'Theirs' } }),
  },
  'POST /whitelabels/{id}/files': {
    who: admin,
    foreign: ({ agencyId }) => ({ path: `/whitelabels/${agencyId}/files?type=logo` }),
  },
  'DELETE /whitelabels/{id}/files/{type}': {
    who: admin,
    foreign: ({ agencyId }) => ({ path: `/whitelabels/${agencyId}/files/logo` }),
  },
  'POST /agencies/whitelabel-file': { who: agency, foreign: null },
  'DELETE /agencies/whitelabel-file/{type}': { who: agency, foreign: null },

  'GET /payment-methods': { who: payers, foreign: null },
  'GET /payment-methods/secret': { who: payers, foreign: null },
  'POST /payment-methods': { who: payers, foreign: null },
  'PUT /payment-methods/{id}/default': { who: payers, foreign: () => ({ path: '/payment-methods/pm_none/default' }) },
  'DELETE /payment-methods/{id}': { who: payers, foreign: () => ({ path: '/payment-methods/pm_none' }) },
  'GET /subscriptions': { who: payers, foreign: null },
  'GET /subscriptions/alerts': { who: payers, foreign: null },
  'PUT /subscriptions/alerts': { who: payers, foreign: null },
  'GET /subscriptions/quote': { who: payers, foreign: null },
  'POST /subscriptions/{plan}': { who: payers, foreign: () => ({ path: `/subscriptions/${nowhere}`, body: {} }) },
  'POST /subscriptions/{id}/checkout': { who: payers, foreign: () => ({ path: `/subscriptions/${nowhere}/checkout` }) },
  'POST /subscriptions/resume': { who: payers, foreign: null },
  'POST /subscriptions/subscribe-unlimited': { who: payers, foreign: null },
  'POST /subscriptions/a2p': { who: payers, foreign: null },
  'DELETE /subscriptions/{userId}/cancel': {
    who: everybody,
    foreign: ({ userId }) => ({ path: `/subscriptions/${userId}/cancel` }),
  },
  'POST /livechat/subscription': { who: payers, foreign: null },
  'POST /livechat/business-subscription': { who: payers, foreign: null },
  'POST /livechat/check-coupon': { who: payers, foreign: null },
  'POST /loops/subscription': { who: payers, foreign: null },
  'POST /loops/check-coupon': { who: payers, foreign: null },
  'GET /wallet': { who: payers, foreign: null },
  'GET /wallet/statement': { who: payers, foreign: null },
  'GET /wallet/statement/export': { who: payers, foreign: null },
  'PUT /wallet/recharge': { who: payers, foreign: null },
  'GET /system/health': { who: admin, foreign: null },
  'POST /system/ledger-proofs': { who: admin, foreign: null },
  'POST /system/read-models/{name}': { who: admin, foreign: null },
  'GET /wallets': { who: admin, foreign: null },
  'GET /wallets/{id}': { who: admin, foreign: ofWallet('') },
  'GET /wallets/{id}/statement': { who: admin, foreign: ofWallet('/statement') },
  'GET /wallets/{id}/statement/export': { who: admin, foreign: ofWallet('/statement/export') },
  'POST /wallets/{id}/credit': { who: admin, foreign: ofWallet('/credit', { amount: 100, ...byHand }) },
  'POST /wallets/{id}/adjustments': { who: admin, foreign: ofWallet('/adjustments', { amount: 100, ...byHand }) },
  'POST /wallets/{id}/refunds': {
    who: admin,
    foreign: ofWallet('/refunds', { charge_id: 'pi_none', amount: null, ...byHand }),
  },
  'POST /wallets/{id}/reversals': { who: admin, foreign: ofWallet('/reversals', { line_id: nowhere, ...byHand }) },
  'POST /wallets/{id}/resolve': { who: admin, foreign: ofWallet('/resolve', byHand) },
  'POST /wallets/{id}/recharge/resume': { who: admin, foreign: ofWallet('/recharge/resume') },
  'POST /subscriptions/add-fund': { who: payers, foreign: null },
  'POST /subscriptions/add-fund/{id}': { who: payers, foreign: () => ({ path: '/subscriptions/add-fund/pi_none' }) },

  'GET /reports': { who: everybody, foreign: null },
  'GET /reports/mdr-list': ofReport('mdr-list'),
  'GET /reports/sms-list': ofReport('sms-list'),
  'GET /reports/bdr-list': ofReport('bdr-list'),
  'GET /reports/call-list': ofReport('call-list'),
  'GET /reports/consent-list': ofReport('consent-list'),
  'POST /reports/mdr-list/exports': ofReportExport('mdr-list'),
  'POST /reports/sms-list/exports': ofReportExport('sms-list'),
  'POST /reports/bdr-list/exports': ofReportExport('bdr-list'),
  'POST /reports/call-list/exports': ofReportExport('call-list'),
  'POST /reports/consent-list/exports': ofReportExport('consent-list'),
  'GET /reports/views': { who: everybody, foreign: null },
  'POST /reports/views': { who: everybody, foreign: null },
  'PUT /reports/views/{id}': {
    who: everybody,
    foreign: ({ contactId }) => ({
      path: `/reports/views/${contactId}`,
      body: { screen: 'texts', name: 'Mine now', query: '', shared: false },
    }),
  },
  'DELETE /reports/views/{id}': {
    who: everybody,
    foreign: ({ contactId }) => ({ path: `/reports/views/${contactId}` }),
  },
  'PUT /reports/default-view': {
    who: everybody,
    foreign: ({ contactId }) => ({ path: '/reports/default-view', body: { screen: 'texts', id: contactId } }),
  },
  'GET /reports/exports': { who: everybody, foreign: null },
  'POST /reports/exports/{id}/file': {
    who: everybody,
    foreign: ({ contactId }) => ({ path: `/reports/exports/${contactId}/file` }),
  },
  'DELETE /reports/exports/{id}': {
    who: everybody,
    foreign: ({ contactId }) => ({ path: `/reports/exports/${contactId}` }),
  },
  'GET /reports/messages/{id}': {
    who: everybody,
    foreign: ({ contactId }) => ({ path: `/reports/messages/${contactId}` }),
  },
  'GET /billing-contact': {
    who: payers,
    foreign: ({ businessId }) => ({ path: `/billing-contact?business_id=${businessId}` }),
  },
  'PUT /billing-contact': {
    who: payers,
    foreign: ({ businessId }) => ({
      path: '/billing-contact',
      body: { business_id: businessId, name: 'Eve', email: 'eve@example.com', copies: [] },
    }),
  },
  'GET /subscriptions/next-invoices': {
    who: everybody,
    foreign: ({ agencyId }) => ({ path: `/subscriptions/next-invoices?agency_id=${agencyId}` }),
    foreignTo: payers,
  },
  'GET /reports/billing-history': {
    who: everybody,
    foreign: ({ agencyId }) => ({ path: `/reports/billing-history?agency_id=${agencyId}` }),
    foreignTo: payers,
  },
  'GET /reports/billing-history/{id}': {
    who: everybody,
    foreign: ({ agencyId }) => ({ path: `/reports/billing-history/in_none?agency_id=${agencyId}` }),
  },
  'GET /reports/billing-history/{id}/lines': {
    who: everybody,
    foreign: ({ agencyId }) => ({ path: `/reports/billing-history/in_none/lines?agency_id=${agencyId}` }),
  },
  'GET /reports/billing-history/{id}/documents': {
    who: everybody,
    foreign: ({ agencyId }) => ({ path: `/reports/billing-history/in_none/documents?agency_id=${agencyId}` }),
  },

  'PUT /twilio-config': { who: everybody, foreign: null },
  'PUT /bandwidth-config': { who: everybody, foreign: null },
  'PUT /sendgrid-config': { who: everybody, foreign: null },
  'PUT /agencies/twilio-config': { who: agency, foreign: null },
  'PUT /agencies/sendgrid-config': { who: agency, foreign: null },
  'PUT /agencies/mailgun-config': { who: agency, foreign: null },
  'PUT /agencies/ses-config': { who: agency, foreign: null },
  'PUT /agencies/{id}/twilio-config': {
    who: admin,
    foreign: ofAgency('/twilio-config', { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'x' }),
  },
  'PUT /agencies/{id}/sendgrid-config': {
    who: admin,
    foreign: ofAgency('/sendgrid-config', { api_key: 'x', from_email: 'x@example.test', from_name: '' }),
  },
  'GET /businesses/a2p/request': { who: business, foreign: null },
  'GET /businesses/a2p/brand-by-ein/{ein}': {
    who: business,
    foreign: () => ({ path: '/businesses/a2p/brand-by-ein/98-7654321' }),
  },
  'GET /businesses/a2p/campaigns-by-brand/{brandId}': {
    who: business,
    foreign: () => ({ path: `/businesses/a2p/campaigns-by-brand/${nowhere}` }),
  },
  'GET /businesses/a2p/proposal': { who: business, foreign: null },
  'GET /businesses/a2p/use-cases': { who: business, foreign: null },
  'POST /businesses/a2p/brand': { who: business, foreign: null },
  'POST /businesses/a2p/campaign': { who: business, foreign: null },
  'POST /businesses/a2p/cancel': { who: business, foreign: null },
  'POST /businesses/a2p/code': { who: business, foreign: null },
  'POST /businesses/a2p/draft': { who: business, foreign: null },
  'POST /businesses/a2p/prefix': { who: business, foreign: null },
  'POST /businesses/search-numbers': { who: business, foreign: null },
  'POST /businesses/assign-number': { who: business, foreign: null },
  'POST /businesses/assign-custom-number': { who: business, foreign: null },
  'POST /businesses/{id}/reset-number': { who: operators, foreign: ofBusiness('/reset-number') },

  'POST /livechat': {
    who: business,
    foreign: ({ contactId }) => ({ path: '/livechat', body: { contact_id: contactId } }),
  },
  'GET /livechat': { who: business, foreign: null },
  'GET /livechat/messages': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/livechat/messages?contact_id=${contactId}` }),
  },
  'POST /livechat/messages': {
    who: business,
    foreign: ({ contactId }) => ({ path: '/livechat/messages', body: { contact_id: contactId, body: 'Mine now.' } }),
  },
  'POST /livechat/close': {
    who: business,
    foreign: ({ contactId }) => ({
      path: '/livechat/close',
      body: { conversations: [{ id: contactId, position: '1' }] },
    }),
  },
  'GET /livechat/search-contacts': { who: business, foreign: null },
  'GET /help': { who: operators, foreign: null },
  'PUT /help/support': { who: admin, foreign: null },
  'POST /help/news': { who: admin, foreign: null },
  'DELETE /help/news/{id}': {
    who: admin,
    foreign: () => ({ path: '/help/news/00000000-0000-4000-8000-000000000001' }),
  },
  'GET /subscriptions/plans': { who: everybody, foreign: null },
  'GET /subscriptions/plans/{name}': { who: everybody, foreign: () => ({ path: '/subscriptions/plans/Nothing' }) },
  'GET /subscriptions/prices': { who: everybody, foreign: null },
  'GET /livechat/plan': { who: ['Agency', 'Business'], foreign: null },
  'GET /loops/plan': { who: ['Agency', 'Business'], foreign: null },
  'POST /plans': { who: admin, foreign: null },
  'GET /plans/{id}': { who: admin, foreign: ofPlan('/plans') },
  'PUT /plans/{id}': { who: admin, foreign: ofPlan('/plans', aPlan) },
  'DELETE /plans/{id}': { who: admin, foreign: ofPlan('/plans') },
  'GET /plans/{id}/subscribers': { who: admin, foreign: ofPlan('/plans', undefined, '/subscribers') },
  'GET /plans/{id}/moves/preview': { who: admin, foreign: ofPlan('/plans', undefined, '/moves/preview?versions=1') },
  'POST /plans/{id}/moves': {
    who: admin,
    foreign: ofPlan('/plans', { versions: [1], version: 2, subscribers: 1 }, '/moves'),
  },
  'GET /plans/{id}/moves/{moveId}': { who: admin, foreign: ofPlan('/plans', undefined, `/moves/${nowhere}`) },
  'GET /business-plans': { who: operators, foreign: null },
  'POST /business-plans': { who: admin, foreign: null },
  'GET /business-plans/{id}': { who: operators, foreign: ofPlan('/business-plans') },
  'PUT /business-plans/{id}': { who: admin, foreign: ofPlan('/business-plans', aPlan) },
  'GET /order-pages': { who: admin, foreign: null },
  'POST /order-pages': { who: admin, foreign: null },
  'PUT /order-pages/{id}': {
    who: admin,
    foreign: () => ({
      path: '/order-pages/00000000-0000-4000-8000-000000000001',
      body: { slug: 'growth', headline: 'Growth', revision: 0 },
    }),
  },
  'DELETE /order-pages/{id}': {
    who: admin,
    foreign: () => ({ path: '/order-pages/00000000-0000-4000-8000-000000000001' }),
  },
  'GET /carrier-fees': { who: everybody, foreign: null },
  'GET /businesses/number-verification': { who: business, foreign: null },
  'POST /businesses/verify-number': { who: business, foreign: null },
  'GET /admin/a2p': { who: admin, foreign: null },
  'GET /admin/a2p/{id}': { who: admin, foreign: () => ({ path: `/admin/a2p/${nowhere}` }) },
  'GET /registration-policy': { who: admin, foreign: null },
  'PUT /registration-policy': { who: admin, foreign: null },
  'PUT /admin/a2p/{id}': { who: admin, foreign: () => ({ path: `/admin/a2p/${nowhere}`, body: { note: 'x' } }) },
  'GET /admin/tollfree': { who: admin, foreign: null },
  'GET /admin/tollfree/{id}': { who: admin, foreign: () => ({ path: `/admin/tollfree/${nowhere}` }) },
  'PUT /admin/tollfree/{id}': {
    who: admin,
    foreign: () => ({ path: `/admin/tollfree/${nowhere}`, body: { note: 'x' } }),
  },
  'GET /rates': { who: operators, foreign: null },
  'POST /rates': { who: operators, foreign: null },
  'POST /rates/bulk': { who: operators, foreign: null },
  'GET /rates/unpriced': { who: admin, foreign: null },
  'POST /statements/preview': { who: operators, foreign: null },
  'GET /statements': { who: everybody, foreign: null },
  'GET /statements/file': { who: everybody, foreign: null },
  'GET /statements/items': {
    who: everybody,
    // A line names its business: it is nobody else's, and an agency's business has none.
    foreign: ({ businessId }) => ({
      path:
        `/statements/items?business_id=${businessId}&channel=sms&direction=out&country=US&carrier_class=local` +
        `&rate_id=00000000-0000-4000-8000-000000000001`,
    }),
  },
  'GET /bills': { who: agency, foreign: ({ businessId }) => ({ path: `/bills?business_id=${businessId}` }) },
  'GET /bills/file': {
    who: agency,
    foreign: ({ businessId }) => ({ path: `/bills/file?business_id=${businessId}&month=2026-10` }),
  },
  'POST /bills/send': {
    who: agency,
    foreign: ({ businessId }) => ({
      path: '/bills/send',
      body: { business_id: businessId, month: '2026-10', seen: 0 },
    }),
  },
  'GET /bills/settings': { who: agency, foreign: null },
  'PUT /bills/settings': { who: agency, foreign: null },
  'GET /statements/margins': { who: admin, foreign: null },
  'PUT /rates/{id}/end': {
    who: operators,
    foreign: () => ({ path: '/rates/00000000-0000-4000-8000-000000000001/end', body: { until: '2030-01-01' } }),
  },
  'GET /livechat/snippets': { who: business, foreign: null },
  'POST /livechat/snippets': { who: business, foreign: null },
  'PUT /livechat/snippets/{id}': {
    who: business,
    foreign: () => ({
      path: '/livechat/snippets/00000000-0000-4000-8000-000000000001',
      body: { name: 'mine', body: 'Now.' },
    }),
  },
  'DELETE /livechat/snippets/{id}': {
    who: business,
    foreign: () => ({ path: '/livechat/snippets/00000000-0000-4000-8000-000000000001' }),
  },
  'GET /livechat/settings': { who: business, foreign: null },
  'PUT /livechat/settings': { who: business, foreign: null },
  'POST /livechat/away': { who: business, foreign: null },
  'POST /livechat/here': { who: everybody, foreign: null },
  'GET /livechat/team': { who: business, foreign: null },
  'GET /livechat/{id}': { who: business, foreign: ofContact('') },
  'PUT /livechat/{id}': { who: business, foreign: ofContact('', { first_name: 'Mallory', note: 'Mine now.' }) },
  'GET /livechat/{id}/calls': { who: business, foreign: ofContact('/calls') },
  'GET /livechat/{id}/scheduled': { who: business, foreign: ofContact('/scheduled') },
  'POST /livechat/{id}/scheduled': {
    who: business,
    foreign: ofContact('/scheduled', { body: 'Mine now.', send_at: '2030-01-01T00:00:00.000Z' }),
  },
  'PUT /livechat/{id}/scheduled/{text_id}': {
    who: business,
    foreign: ofContact('/scheduled/00000000-0000-4000-8000-000000000001', { send_at: null }),
  },
  'DELETE /livechat/{id}/scheduled/{text_id}': {
    who: business,
    foreign: ofContact('/scheduled/00000000-0000-4000-8000-000000000001'),
  },
  'GET /livechat/{id}/export': { who: business, foreign: ofContact('/export') },
  'POST /livechat/{id}/export': { who: business, foreign: ofContact('/export', {}) },
  'POST /livechat/{id}/writing': { who: business, foreign: ofContact('/writing', { writing: true }) },
  'POST /livechat/{id}/open': { who: business, foreign: ofContact('/open', { open: false }) },
  'POST /livechat/{id}/status': { who: business, foreign: ofContact('/status?status=closed') },
  'POST /livechat/{id}/read': { who: business, foreign: ofContact('/read', { position: '1' }) },
  'GET /live-data': { who: business, foreign: null },
  'GET /contacts': { who: business, foreign: null },
  'GET /contacts/tags': { who: business, foreign: null },
  'GET /contacts/{id}': { who: business, foreign: ({ contactId }) => ({ path: `/contacts/${contactId}` }) },
  'POST /contacts': { who: business, foreign: null },
  'PUT /contacts/{id}': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}`, body: contactForm }),
  },
  'DELETE /contacts/{id}': { who: business, foreign: ({ contactId }) => ({ path: `/contacts/${contactId}` }) },
  'GET /uses': { who: business, foreign: null },
  'GET /api-keys': { who: business, foreign: null },
  'POST /api-keys': { who: business, foreign: null },
  'PUT /api-keys/{id}': {
    who: business,
    foreign: ({ apiKeyId }) => ({
      path: `/api-keys/${apiKeyId}`,
      body: { name: 'Mine now', scopes: ['contacts:read'] },
    }),
  },
  'DELETE /api-keys/{id}': { who: business, foreign: ({ apiKeyId }) => ({ path: `/api-keys/${apiKeyId}` }) },
  'POST /api-keys/{id}/rotate': {
    who: business,
    foreign: ({ apiKeyId }) => ({ path: `/api-keys/${apiKeyId}/rotate`, body: { overlap_hours: 0 } }),
  },
  'POST /api-keys/{id}/keep': { who: business, foreign: ({ apiKeyId }) => ({ path: `/api-keys/${apiKeyId}/keep` }) },
  'GET /webhook-endpoints': { who: business, foreign: null },
  'POST /webhook-endpoints': { who: business, foreign: null },
  'GET /webhook-endpoints/{id}': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({ path: `/webhook-endpoints/${webhookEndpointId}` }),
  },
  'PUT /webhook-endpoints/{id}': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}`,
      body: { url: 'https://example.com/mine' },
    }),
  },
  'DELETE /webhook-endpoints/{id}': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({ path: `/webhook-endpoints/${webhookEndpointId}` }),
  },
  'POST /webhook-endpoints/{id}/rotate': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}/rotate`,
      body: { overlap_hours: 0 },
    }),
  },
  'POST /webhook-endpoints/{id}/toggle-status': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}/toggle-status`,
      body: { is_on: false },
    }),
  },
  'POST /webhook-endpoints/{id}/test': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({ path: `/webhook-endpoints/${webhookEndpointId}/test` }),
  },
  'POST /webhook-endpoints/{id}/replay': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}/replay`,
      body: { since: '2026-01-01T00:00:00.000Z' },
    }),
  },
  'GET /webhook-endpoints/{id}/deliveries': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({ path: `/webhook-endpoints/${webhookEndpointId}/deliveries` }),
  },
  'GET /webhook-endpoints/{id}/deliveries/{eventId}': {
    who: business,
    foreign: ({ webhookEndpointId, contactId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}/deliveries/${contactId}`,
    }),
  },
  'POST /webhook-endpoints/{id}/deliveries/{eventId}/redeliver': {
    who: business,
    foreign: ({ webhookEndpointId, contactId }) => ({
      path: `/webhook-endpoints/${webhookEndpointId}/deliveries/${contactId}/redeliver`,
    }),
  },
  'GET /webhook-endpoints/{id}/events': {
    who: business,
    foreign: ({ webhookEndpointId }) => ({ path: `/webhook-endpoints/${webhookEndpointId}/events` }),
  },
  'GET /webhook-event-types': { who: business, foreign: null },
  'GET /webhook-preview': { who: business, foreign: null },
  'GET /integrations': { who: business, foreign: null },
  'GET /integrations/type/{type}': { who: business, foreign: null },
  'GET /integrations/user': { who: business, foreign: null },
  'GET /integrations/user/select-options': { who: business, foreign: null },
  'GET /integrations/goto/webinars': { who: business, foreign: ofIntegration('goto/webinars?') },
  'GET /integrations/fb/pages': { who: business, foreign: ofIntegration('fb/pages?') },
  'GET /integrations/fb/forms': { who: business, foreign: ofIntegration('fb/forms?page_id=1&') },
  'GET /integrations/stripe/products': { who: business, foreign: ofIntegration('stripe/products?') },
  'GET /integrations/stripe/prices': { who: business, foreign: ofIntegration('stripe/prices?product_id=prod_1&') },
  'GET /integrations/{id}': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}` }),
  },
  'POST /integrations/sign-in': {
    who: business,
    foreign: ({ integrationId }) => ({
      path: '/integrations/sign-in',
      body: { type: 'goto', name: 'Mine now', integration_id: integrationId },
    }),
  },
  'POST /integrations': { who: business, foreign: null },
  'PUT /integrations/{id}': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}`, body: { name: 'Mine now' } }),
  },
  'POST /integrations/{id}/toggle-status': {
    who: business,
    foreign: ({ integrationId }) => ({
      path: `/integrations/${integrationId}/toggle-status`,
      body: { is_active: false },
    }),
  },
  'POST /integrations/{id}/sync-data': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}/sync-data` }),
  },
  'GET /integrations/{id}/intake': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}/intake` }),
  },
  'PUT /integrations/{id}/intake': {
    who: business,
    foreign: ({ integrationId }) => ({
      path: `/integrations/${integrationId}/intake`,
      body: { mapping: [], campaigns: [] },
    }),
  },
  'POST /integrations/{id}/key': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}/key` }),
  },
  'DELETE /integrations/{id}': {
    who: business,
    foreign: ({ integrationId }) => ({ path: `/integrations/${integrationId}` }),
  },
  'GET /business-file': { who: business, foreign: null },
  'POST /business-file/compare': { who: business, foreign: null },
  'POST /business-file/import': { who: business, foreign: null },
  'GET /businesses/{id}/business-file': { who: ['Agency'], foreign: ofBusiness('/business-file') },
  'POST /businesses/{id}/business-file/compare': {
    who: ['Agency'],
    foreign: ofBusiness('/business-file/compare', { file: emptyBusinessFile }),
  },
  'POST /businesses/{id}/business-file/import': {
    who: ['Agency'],
    foreign: ofBusiness('/business-file/import', { file: emptyBusinessFile }),
  },
  'GET /custom-fields': { who: business, foreign: null },
  'POST /custom-fields': { who: business, foreign: null },
  'PUT /custom-fields/{id}': {
    who: business,
    foreign: ({ customFieldId }) => ({ path: `/custom-fields/${customFieldId}`, body: { name: 'Mine now' } }),
  },
  'DELETE /custom-fields/{id}': {
    who: business,
    foreign: ({ customFieldId }) => ({ path: `/custom-fields/${customFieldId}` }),
  },
  'GET /blacklists': { who: business, foreign: null },
  'POST /blacklists': { who: business, foreign: null },
  'PUT /blacklists/{id}': {
    who: business,
    foreign: ({ listingId }) => ({ path: `/blacklists/${listingId}`, body: { value: 'mine.test' } }),
  },
  'DELETE /blacklists/{id}': { who: business, foreign: ({ listingId }) => ({ path: `/blacklists/${listingId}` }) },
  'GET /whitelists': { who: business, foreign: null },
  'POST /whitelists': { who: business, foreign: null },
  'PUT /whitelists/{id}': {
    who: business,
    foreign: ({ listingId }) => ({ path: `/whitelists/${listingId}`, body: { value: 'mine.test' } }),
  },
  'DELETE /whitelists/{id}': { who: business, foreign: ({ listingId }) => ({ path: `/whitelists/${listingId}` }) },
  'GET /email-templates': { who: ['Agency', 'Business'], foreign: null },
  'POST /email-templates': { who: ['Agency', 'Business'], foreign: null },
  'GET /email-templates/{id}': { who: ['Agency', 'Business'], foreign: ofTemplate('') },
  'PUT /email-templates/{id}': { who: ['Agency', 'Business'], foreign: ofTemplate('', { name: 'Mine now' }) },
  'POST /email-templates/{id}/duplicate': { who: ['Agency', 'Business'], foreign: ofTemplate('/duplicate', {}) },
  'DELETE /email-templates/{id}': { who: ['Agency', 'Business'], foreign: ofTemplate('') },
  'POST /email-designs/preview': {
    who: ['Agency', 'Business'],
    foreign: ({ contactId }) => ({ path: '/email-designs/preview', body: { design: aDesign, contact_id: contactId } }),
    foreignTo: business,
  },
  'POST /businesses/send-test-email': {
    who: business,
    foreign: ({ businessId }) => ({
      path: '/businesses/send-test-email',
      body: { email: 'mine@example.test', block: aDesign, business: businessId },
    }),
  },
  'GET /contacts/{id}/timeline': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/timeline` }),
  },
  'GET /contacts/{id}/consent': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/consent` }),
  },
  'GET /contacts/{id}/standing': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/standing` }),
  },
  'POST /contacts/{id}/lift-bounce': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/lift-bounce`, body: { address: 'ada@example.com' } }),
  },
  'GET /contacts/duplicates': { who: business, foreign: null },
  'PUT /contacts/{id}/duplicates': {
    who: business,
    foreign: ({ contactId }) => ({
      path: `/contacts/${contactId}/duplicates`,
      body: { other_id: '00000000-0000-4000-8000-000000000001', dismissed: true },
    }),
  },
  'POST /contacts/{id}/merge': {
    who: business,
    foreign: ({ contactId }) => ({
      path: `/contacts/${contactId}/merge`,
      body: { other_id: '00000000-0000-4000-8000-000000000001' },
    }),
  },
  'POST /contacts/{id}/evidence': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/evidence` }),
  },
  'POST /contacts/{id}/data-file': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/data-file` }),
  },
  'PUT /contacts/{id}/tags': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/tags`, body: { tags: ['mine'] } }),
  },
  'POST /contacts/{id}/opt-out': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/opt-out` }),
  },
  'POST /contacts/{id}/keep-subscribed': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/keep-subscribed` }),
  },

  'GET /broadcasts': { who: business, foreign: null },
  'POST /broadcasts': { who: business, foreign: null },
  'GET /broadcasts/{id}': { who: business, foreign: ofBroadcast('') },
  'PUT /broadcasts/{id}': { who: business, foreign: ofBroadcast('', { name: 'Mine now', revision: null }) },
  'DELETE /broadcasts/{id}': { who: business, foreign: ofBroadcast('') },
  'GET /broadcasts/{id}/sent-stats': { who: business, foreign: ofBroadcast('/sent-stats') },
  'GET /broadcasts/{id}/redemptions': { who: business, foreign: ofBroadcast('/redemptions') },
  'GET /broadcasts/{id}/recipients': { who: business, foreign: ofBroadcast('/recipients') },
  'POST /broadcasts/{id}/duplicate': { who: business, foreign: ofBroadcast('/duplicate', { name: 'Mine now' }) },
  'POST /broadcasts/{id}/resend': { who: business, foreign: ofBroadcast('/resend', { name: 'Mine now' }) },
  'POST /broadcasts/{id}/skipped': { who: business, foreign: ofBroadcast('/skipped', { name: 'Mine now' }) },
  'POST /broadcasts/{id}/schedule': { who: business, foreign: ofBroadcast('/schedule') },
  'POST /broadcasts/{id}/unschedule': { who: business, foreign: ofBroadcast('/unschedule') },
  'POST /broadcasts/{id}/pause': { who: business, foreign: ofBroadcast('/pause') },
  'POST /broadcasts/{id}/resume': { who: business, foreign: ofBroadcast('/resume') },
  'PUT /broadcasts/{id}/stop': { who: business, foreign: ofBroadcast('/stop') },
  'GET /broadcasts/approvals': { who: agency, foreign: null },
  'GET /broadcasts/{id}/approval': { who: agency, foreign: ofBroadcast('/approval') },
  'POST /broadcasts/{id}/approve': { who: agency, foreign: ofBroadcast('/approve', { revision: null }) },
  'POST /broadcasts/{id}/reject': { who: agency, foreign: ofBroadcast('/reject', { note: 'Mine now' }) },
  'POST /broadcasts/audience': { who: business, foreign: null },
  'POST /broadcasts/samples': { who: business, foreign: null },
  'POST /broadcasts/message-credit': { who: business, foreign: null },
  'POST /broadcasts/test': { who: business, foreign: null },

  'GET /contacts/{id}/automations': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/automations` }),
  },
  'GET /contacts/{id}/start-automation': {
    who: business,
    foreign: ({ contactId, automationId }) => ({
      path: `/contacts/${contactId}/start-automation?automationId=${automationId}`,
    }),
  },
  'POST /contacts/{id}/start-automation': {
    who: business,
    foreign: ({ contactId, automationId }) => ({
      path: `/contacts/${contactId}/start-automation`,
      body: { automationId },
    }),
  },
  'POST /contacts/{id}/stop-automation': {
    who: business,
    foreign: ({ contactId, automationId }) => ({
      path: `/contacts/${contactId}/stop-automation`,
      body: { automationId },
    }),
  },
  'POST /contacts/bulk-start-automation': {
    who: business,
    foreign: ({ contactId, automationId }) => ({
      path: '/contacts/bulk-start-automation',
      body: { automationId, contactIds: [contactId] },
    }),
  },
  'POST /automations/{id}/wait-contacts/{blockId}': {
    who: business,
    foreign: ofAutomation(`/wait-contacts${aStep}`, { act: 'stop' }),
  },
  'GET /automations/new-webhook': { who: business, foreign: null },
  'GET /automations/webhooks': { who: business, foreign: null },
  'GET /automations/signing-secret': { who: business, foreign: null },
  'POST /automations/signing-secret': { who: business, foreign: null },
  'POST /automations/webhooks/{id}/secret': {
    who: business,
    foreign: ({ automationHookId }) => ({ path: `/automations/webhooks/${automationHookId}/secret` }),
  },
  'DELETE /automations/webhooks/{id}': {
    who: business,
    foreign: ({ automationHookId }) => ({ path: `/automations/webhooks/${automationHookId}` }),
  },
  'GET /automations/webhooks/{id}': {
    who: business,
    foreign: ({ automationHookId }) => ({ path: `/automations/webhooks/${automationHookId}` }),
  },
  'PUT /automations/webhooks/{id}': {
    who: business,
    foreign: ({ automationHookId }) => ({
      path: `/automations/webhooks/${automationHookId}`,
      body: { mapping: [{ path: 'phone', to: { of: 'contact', name: 'phone' } }] },
    }),
  },
  'GET /automations/all': { who: business, foreign: null },
  'GET /automations': { who: business, foreign: null },
  'POST /automations': { who: business, foreign: null },
  'GET /automations/templates': { who: business, foreign: null },
  'GET /automations/{id}': { who: business, foreign: ofAutomation('') },
  'POST /automations/{id}': { who: business, foreign: ofAutomation('', { revision: null, name: 'Mine now' }) },
  'DELETE /automations/{id}': { who: business, foreign: ofAutomation('') },
  'GET /automations/{id}/unique-id': { who: business, foreign: ofAutomation('/unique-id') },
  // Whoever has a unique id may take a copy: this one names nothing.
  'POST /automations/{id}/clone': {
    who: business,
    foreign: () => ({ path: `/automations/${'A'.repeat(32)}/clone`, body: {} }),
  },
  'POST /automations/{id}/duplicate': { who: business, foreign: ofAutomation('/duplicate', { name: 'Mine now' }) },
  'POST /automations/{id}/refresh': { who: business, foreign: ofAutomation('/refresh') },
  'POST /automations/{id}/switch': { who: business, foreign: ofAutomation('/switch', { on: false }) },
  'GET /automations/{id}/versions': { who: business, foreign: ofAutomation('/versions') },
  'GET /automations/{id}/versions/{version}': { who: business, foreign: ofAutomation('/versions/1') },
  'GET /automations/{id}/overlaps': { who: business, foreign: ofAutomation('/overlaps') },
  'GET /automations/{id}/not-let-in': { who: business, foreign: ofAutomation('/not-let-in') },
  'POST /automations/{id}/try-again': { who: business, foreign: ofAutomation('/try-again') },
  'GET /automations/{id}/walk': {
    who: business,
    foreign: ({ automationId, contactId }) => ({ path: `/automations/${automationId}/walk?contact_id=${contactId}` }),
  },
  'GET /automations/{id}/rehearsal': { who: business, foreign: ofAutomation('/rehearsal') },
  'GET /automations/{id}/waiting': { who: business, foreign: ofAutomation('/waiting') },
  'GET /automations/{id}/runs': { who: business, foreign: ofAutomation('/runs') },
  'GET /automations/{id}/runs/{runId}': { who: business, foreign: ofAutomation(`/runs${aStep}`) },
  'GET /automations/{id}/wait-contacts/{blockId}': { who: business, foreign: ofAutomation(`/wait-contacts${aStep}`) },
  'GET /contacts/all': { who: business, foreign: null },
  'PUT /contacts/{id}/sync-keywords': {
    who: business,
    foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/sync-keywords`, body: { keywords: [] } }),
  },
  'GET /segments': { who: business, foreign: null },
  'POST /segments': { who: business, foreign: null },
  'POST /segments/count': { who: business, foreign: null },
  'PUT /segments/{id}': {
    who: business,
    foreign: ({ segmentId }) => ({
      path: `/segments/${segmentId}`,
      body: { name: 'Mine now', filter: { match: 'all', groups: [{ match: 'all', conditions: [aCondition] }] } },
    }),
  },
  'DELETE /segments/{id}': { who: business, foreign: ({ segmentId }) => ({ path: `/segments/${segmentId}` }) },
  'POST /contacts/bulk-count': { who: business, foreign: ofMany('/contacts/bulk-count') },
  'PUT /contacts/bulk-assign-keywords': {
    who: business,
    foreign: ofMany('/contacts/bulk-assign-keywords', { keywords: ['PIZZA'] }),
  },
  'PUT /contacts/bulk-tags': { who: business, foreign: ofMany('/contacts/bulk-tags', { tags: ['mine'] }) },
  'POST /contacts/bulk-opt-out': { who: business, foreign: ofMany('/contacts/bulk-opt-out') },
  'DELETE /contacts/bulk-remove': { who: business, foreign: ofMany('/contacts/bulk-remove') },
  'GET /contacts/export': { who: business, foreign: null },
  'POST /contacts/export': { who: business, foreign: ofMany('/contacts/export') },
  'GET /broadcasts/{id}/recipients/export': { who: business, foreign: ofBroadcast('/recipients/export') },
  'POST /broadcasts/{id}/recipients/export': { who: business, foreign: ofBroadcast('/recipients/export', {}) },
  'GET /contacts/bulk': { who: business, foreign: null },
  'GET /contacts/bulk/{id}': { who: business, foreign: ({ bulkId }) => ({ path: `/contacts/bulk/${bulkId}` }) },
  'POST /contacts/bulk/{id}/cancel': {
    who: business,
    foreign: ({ bulkId }) => ({ path: `/contacts/bulk/${bulkId}/cancel` }),
  },
  'GET /redemptions': { who: business, foreign: null },
  'GET /redemptions/export': { who: business, foreign: ofCampaignQuery('/redemptions/export') },
  'POST /redemptions/export': {
    who: business,
    foreign: ({ campaignId }) => ({ path: '/redemptions/export', body: { coupon_id: campaignId } }),
  },
  'POST /redemptions': {
    who: business,
    foreign: ({ contactId }) => ({
      path: '/redemptions',
      body: { coupon_id: '00000000-0000-4000-8000-000000000001', contact_id: contactId },
    }),
  },
  'GET /redemptions/liability': { who: business, foreign: null },
  'PUT /redemptions/{id}': {
    who: business,
    foreign: ({ couponId }) => ({ path: `/redemptions/${couponId}`, body: { action: 'extend', expires_at: null } }),
  },
  'DELETE /redemptions/{id}': { who: business, foreign: ({ couponId }) => ({ path: `/redemptions/${couponId}` }) },
  'POST /coupons/{uniqueId}/static-code': {
    who: business,
    foreign: ({ uniqueId }) => ({ path: `/coupons/${uniqueId}/static-code`, body: { code: 'SAVE10' } }),
  },
  'GET /coupons/{uniqueId}/code/{code}': { who: 'public', foreign: null },
  'POST /coupons/redemption': { who: 'public', foreign: null },
  'POST /coupons/{id}/redeem': { who: 'public', foreign: null },
  'GET /tills': { who: business, foreign: null },
  'POST /tills': { who: business, foreign: null },
  'DELETE /tills/{id}': { who: business, foreign: ({ tillId }) => ({ path: `/tills/${tillId}` }) },
  'POST /tills/pair': { who: 'public', foreign: null },
  'POST /tills/counter': { who: 'public', foreign: null },
  'POST /tills/holders': { who: 'public', foreign: null },
  'POST /tills/undo': { who: 'public', foreign: null },
  'GET /campaigns': { who: business, foreign: null },
  'POST /campaigns': { who: business, foreign: null },
  'GET /campaigns/{id}': { who: business, foreign: ofCampaign('') },
  'PUT /campaigns/{id}': { who: business, foreign: ofCampaign('', { name: 'Mine now' }) },
  'DELETE /campaigns/{id}': { who: business, foreign: ofCampaign('') },
  'GET /coupons': { who: business, foreign: null },
  'GET /coupons/stats': { who: business, foreign: null },
  'GET /coupons/loops': { who: business, foreign: null },
  'GET /coupons/keywords': { who: business, foreign: null },
  'GET /coupons/{id}': { who: business, foreign: ofCoupon('') },
  'PUT /coupons/{id}': { who: business, foreign: ofCoupon('', { name: 'Mine now' }) },
  'DELETE /coupons/{id}': { who: business, foreign: ofCoupon('') },
  'GET /coupons/{id}/unique-id': { who: business, foreign: ofCoupon('/unique-id') },
  'GET /coupons/{id}/script': { who: business, foreign: ofCoupon('/script') },
  'PUT /coupons/{id}/update-setting': { who: business, foreign: ofCoupon('/update-setting', { double_opt_in: true }) },
  'POST /coupons/{id}/duplicate': { who: business, foreign: ofCoupon('/duplicate', { name: 'Copy', keyword: 'COPY' }) },
  'POST /coupons/{id}/clone': {
    who: business,
    foreign: () => ({ path: `/coupons/${'A'.repeat(32)}/clone`, body: { name: 'Clone', keyword: 'CLONE' } }),
  },
  'POST /coupons/{id}/send-email': { who: business, foreign: ofCoupon('/send-email', { email: 'mine@example.com' }) },
  'POST /coupons/{id}/test-notification': {
    who: business,
    foreign: ofCoupon('/test-notification', { what: 'alert', text: 'Somebody', phone: null }),
  },
  'POST /coupons/upload-image': { who: business, foreign: null },
  'GET /landings': { who: business, foreign: null },
  'POST /landings': { who: business, foreign: null },
  'GET /landings/{id}': { who: business, foreign: ofLanding('') },
  'PUT /landings/{id}': { who: business, foreign: ofLanding('', { sections: {}, publish: false }) },
  'DELETE /landings/{id}': { who: business, foreign: ofLanding('') },
  'GET /coupons/{id}/stats': { who: business, foreign: ofCoupon('/stats') },
  'GET /landings/{id}/stats': { who: business, foreign: ofLanding('/stats') },
  'GET /landings/{id}/entries': { who: business, foreign: ofLanding('/entries') },
  'GET /landings/{id}/tests': { who: business, foreign: ofLanding('/tests') },
  'POST /landings/{id}/tests': { who: business, foreign: ofLanding('/tests', { versions: [1, 2] }) },
  'PUT /landings/{id}/tests/{test}': {
    who: business,
    foreign: ({ campaignId, couponId }) => ({ path: `/landings/${campaignId}/tests/${couponId}`, body: { keep: 1 } }),
  },
  'GET /landings/{couponId}/rewards': { who: business, foreign: ofLanding('/rewards') },
  'POST /landings/{couponId}/rewards': { who: business, foreign: ofLanding('/rewards', aReward) },
  'POST /landings/{couponId}/rewards/preview': {
    who: business,
    foreign: ofLanding('/rewards/preview', { id: null, points: 1, active: true }),
  },
  'PUT /landings/{couponId}/rewards/{id}': {
    who: business,
    foreign: ({ campaignId }) => ({ path: `/landings/${campaignId}/rewards/${campaignId}`, body: aReward }),
  },
  'PUT /landings/{couponId}/rewards/{id}/status': {
    who: business,
    foreign: ({ campaignId }) => ({ path: `/landings/${campaignId}/rewards/${campaignId}/status`, body: {} }),
  },
  'DELETE /landings/{couponId}/rewards/{id}': {
    who: business,
    foreign: ({ campaignId }) => ({ path: `/landings/${campaignId}/rewards/${campaignId}` }),
  },
  'PUT /landings/{id}/order-points': { who: business, foreign: ofLanding('/order-points', { orders: [] }) },
  'GET /leaderboard': { who: business, foreign: ofCampaignQuery('/leaderboard') },
  'GET /contacts/leaderboard': { who: business, foreign: ofCampaignQuery('/contacts/leaderboard') },
  'GET /landings/{id}/referrals': { who: business, foreign: ofLanding('/referrals') },
  'PUT /landings/{couponId}/referrals/{id}': {
    who: business,
    foreign: ({ campaignId }) => ({
      path: `/landings/${campaignId}/referrals/${campaignId}`,
      body: { member_id: campaignId, accept: true },
    }),
  },
  'GET /landings/{id}/unlocked': { who: business, foreign: ofLanding('/unlocked') },
  'POST /landings/{couponId}/rewards/{id}/hand-out': {
    who: business,
    foreign: ({ campaignId }) => ({
      path: `/landings/${campaignId}/rewards/${campaignId}/hand-out`,
      body: { member_id: campaignId, redemption_id: campaignId },
    }),
  },
  'GET /landings/{id}/votes': { who: business, foreign: ofLanding('/votes') },
  'GET /landings/{id}/ballots': { who: business, foreign: ofLanding('/ballots') },
  'GET /landings/{id}/ballots/export': { who: business, foreign: ofLanding('/ballots/export') },
  'POST /landings/{id}/ballots/export': { who: business, foreign: ofLanding('/ballots/export', {}) },
  'GET /landings/{id}/submissions/export': { who: business, foreign: ofLanding('/submissions/export') },
  'POST /landings/{id}/submissions/export': { who: business, foreign: ofLanding('/submissions/export', {}) },
  'PUT /landings/{couponId}/ballots/{id}': {
    who: business,
    foreign: ({ campaignId }) => ({ path: `/landings/${campaignId}/ballots/${campaignId}`, body: { counts: true } }),
  },
  'POST /order': { who: 'public', foreign: null },
  'POST /business/order': { who: 'public', foreign: null },
  'POST /order-onetime': { who: 'public', foreign: null },
  'GET /order-page/{id}': { who: 'public', foreign: null },
  'GET /pages/{id}': { who: 'public', foreign: null },
  'POST /landings/{id}/send-contact': { who: 'public', foreign: null },
  'POST /loops/{id}/send-contact': { who: 'public', foreign: null },
  'GET /thanks/{token}': { who: 'public', foreign: null },
  'GET /loop/{token}': { who: 'public', foreign: null },
  'GET /contact/verify/email/{token}': { who: 'public', foreign: null },
  'POST /unsubscribe': { who: 'public', foreign: null },
  'POST /rewards/{token}/action': { who: 'public', foreign: null },
  'GET /rewards/{token}/stats': { who: 'public', foreign: null },
  'POST /thanks/{token}/rewards/{rewardId}': { who: 'public', foreign: null },
  'GET /keywords': { who: business, foreign: null },
  'POST /keywords': { who: business, foreign: null },
  'PUT /keywords/{id}': { who: business, foreign: ofKeyword({ keyword: 'MINENOW' }) },
  'DELETE /keywords/{id}': { who: business, foreign: ofKeyword() },
  'POST /keywords/has-static-coupon': { who: business, foreign: null },
  'POST /keywords/has-features': { who: business, foreign: null },

  'GET /activity': {
    who: everybody,
    foreign: ({ businessId }) => ({ path: `/activity?business_id=${businessId}` }),
    foreignTo: ['Agency', 'Business'],
  },

  'GET /notifications': { who: everybody, foreign: null },
  'GET /notifications/list': { who: admin, foreign: null },
  'POST /notifications': { who: admin, foreign: null },
  'POST /notification/{id}/read': {
    who: everybody,
    foreign: ({ notificationId }) => ({ path: `/notification/${notificationId}/read` }),
  },
  'DELETE /notification/{id}': {
    who: everybody,
    foreign: ({ notificationId }) => ({ path: `/notification/${notificationId}` }),
  },
  'POST /notifications/mark-all': { who: everybody, foreign: null },
  'GET /notifications/checkpoint-emails': { who: payers, foreign: null },
  'PUT /notifications/checkpoint-emails': { who: payers, foreign: null },
  'POST /pusher/beams-auth': { who: business, foreign: null },
  'GET /push/config': { who: business, foreign: null },
  'POST /push/subscriptions': { who: business, foreign: null },
  'DELETE /push/subscriptions': { who: business, foreign: null },

  'POST /uploads/image': { who: everybody, foreign: null },
  'GET /stock-photos': { who: business, foreign: null },

  'POST /contacts/import': { who: business, foreign: null },
  'GET /contacts/uploads': { who: business, foreign: null },
  'GET /contacts/uploads/{id}': { who: business, foreign: ofUpload('/contacts/uploads/{id}') },
  'DELETE /contacts/uploads/{id}': { who: business, foreign: ofUpload('/contacts/uploads/{id}') },
  'GET /contacts/uploads/{id}/token': { who: business, foreign: ofUpload('/contacts/uploads/{id}/token') },
  'PUT /uploads/{id}/plan': { who: ['Admin', 'Business'], foreign: ofUpload('/uploads/{id}/plan', uploadPlan) },
  'PUT /uploads/{id}/reading': {
    who: ['Admin', 'Business'],
    foreign: ofUpload('/uploads/{id}/reading', { header: 2 }),
  },
  'POST /uploads/{id}/start': {
    who: ['Admin', 'Business'],
    foreign: ofUpload('/uploads/{id}/start', { statement: 'Mine now.' }),
  },
  'POST /uploads/{id}/undo': { who: ['Admin', 'Business'], foreign: ofUpload('/uploads/{id}/undo') },
  'GET /uploads': { who: admin, foreign: null },
  'POST /uploads': { who: admin, foreign: null },
  'GET /uploads/{id}': { who: admin, foreign: ofUpload('/uploads/{id}') },
  'DELETE /uploads/{id}': { who: admin, foreign: ofUpload('/uploads/{id}') },
  'GET /uploads/{id}/token': { who: admin, foreign: ofUpload('/uploads/{id}/token') },
};
