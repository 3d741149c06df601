import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotificationSent } from '../../../domain/notifications/events.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let admin: string;
beforeAll(async () => {
  app = await startTestApi();
  admin = await app.addUser('Admin', null);
}, 120_000);
afterAll(() => app.close());

const limit = async ({ businessId }: Tenant, contacts: number | null) => {
  const body = { no_messages: null, no_contacts: contacts };
  expect((await app.call(admin, 'PUT', `/businesses/${businessId}/billing-config`, body)).status).toBe(200);
};
const form = (phone: string) => ({
  phone,
  first_name: 'Ann',
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
});
const add = ({ token }: Tenant, phone: string) =>
  app.call<{ code?: string; reason?: string; message: string }>(token, 'POST', '/contacts', form(phone));
const standing = async ({ token }: Tenant, contactId: string) =>
  (await app.call<{ data: object }>(token, 'GET', `/contacts/${contactId}/standing`)).body.data;

describe('a business at its contact limit', () => {
  it('is refused one more by hand and in live chat, with the number that is left', async () => {
    const tenant = await app.addTenant('hand');
    await limit(tenant, 2);
    expect((await add(tenant, '+12025550111')).status).toBe(200);
    expect((await add(tenant, '+12025550112')).status).toBe(200);
    await app.settled();
    const refused = await add(tenant, '+12025550113');
    expect(refused).toMatchObject({ status: 402, body: { code: 'payment_required', reason: 'contact-limit' } });
    expect(refused.body.message).toContain('0 more can be added');
    const started = await app.call(tenant.token, 'POST', '/livechat', { phone: '+12025550114' });
    expect(started).toMatchObject({ status: 402, body: { reason: 'contact-limit' } });
    // Who is there already needs no room.
    expect((await add(tenant, '+12025550111')).status).toBe(422);
    expect((await app.call(tenant.token, 'POST', '/livechat', { phone: '+12025550112' })).status).toBe(200);
    await limit(tenant, 3);
    expect((await add(tenant, '+12025550113')).status).toBe(200);
  });

  it('records and answers who opts in by keyword, and says so on the contact until the limit is raised', async () => {
    const tenant = await app.addTenant('keyword');
    await limit(tenant, 1);
    const first = await app.textIn(tenant, 'PIZZA', '+12025550121');
    const second = await app.textIn(tenant, 'PIZZA', '+12025550122');
    expect(await standing(tenant, first.contactId)).toMatchObject({ above_limit: null });
    expect(await standing(tenant, second.contactId)).toMatchObject({ above_limit: { limit: 1 } });
    const stream = await app.store.read(`contact-${second.contactId}`);
    expect(stream.map(({ type }) => type)).toEqual(['ContactDiscovered', 'ContactOptedIn', 'ContactLimitExceeded']);
    const { rows } = await app.pool.query(
      `select 1 from es.events where type = 'MessageQueued' and data->>'contactId' = $1`,
      [second.contactId],
    );
    expect(rows.length).toBeGreaterThan(0);
    // The same text again, and another of theirs, says nothing new.
    await app.react(second.messageId);
    await app.textIn(tenant, 'Hello?', '+12025550122');
    expect(await app.store.read(`contact-${second.contactId}`)).toHaveLength(3);
    await limit(tenant, 2);
    expect(await standing(tenant, second.contactId)).toMatchObject({ above_limit: null });
  });
});

describe('alerts of limits', () => {
  const told = async (type: string, targetId: string, field: 'targetId' | 'userId') =>
    (
      await app.pool.query<{ title: string }>(
        `select coalesce(data->>'title', data->'about'->>'title') as title from es.events
          where type = $1 and data->>$2 = $3 order by position`,
        [type, field, targetId],
      )
    ).rows.map(({ title }) => title);

  it('are found from kept counts, and told once each for a limit, a step and a month', async () => {
    const tenant = await app.addTenant('near');
    await limit(tenant, 10);
    for (let n = 0; n < 9; n += 1) await add(tenant, `+1202555013${n}`);
    await app.settled();
    const own = async () =>
      (await app.readModels.nearLimits(90)).filter(({ businessId }) => businessId === tenant.businessId);
    const [near] = await own();
    expect(near).toMatchObject({ kind: 'contacts', used: 9, limit: 10, month: expect.stringMatching(/^\d{4}-\d{2}$/) });
    const alert = (used: number, month = near!.month) =>
      app.commands.notifications.usageAlert(app.system(), { ...near!, used, month });
    await Promise.all([alert(9), alert(9)]);
    await alert(9);
    const ofBusiness = () => told(NotificationSent.type, tenant.businessId, 'targetId');
    expect(await ofBusiness()).toEqual(['You’ve used 90% of your contacts']);
    await add(tenant, '+12025550139');
    await app.settled();
    expect(await own()).toMatchObject([{ used: 10 }]);
    await alert(10);
    await alert(10);
    expect(await ofBusiness()).toEqual(['You’ve used 90% of your contacts', 'You’ve used all your contacts']);
    expect(await told(NotificationSent.type, tenant.agencyId, 'targetId')).toEqual(['near: all contacts are used']);
    await alert(10, '2099-01');
    expect(await ofBusiness()).toHaveLength(3);
    await limit(tenant, null);
    expect(await own()).toEqual([]);
  });

  it('reach the owner by email, once', async () => {
    const body = {
      name: 'Owned',
      email: 'owner@example.test',
      first_name: 'Olive',
      last_name: 'Owner',
      timezone: 'America/New_York',
    };
    const made = await app.call<{ data: { id: string } }>(admin, 'POST', '/businesses', body);
    expect(made.status).toBe(200);
    const { id: businessId } = made.body.data;
    const near = { businessId, kind: 'messages', used: 100, month: '2026-11' } as const;
    const alone = await app.commands.notifications.usageAlert(app.system(), near);
    expect(alone.result).toBeNull();
    const set = { no_messages: 100, no_contacts: null };
    await app.call(admin, 'PUT', `/businesses/${businessId}/billing-config`, set);
    await app.commands.notifications.usageAlert(app.system(), near);
    await app.commands.notifications.usageAlert(app.system(), near);
    await app.settled();
    const { rows } = await app.pool.query<{ owner: string }>(
      `select data->>'ownerId' as owner from es.events where type = 'BusinessCreated' and data->>'businessId' = $1`,
      [businessId],
    );
    const emails = await told(AccountEmailRequested.type, rows[0]!.owner, 'userId');
    expect(emails.filter((title) => title !== null)).toEqual(['You’ve used all your messages this month']);
  });

  it('and of a plan that the operator moved reach the owner by email, once', async () => {
    const body = {
      name: 'Moved',
      email: 'moved@example.test',
      first_name: 'Mona',
      last_name: 'Owner',
      timezone: 'America/New_York',
    };
    const made = await app.call<{ data: { id: string } }>(admin, 'POST', '/businesses', body);
    const { id } = made.body.data;
    const moved = {
      payer: { kind: 'business', id } as never,
      moveId: '00000000-0000-4000-8000-0000000000b1' as never,
      name: 'Growth',
      fromAmount: 9_900,
      amount: 12_900,
      currency: 'USD',
      interval: 'month',
      when: 'renewal',
      at: '2026-12-05T10:00:00.000Z',
    } as const;
    await Promise.all([1, 2].map(() => app.commands.notifications.planMoved(app.system(), moved)));
    await app.commands.notifications.planMoved(app.system(), moved);
    const { rows } = await app.pool.query<{ about: { title: string; from: string; link: string } }>(
      `select r.data->'about' as about from es.events r join es.events b on b.type = 'BusinessCreated'
        and b.data->>'businessId' = $1 and r.data->>'userId' = b.data->>'ownerId'
        where r.type = $2 and r.data->'about'->>'title' is not null`,
      [id, AccountEmailRequested.type],
    );
    expect(rows.map(({ about }) => about)).toEqual([
      {
        title: 'Your plan Growth changes on December 5',
        from: 'It costs $129.00 a month instead of $99.00 a month. See what it includes, or choose another plan, under Subscription.',
        link: '/business/subscription',
      },
    ]);
    expect(await told(NotificationSent.type, id, 'targetId')).toEqual(['Your plan Growth changes on December 5']);
  });
});
