import { emptyDesign } from '../../../domain/email-design/model.ts';
import type { Role } from '../../../api/contract/common.ts';
import type { Theirs } from './visits.ts';

/** A call of one's own in whose query or body an id of somebody else's thing stands. */
export interface Mention {
  readonly path: string;
  readonly body?: unknown;
  /** Who makes it; left out: somebody of a business. */
  readonly by?: Role;
}
type Mentioning = (theirs: Theirs, mine: Theirs) => readonly Mention[];

const conditionsOf = ({ campaignId, segmentId, uploadId, customFieldId, broadcastId }: Theirs) => [
  { field: 'campaign', has: 'none', ids: [campaignId] },
  { field: 'campaign', has: 'any', ids: [campaignId] },
  { field: 'segment', has: 'any', ids: [segmentId] },
  { field: 'segment', has: 'none', ids: [segmentId] },
  { field: 'upload', has: 'any', ids: [uploadId] },
  { field: 'custom', id: customFieldId, value: { is: 'known' } },
  { field: 'custom', id: customFieldId, value: { is: 'not-known' } },
  { field: 'engagement', did: 'sent', not: false, within: null, channel: null, of: broadcastId },
];
const filtersOf = (theirs: Theirs) =>
  conditionsOf(theirs).map((one) => ({ match: 'all', groups: [{ match: 'all', conditions: [one] }] }));
const all = { match: 'all', groups: [] };

const nobody = {
  keywords: [],
  segment_ids: [],
  contact_ids: [],
  filter: all,
  except_segment_ids: [],
  except_keywords: [],
};
const audiencesOf = (theirs: Theirs, mine: Theirs) => [
  { ...nobody, segment_ids: [theirs.segmentId] },
  { ...nobody, segment_ids: [mine.segmentId, theirs.segmentId] },
  { ...nobody, contact_ids: [theirs.contactId] },
  { ...nobody, contact_ids: [mine.contactId, theirs.contactId] },
  { ...nobody, except_segment_ids: [theirs.segmentId] },
  { ...nobody, recipients_of: { broadcast_id: theirs.broadcastId, ends: ['delivered', 'stopped'], reasons: [] } },
  ...filtersOf(theirs).map((filter) => ({ ...nobody, filter })),
];
const contactForm = {
  first_name: 'Ada',
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  tags: [],
};
const words = { kind: 'text', body: 'Hello {{first_name|there}}', media: [] };
const email = ({ emailTemplateId }: Theirs) => ({
  kind: 'mail',
  subject: 'Hello',
  preheader: null,
  design_id: emailTemplateId,
});
const draft = { name: 'Mine', type: 'sms', contents: [words] };

const many =
  (path: string, body: object = {}): Mentioning =>
  (theirs, mine) =>
    [
      { contact_ids: [mine.contactId, theirs.contactId] },
      { filters: { segment_id: theirs.segmentId } },
      { filters: { except: [theirs.contactId] } },
      ...filtersOf(theirs).map((filter) => ({ filters: { filter } })),
    ].map((whose) => ({ path, body: { ...body, ...whose } }));

const step = { name: null, off: false };
const on = (next: string | null = null) => ({ next, failed: null });
const question = { body: 'Which?', again: '', tries: 2, patience: { amount: 1, unit: 'hours' } };
const at = { offset: 0, at: '09:00', zone: 'business' };
const stepId = '0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a';

const occurrencesOf = ({ campaignId, uploadId, customFieldId, broadcastId, automationHookId }: Theirs) => [
  { kind: 'opted-in', keyword: null, campaign_id: campaignId },
  { kind: 'page-submitted', campaign_id: campaignId },
  { kind: 'coupon-redeemed', campaign_id: campaignId },
  { kind: 'reward-unlocked', campaign_id: campaignId, reward_id: campaignId },
  { kind: 'points-reached', campaign_id: campaignId, points: 1 },
  { kind: 'contact-imported', upload_id: uploadId },
  { kind: 'field-changed', field: { of: 'custom', id: customFieldId }, to: null },
  { kind: 'link-clicked', source_id: broadcastId },
  { kind: 'broadcast-sent', broadcast_id: broadcastId },
  { kind: 'webhook-received', webhook_id: automationHookId },
];
const triggersOf = (theirs: Theirs) => [
  ...[
    ...occurrencesOf(theirs),
    { kind: 'date', when: { ...at, day: { of: 'custom', id: theirs.customFieldId, yearly: true } } },
    { kind: 'coupon-expiring', campaign_id: theirs.campaignId, days: 3 },
    { kind: 'broadcast-not-clicked', broadcast_id: theirs.broadcastId, hours: 24 },
  ].map((what) => ({ on: what, filter: all })),
  ...filtersOf(theirs).map((filter) => ({ on: { kind: 'by-hand' }, filter })),
];
const stepsOf = (theirs: Theirs) => {
  const { campaignId, customFieldId, emailTemplateId, userId } = theirs;
  const asks = { ...step, ...question, to: { ...on(), given_up: null } };
  return [
    { ...step, kind: 'Notification', body: 'Hi', media: [], campaign_id: campaignId, to: on() },
    {
      ...step,
      kind: 'SendEmail',
      subject: 'Hi',
      preheader: '',
      design_id: emailTemplateId,
      campaign_id: null,
      to: on(),
    },
    { ...step, kind: 'SendEmail', subject: 'Hi', preheader: '', design_id: null, campaign_id: campaignId, to: on() },
    { ...step, kind: 'Redemption', campaign_id: campaignId, body: '', to: on() },
    { ...step, kind: 'SubscribeContactToList', campaign_id: campaignId, to: on() },
    { ...step, kind: 'Assign', user_id: userId, to: on() },
    { ...asks, kind: 'CollectContactData', field: { of: 'custom', id: customFieldId } },
    { ...asks, kind: 'ImageUpload', field_id: customFieldId },
    {
      ...step,
      kind: 'Wait',
      to: { next: null, otherwise: null },
      until: { kind: 'date', when: { ...at, day: { of: 'custom', id: customFieldId, yearly: false } } },
    },
    ...occurrencesOf(theirs).flatMap((event) => [
      {
        ...step,
        kind: 'Wait',
        to: { next: null, otherwise: null },
        until: { kind: 'event', event, timeout: { amount: 1, unit: 'days' } },
      },
      { ...step, kind: 'Goal', event, to: { next: null } },
    ]),
    ...filtersOf(theirs).map((checks) => ({ kind: 'Condition', name: null, checks, to: { yes: null, no: null } })),
  ];
};
const byHand = [{ on: { kind: 'by-hand' }, filter: all }];
/** Whole documents, each of which mentions one thing of theirs. */
const documentsOf = (theirs: Theirs) => [
  ...triggersOf(theirs).map((trigger) => ({
    triggers: [trigger],
    reentry: { kind: 'once' },
    start: stepId,
    nodes: { [stepId]: { kind: 'End', name: null, to: {} } },
  })),
  ...stepsOf(theirs).map((one) => ({
    triggers: byHand,
    reentry: { kind: 'once' },
    start: stepId,
    nodes: { [stepId]: one },
  })),
];

const redemptions = ({ campaignId, contactId, tillId }: Theirs) => [
  { coupon_id: campaignId },
  { contact_id: contactId },
  { till_id: tillId },
];
const asQuery = (given: Readonly<Record<string, string>>): string => new URLSearchParams(given).toString();
const queries = (path: string, given: readonly Readonly<Record<string, string>>[]): readonly Mention[] =>
  given.map((one) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${asQuery(one)}` }));
const filterQueries = (theirs: Theirs) => [
  { segment_id: theirs.segmentId },
  ...filtersOf(theirs).map((filter) => ({ filter: JSON.stringify(filter) })),
];

/**
 * By the names of calls. What is answered to the ids of somebody else's things is word for word what is answered to ids
 * of nothing, and nothing of theirs changes. A call whose query or body takes ids and that is neither here nor in
 * `visits` with such an id fails the walk.
 */
const ofPayer = (path: string, agencyId: string, businessId: string): readonly Mention[] => [
  { path: `${path}?agency_id=${agencyId}`, by: 'Agency' },
  { path: `${path}?business_id=${businessId}`, by: 'Agency' },
  { path: `${path}?business_id=${businessId}` },
];
const historyOf = (rest: string, agencyId: string, businessId: string) =>
  ofPayer(`/reports/billing-history${rest}`, agencyId, businessId);
const tenantsOfReport = (name: string, theirs: Theirs): readonly Mention[] => [
  { path: `/reports/${name}?agency_id=${theirs.agencyId}`, by: 'Agency' },
  { path: `/reports/${name}?business_id=${theirs.businessId}`, by: 'Agency' },
  ...queries(`/reports/${name}`, [{ agency_id: theirs.agencyId }, { business_id: theirs.businessId }]),
];
const ofReport = (name: string, theirs: Theirs): readonly Mention[] => [
  ...tenantsOfReport(name, theirs),
  ...queries(`/reports/${name}`, [
    { contact_id: theirs.contactId },
    { campaign_id: theirs.campaignId },
    { broadcast_id: theirs.broadcastId },
    { automation_id: theirs.automationId },
  ]),
];
const line = '&channel=sms&direction=out&country=US&carrier_class=local&rate_id=00000000-0000-4000-8000-000000000001';
const ofReportExport = (name: string, theirs: Theirs): readonly Mention[] => [
  { path: `/reports/${name}/exports`, body: { agency_id: theirs.agencyId }, by: 'Agency' },
  ...[
    { business_id: theirs.businessId },
    { contact_id: theirs.contactId },
    { campaign_id: theirs.campaignId },
    { broadcast_id: theirs.broadcastId },
    { automation_id: theirs.automationId },
  ].map((body) => ({ path: `/reports/${name}/exports`, body })),
];
export const mentions: Readonly<Record<string, Mentioning>> = {
  'POST /reports/mdr-list/exports': (theirs) => ofReportExport('mdr-list', theirs),
  'POST /reports/sms-list/exports': (theirs) => ofReportExport('sms-list', theirs),
  'POST /reports/bdr-list/exports': ({ agencyId, businessId }) => [
    { path: '/reports/bdr-list/exports', body: { agency_id: agencyId }, by: 'Agency' },
    { path: '/reports/bdr-list/exports', body: { business_id: businessId }, by: 'Agency' },
  ],
  'POST /reports/call-list/exports': ({ agencyId, businessId, contactId }) => [
    { path: '/reports/call-list/exports', body: { agency_id: agencyId }, by: 'Agency' },
    ...[{ business_id: businessId }, { contact_id: contactId }].map((body) => ({
      path: '/reports/call-list/exports',
      body,
    })),
  ],
  'POST /reports/consent-list/exports': ({ agencyId, businessId, contactId, campaignId }) => [
    { path: '/reports/consent-list/exports', body: { agency_id: agencyId }, by: 'Agency' },
    ...[{ business_id: businessId }, { contact_id: contactId }, { campaign_id: campaignId }].map((body) => ({
      path: '/reports/consent-list/exports',
      body,
    })),
  ],
  'GET /businesses': ({ agencyId }) => [{ path: `/businesses?agency_id=${agencyId}`, by: 'Agency' }],
  'GET /reports/mdr-list': (theirs) => ofReport('mdr-list', theirs),
  'GET /reports/sms-list': (theirs) => ofReport('sms-list', theirs),
  'GET /reports/bdr-list': (theirs) => tenantsOfReport('bdr-list', theirs),
  'GET /reports/call-list': (theirs) => [
    ...tenantsOfReport('call-list', theirs),
    ...queries('/reports/call-list', [{ contact_id: theirs.contactId }]),
  ],
  'GET /reports/consent-list': (theirs) => [
    ...tenantsOfReport('consent-list', theirs),
    ...queries('/reports/consent-list', [{ contact_id: theirs.contactId }, { campaign_id: theirs.campaignId }]),
  ],
  'GET /subscriptions/next-invoices': ({ agencyId, businessId }) =>
    ofPayer('/subscriptions/next-invoices', agencyId, businessId),
  'GET /reports/billing-history': ({ agencyId, businessId }) => historyOf('', agencyId, businessId),
  'GET /reports/billing-history/{id}': ({ agencyId, businessId }) => historyOf('/in_none', agencyId, businessId),
  'GET /reports/billing-history/{id}/lines': ({ agencyId, businessId }) =>
    historyOf('/in_none/lines', agencyId, businessId),
  'GET /reports/billing-history/{id}/documents': ({ agencyId, businessId }) =>
    historyOf('/in_none/documents', agencyId, businessId),
  'GET /statements': ({ agencyId, businessId }) => [
    { path: `/statements?business_id=${businessId}`, by: 'Agency' },
    { path: `/statements?agency_id=${agencyId}`, by: 'Agency' },
  ],
  'GET /statements/file': ({ agencyId, businessId }) => [
    { path: `/statements/file?business_id=${businessId}`, by: 'Agency' },
    { path: `/statements/file?agency_id=${agencyId}`, by: 'Agency' },
  ],
  'GET /bills/file': ({ businessId }) => [
    { path: `/bills/file?business_id=${businessId}&month=2026-10`, by: 'Agency' },
  ],
  'POST /bills/send': ({ businessId }) => [
    { path: '/bills/send', body: { business_id: businessId, month: '2026-10', seen: 0 }, by: 'Agency' },
  ],
  'POST /rates/bulk': ({ businessId }) => [
    {
      path: '/rates/bulk',
      body: { rates: [{ channel: 'sms', currency: 'USD', from: '2030-01-01', price: 1, business_id: businessId }] },
      by: 'Agency',
    },
  ],
  'POST /statements/preview': ({ agencyId, businessId }) => [
    {
      path: '/statements/preview',
      body: {
        month: '2026-10',
        agency_id: agencyId,
        business_id: businessId,
        prices: [{ channel: 'sms', currency: 'USD', price: 1, business_id: businessId }],
      },
      by: 'Agency',
    },
  ],
  'GET /statements/items': ({ agencyId, businessId }) => [
    { path: `/statements/items?business_id=${businessId}${line}`, by: 'Agency' },
    { path: `/statements/items?agency_id=${agencyId}&business_id=${businessId}${line}`, by: 'Agency' },
  ],
  'POST /rates': ({ businessId }) => [
    {
      path: '/rates',
      by: 'Agency',
      body: { channel: 'sms', currency: 'USD', from: '2030-01-01', price: 1, business_id: businessId },
    },
  ],
  'POST /businesses': ({ agencyId }) => [
    {
      path: '/businesses',
      by: 'Agency',
      body: {
        name: 'Mine',
        email: `${crypto.randomUUID()}@example.test`,
        first_name: 'Mallory',
        timezone: 'America/New_York',
        agency_id: agencyId,
      },
    },
  ],
  'GET /activity': ({ agencyId, userId }) => [
    { path: `/activity?agency_id=${agencyId}`, by: 'Agency' },
    { path: `/activity?user_id=${userId}` },
    { path: `/activity?user_id=${userId}`, by: 'Agency' },
  ],

  'GET /livechat': ({ userId }) => [{ path: `/livechat?assignee=${userId}` }],
  'PUT /livechat/settings': ({ userId }) => [
    { path: '/livechat/settings', body: { mode: 'round-robin', people: [userId], reply_minutes: null, hours: null } },
  ],
  'PUT /livechat/{id}': ({ userId }, mine) => [{ path: `/livechat/${mine.contactId}`, body: { assignee_id: userId } }],

  'POST /landings/{couponId}/rewards/preview': ({ campaignId }, mine) => [
    { path: `/landings/${mine.campaignId}/rewards/preview`, body: { id: campaignId, points: 1, active: true } },
  ],
  'PUT /landings/{id}/order-points': ({ campaignId }, mine) => [
    { path: `/landings/${mine.campaignId}/order-points`, body: { orders: [campaignId] } },
  ],
  'POST /coupons/{uniqueId}/static-code': ({ campaignId }, mine) => [
    { path: `/coupons/${mine.uniqueId}/static-code`, body: { code: 'SAVE10', coupon_id: campaignId } },
  ],

  'GET /redemptions': (theirs) => queries('/redemptions', redemptions(theirs)),
  'GET /redemptions/liability': ({ campaignId }) => queries('/redemptions/liability', [{ coupon_id: campaignId }]),
  'GET /redemptions/export': (theirs) => queries('/redemptions/export', redemptions(theirs)),
  'POST /redemptions/export': (theirs) => redemptions(theirs).map((body) => ({ path: '/redemptions/export', body })),
  'POST /redemptions': ({ campaignId, contactId }, mine) => [
    { path: '/redemptions', body: { coupon_id: campaignId, contact_id: mine.contactId } },
    { path: '/redemptions', body: { coupon_id: mine.campaignId, contact_id: contactId } },
  ],
  'PUT /redemptions/{id}': ({ couponId }, mine) => [
    { path: `/redemptions/${mine.couponId}`, body: { action: 'undo', redemption_id: couponId } },
  ],

  'PUT /contacts/{id}/duplicates': ({ contactId }, mine) => [
    { path: `/contacts/${mine.contactId}/duplicates`, body: { other_id: contactId, dismissed: true } },
    { path: `/contacts/${contactId}/duplicates`, body: { other_id: mine.contactId, dismissed: true } },
  ],
  'POST /contacts/{id}/merge': ({ contactId }, mine) => [
    { path: `/contacts/${mine.contactId}/merge`, body: { other_id: contactId } },
    { path: `/contacts/${contactId}/merge`, body: { other_id: mine.contactId } },
  ],
  'POST /contacts': ({ customFieldId }) => [
    { path: '/contacts', body: { ...contactForm, phone: '+12025550177', custom: { [customFieldId]: 'mine now' } } },
  ],
  'PUT /contacts/{id}': ({ customFieldId }, mine) => [
    { path: `/contacts/${mine.contactId}`, body: { ...contactForm, custom: { [customFieldId]: 'mine now' } } },
  ],
  'GET /contacts': (theirs) => queries('/contacts', filterQueries(theirs)),
  'GET /contacts/export': (theirs) => queries('/contacts/export', filterQueries(theirs)),
  'POST /contacts/export': many('/contacts/export', { columns: ['phone'] }),
  'POST /contacts/bulk-count': many('/contacts/bulk-count'),
  'PUT /contacts/bulk-assign-keywords': many('/contacts/bulk-assign-keywords', { keywords: ['PIZZA'] }),
  'PUT /contacts/bulk-tags': many('/contacts/bulk-tags', { tags: ['mine'] }),
  'POST /contacts/bulk-opt-out': many('/contacts/bulk-opt-out'),
  'DELETE /contacts/bulk-remove': many('/contacts/bulk-remove'),
  'POST /segments': (theirs) =>
    filtersOf(theirs).map((filter) => ({ path: '/segments', body: { name: crypto.randomUUID(), filter } })),
  'PUT /segments/{id}': (theirs, mine) =>
    filtersOf(theirs).map((filter) => ({
      path: `/segments/${mine.segmentId}`,
      body: { name: crypto.randomUUID(), filter },
    })),
  'POST /segments/count': (theirs) =>
    filtersOf(theirs).map((filter) => ({ path: '/segments/count', body: { filter } })),
  'POST /email-designs/preview': ({ contactId }) => [
    { path: '/email-designs/preview', body: { design: emptyDesign(), contact_id: contactId } },
  ],
  'POST /businesses/send-test-email': ({ contactId }, mine) => [
    {
      path: '/businesses/send-test-email',
      body: { email: 'mine@example.test', block: emptyDesign(), business: mine.businessId, contact_id: contactId },
    },
  ],

  'POST /broadcasts/audience': (theirs, mine) =>
    audiencesOf(theirs, mine).map((audience) => ({
      path: '/broadcasts/audience',
      body: { type: 'sms', audience, window_hours: null },
    })),
  'POST /broadcasts/samples': (theirs, mine) =>
    audiencesOf(theirs, mine).map((audience) => ({ path: '/broadcasts/samples', body: { type: 'sms', audience } })),
  'POST /broadcasts/message-credit': (theirs, mine) => {
    const question = { window_hours: null, schedule: { kind: 'now' }, valid_hours: 24 };
    const path = '/broadcasts/message-credit';
    return [
      ...audiencesOf(theirs, mine).map((audience) => ({
        path,
        body: { ...question, type: 'sms', contents: [words], audience },
      })),
      { path, body: { ...question, type: 'email', contents: [email(theirs)], audience: nobody } },
    ];
  },
  'POST /broadcasts/test': (theirs) => [
    {
      path: '/broadcasts/test',
      body: { type: 'sms', content: words, to: ['+12025550199'], contact_id: theirs.contactId },
    },
    {
      path: '/broadcasts/test',
      body: { type: 'sms', content: words, to: ['+12025550199'], contact_id: null, campaign_id: theirs.campaignId },
    },
    {
      path: '/broadcasts/test',
      body: { type: 'email', content: email(theirs), to: ['mine@example.test'], contact_id: null },
    },
  ],
  'POST /broadcasts': (theirs, mine) => [
    ...audiencesOf(theirs, mine).map((audience) => ({ path: '/broadcasts', body: { ...draft, audience } })),
    { path: '/broadcasts', body: { name: 'Mine', type: 'email', contents: [email(theirs)] } },
    { path: '/broadcasts', body: { ...draft, campaign_id: theirs.campaignId } },
  ],
  'PUT /broadcasts/{id}': (theirs, mine) =>
    [
      ...audiencesOf(theirs, mine).map((audience) => ({ audience })),
      { contents: [email(theirs)] },
      { campaign_id: theirs.campaignId },
    ].map((changes) => ({
      path: `/broadcasts/${mine.broadcastId}`,
      body: { audience: nobody, contents: [words], campaign_id: null, ...changes, revision: null },
    })),

  'GET /contacts/uploads': ({ businessId }) => queries('/contacts/uploads', [{ business_id: businessId }]),
  'PUT /uploads/{id}/plan': ({ campaignId, customFieldId }, mine) =>
    [
      { columns: [{ target: 'phone', policy: 'overwrite' }], campaign_ids: [campaignId] },
      { columns: [{ target: `custom:${customFieldId}`, policy: 'overwrite' }] },
    ].map((plan) => ({
      path: `/uploads/${mine.uploadId}/plan`,
      body: { country: 'US', consent: { texts: false, emails: false }, ...plan },
    })),

  'PUT /automations/webhooks/{id}': ({ customFieldId }, mine) => [
    {
      path: `/automations/webhooks/${mine.automationHookId}`,
      body: {
        mapping: [
          { path: 'phone', to: { of: 'contact', name: 'phone' } },
          { path: 'size', to: { of: 'custom', id: customFieldId } },
        ],
      },
    },
  ],
  'PUT /integrations/{id}/intake': ({ campaignId, customFieldId }, mine) => {
    const path = `/integrations/${mine.integrationId}/intake`;
    const phone = { path: 'phone', to: { of: 'contact', name: 'phone' }, rule: 'fill' };
    const custom = { path: 'size', to: { of: 'custom', id: customFieldId }, rule: 'fill' };
    return [
      { path, body: { mapping: [phone, custom], campaigns: [] } },
      { path, body: { mapping: [], campaigns: [{ part: '', campaign_id: campaignId }] } },
    ];
  },
  'GET /contacts/{id}/automations': ({ contactId, segmentId }, mine) =>
    queries(`/contacts/${mine.contactId}/automations`, [{ contact_id: contactId }, { node: segmentId }]),
  'GET /contacts/{id}/start-automation': ({ contactId, automationId }, mine) => [
    { path: `/contacts/${mine.contactId}/start-automation?automationId=${automationId}` },
    { path: `/contacts/${contactId}/start-automation?automationId=${mine.automationId}` },
  ],
  'POST /contacts/{id}/start-automation': ({ contactId, automationId }, mine) => [
    { path: `/contacts/${mine.contactId}/start-automation`, body: { automationId } },
    { path: `/contacts/${contactId}/start-automation`, body: { automationId: mine.automationId } },
  ],
  'POST /contacts/{id}/stop-automation': ({ contactId, automationId }, mine) => [
    { path: `/contacts/${mine.contactId}/stop-automation`, body: { automationId } },
    { path: `/contacts/${contactId}/stop-automation`, body: { automationId: mine.automationId } },
  ],
  'POST /contacts/bulk-start-automation': (theirs, mine) => {
    const path = '/contacts/bulk-start-automation';
    const { automationId } = mine;
    return [
      { path, body: { automationId: theirs.automationId, contactIds: [mine.contactId] } },
      { path, body: { automationId, contactIds: [theirs.contactId] } },
      { path, body: { automationId, contactIds: [mine.contactId, theirs.contactId] } },
      ...many(path, { automationId })(theirs, mine).filter(({ body }) => 'filters' in (body as object)),
    ];
  },
  'POST /automations/{id}/wait-contacts/{blockId}': (theirs, mine) =>
    [{ run_ids: [theirs.contactId] }, { after: theirs.contactId }].map((body) => ({
      path: `/automations/${mine.automationId}/wait-contacts/${stepId}`,
      body: { act: 'stop', ...body },
    })),
  'POST /automations': (theirs) =>
    documentsOf(theirs).map((document) => ({ path: '/automations', body: { name: 'Mine', document } })),
  'POST /automations/{id}': (theirs, mine) =>
    documentsOf(theirs).map((document) => ({
      path: `/automations/${mine.automationId}`,
      body: { revision: null, ...document, publish: true },
    })),
  'GET /automations/{id}/walk': ({ contactId }, mine) =>
    queries(`/automations/${mine.automationId}/walk`, [{ contact_id: contactId }]),
  'GET /automations/{id}/runs': ({ contactId, segmentId }, mine) =>
    queries(`/automations/${mine.automationId}/runs`, [{ contact_id: contactId }, { node: segmentId }]),
  'GET /automations/{id}/wait-contacts/{blockId}': ({ contactId }, mine) =>
    queries(`/automations/${mine.automationId}/wait-contacts/${stepId}`, [
      { contact_id: contactId },
      { node: contactId },
    ]),
};
