import { randomUUID } from 'node:crypto';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { IntegrationConnected } from '../../../domain/integrations/events.ts';
import { BusinessId, IntegrationId, UserId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { said } from '../../support/said.ts';
import { context, personOf } from '../../support/callers.ts';
import { eventually, type Tenant, type TestApi } from './support.ts';
import { setUpAuthenticator } from './authenticators.ts';
import type { Theirs } from './visits.ts';

/** Everything that a tenant of this name has and somebody else might want. */
export async function thingsOf(app: TestApi, tenant: Tenant): Promise<Theirs> {
  const { contactId } = await app.textIn(tenant, 'Are you open?');
  const list = await eventually(
    () => app.call<{ data: { id: string }[] }>(tenant.token, 'GET', '/notifications'),
    (answer) => answer.body.data.length > 0,
  );
  const { couponId, tillId } = await couponOf(app, tenant, contactId);
  const id = randomUUID().replaceAll('-', '').slice(0, 22);
  await app.pool.query(
    `insert into ops.media (id, storage_key, content_type, size, user_id, business_id, agency_id, purpose, created_at)
      values ($1, 'k', 'image/png', 1, $2, $3, $4, 'business', now())`,
    [id, tenant.userId, tenant.businessId, tenant.agencyId || null],
  );
  const page = await app.call<{ data: { id: string } }>(tenant.token, 'POST', '/landings', {
    title: 'Theirs',
    keyword: 'THEIRS',
  });
  return {
    agencyId: tenant.agencyId || randomUUID(),
    businessId: tenant.businessId,
    userId: tenant.userId,
    sessionId: await sessionOf(app, tenant),
    factorId: await authenticatorOf(app, tenant),
    contactId,
    campaignId: page.body.data.id,
    notificationId: list.body.data[0]!.id,
    couponId,
    tillId,
    customFieldId: await fieldOf(app, tenant),
    apiKeyId: await keyOf(app, tenant),
    webhookEndpointId: await endpointOf(app, tenant),
    integrationId: await integrationOf(app, tenant),
    broadcastId: await broadcastOf(app, tenant),
    automationId: await automationOf(app, tenant),
    automationHookId: await hookOf(app, tenant),
    listingId: await listedBy(app, tenant),
    segmentId: await segmentOf(app, tenant),
    bulkId: await bulkOf(app, tenant, contactId),
    uploadId: await uploadOf(app, tenant),
    emailTemplateId: await templateOf(app, tenant),
    uniqueId: tenant.uniqueId,
    picture: `/media/${id}`,
  };
}
async function sessionOf(app: TestApi, { token }: Tenant): Promise<string> {
  return (await app.call<{ data: { id: string }[] }>(token, 'GET', '/sessions')).body.data[0]!.id;
}
async function authenticatorOf(app: TestApi, { token }: Tenant): Promise<string> {
  await setUpAuthenticator(app, token);
  const { body } = await app.call<{ second_factors: { id: string }[] }>(token, 'GET', '/security');
  return body.second_factors[0]!.id;
}
async function keyOf(app: TestApi, { token }: Tenant): Promise<string> {
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/api-keys', {
    name: 'Website',
    scopes: ['contacts:read'],
  });
  return made.body.data.id;
}

async function endpointOf(app: TestApi, { token }: Tenant): Promise<string> {
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/webhook-endpoints', {
    url: 'https://example.com/webhooks',
  });
  return made.body.data.id;
}

/** As if it had been connected: no service is there to be asked. */
async function integrationOf(app: TestApi, { agencyId, businessId, userId }: Tenant): Promise<string> {
  const integrationId = IntegrationId.parse(randomUUID());
  const connected = IntegrationConnected.create({
    businessId: BusinessId.parse(businessId),
    integrationId,
    type: 'goto',
    name: 'Webinars',
    account: '8439885694023999999',
    secretRef: `integration/${integrationId}`,
    connectedBy: UserId.parse(userId),
  });
  const tenant = { agencyId: agencyId || null, businessId };
  await app.store.append(streams.integration(integrationId), 'noStream', said([connected], tenant));
  return integrationId;
}

async function listedBy(app: TestApi, { token }: Tenant): Promise<string> {
  const values = ['spam.test'];
  await app.call(token, 'POST', '/whitelists', { values });
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/blacklists', { values });
  return made.body.data.id;
}
async function fieldOf(app: TestApi, { token }: Tenant): Promise<string> {
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/custom-fields', {
    name: 'Size',
    kind: 'text',
  });
  return made.body.data.id;
}
async function broadcastOf(app: TestApi, { token }: Tenant): Promise<string> {
  const draft = { name: 'Theirs', type: 'sms' };
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/broadcasts', draft);
  return made.body.data.id;
}
async function automationOf(app: TestApi, { token }: Tenant): Promise<string> {
  const wanted = { name: 'Theirs', template: 'welcome' };
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/automations', wanted);
  await app.call(token, 'POST', `/automations/${made.body.data.id}`, { revision: null, publish: true });
  return made.body.data.id;
}
async function hookOf(app: TestApi, { token }: Tenant): Promise<string> {
  return (await app.call<{ data: { id: string } }>(token, 'GET', '/automations/new-webhook')).body.data.id;
}
async function segmentOf(app: TestApi, { token }: Tenant): Promise<string> {
  const conditions = [{ field: 'reachable', value: true }];
  const filter = { match: 'all', groups: [{ match: 'all', conditions }] };
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/segments', { name: 'Theirs', filter });
  return made.body.data.id;
}
async function bulkOf(app: TestApi, { token }: Tenant, contactId: string): Promise<string> {
  const body = { contact_ids: [contactId], tags: ['theirs'] };
  const made = await app.call<{ data: { id: string } }>(token, 'PUT', '/contacts/bulk-tags', body);
  return made.body.data.id;
}
async function uploadOf(app: TestApi, { businessId, agencyId }: Tenant): Promise<string> {
  const uploadId = randomUUID();
  await app.commands.uploads.receive(context(personOf(businessId, agencyId || null)), {
    uploadId,
    businessId,
    fileName: 'guests.csv',
    size: 1,
    storageKey: 'a'.repeat(64),
    format: 'csv',
  });
  return uploadId;
}
async function templateOf(app: TestApi, { token }: Tenant): Promise<string> {
  const made = await app.call<{ data: { id: string } }>(token, 'POST', '/email-templates', {
    name: 'Theirs',
    design: {},
  });
  return made.body.data.id;
}
/** A coupon of a contact of theirs, and a till. */
async function couponOf(app: TestApi, { businessId, agencyId, campaignId }: Tenant, contactId: string) {
  const tillId = randomUUID();
  const person = context(personOf(businessId, agencyId || null));
  const offer = { ...noOffer, discountType: 'free' as const, title: 'A slice' };
  const unchanged = { revision: null, details: null, notifications: null, settings: null };
  await app.commands.campaigns.edit(person, { campaignId, offer, ...unchanged });
  const { result } = await app.commands.coupons.issueToContact(person, { campaignId, contactId });
  await app.commands.coupons.openTill(person, { tillId, name: 'Front' });
  return { couponId: result.couponId, tillId };
}
/** Ids in the same shape that nothing has. */
export const nothing = (): Theirs => ({
  agencyId: randomUUID(),
  businessId: randomUUID(),
  userId: randomUUID(),
  sessionId: randomUUID(),
  factorId: randomUUID(),
  contactId: randomUUID(),
  campaignId: randomUUID(),
  notificationId: randomUUID(),
  couponId: randomUUID(),
  tillId: randomUUID(),
  customFieldId: randomUUID(),
  apiKeyId: randomUUID(),
  webhookEndpointId: randomUUID(),
  integrationId: randomUUID(),
  broadcastId: randomUUID(),
  automationId: randomUUID(),
  automationHookId: randomUUID(),
  listingId: randomUUID(),
  segmentId: randomUUID(),
  bulkId: randomUUID(),
  uploadId: randomUUID(),
  emailTemplateId: randomUUID(),
  uniqueId: 'nobody-at-all',
  picture: `/media/${'A'.repeat(22)}`,
});
