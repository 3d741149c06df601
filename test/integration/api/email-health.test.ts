import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageCredit } from '../../../api/contract/broadcasts.ts';
import type { Dashboard } from '../../../api/contract/dashboard.ts';
import { EmailAccepted, EmailBounced, EmailComplained } from '../../../domain/emails/events.ts';
import { lookAtEmails, emailHealthTimer, emailTroubles } from '../../../workers/notifications/email-health.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';
import { said } from '../../support/said.ts';

let app: TestApi;
let shop: Tenant;
let agency = '';
beforeAll(async () => {
  app = await startTestApi();
  shop = await app.addTenant('mailers');
  agency = await app.addUser('Agency', shop.agencyId);
});
afterAll(() => app.close());

/** Emails were taken, came back, or were reported, so many days ago. */
async function emails(count: number, what: 'taken' | 'bounced' | 'complained', daysAgo = 0): Promise<void> {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const tenant = { agencyId: shop.agencyId, businessId: shop.businessId };
  const events = Array.from({ length: count }, () => {
    const ids = { mailId: randomUUID(), businessId: shop.businessId, contactId: randomUUID() };
    const heard = { ...ids, provider: 'sendgrid', at };
    return (
      what === 'taken' ? EmailAccepted.create({ ...ids, provider: 'sendgrid', providerMessageId: 'x' } as never)
      : what === 'bounced' ? EmailBounced.create({ ...heard, kind: 'hard', reason: '5.1.1' } as never)
      : EmailComplained.create(heard as never)
    );
  });
  await app.store.append(`mail-${randomUUID()}`, 'any', said(events, tenant, at));
  await app.settled();
}
const shown = async () =>
  (await app.call<{ data: Dashboard }>(shop.token, 'GET', '/businesses/dashboard-reports')).body.data.mails;
/** What the composer is told before anything is sent. */
async function trouble(token = shop.token) {
  const audience = { keywords: [], segment_ids: [], contact_ids: [], filter: { match: 'all', groups: [] } };
  const except = { except_segment_ids: [], except_keywords: [] };
  const contents = [{ kind: 'mail', subject: 'News', preheader: null, design_id: null }];
  const body = { type: 'email', audience: { ...audience, ...except }, window_hours: null, contents };
  const reply = await app.call<MessageCredit>(token, 'POST', '/broadcasts/message-credit', body);
  return reply.body.data.mail?.trouble;
}
/** What the timer does, as often as it fires. */
async function look(ends = Date.now()): Promise<void> {
  const handle = lookAtEmails(app.commands, app.readModels.emailFigures);
  const payload = { businessId: shop.businessId, agencyId: shop.agencyId, ends };
  await handle({ id: randomUUID(), kind: emailHealthTimer, dueAt: new Date(), payload });
  await app.settled();
}
const heard = async (token: string) =>
  (
    await app.call<{ data: { kind: string; title: string; content: string }[] }>(token, 'GET', '/notifications')
  ).body.data.filter(({ kind }) => kind === 'mail-health');

it('says how the last emails fared, and warns the business and its agency once for each level', async () => {
  expect(await shown()).toEqual({ sent: 0, bounced: 0, complained: 0, health: 'unknown' });
  await emails(900, 'bounced', 31);
  await emails(1, 'bounced', 2);
  await emails(199, 'taken', 2);
  await look();
  expect(await shown()).toEqual({ sent: 199, bounced: 1, complained: 0, health: 'unknown' });
  await emails(1, 'taken');
  expect(await shown()).toMatchObject({ sent: 200, health: 'fine' });
  await look();
  expect(await heard(shop.token)).toEqual([]);

  await emails(4, 'bounced');
  expect(await shown()).toEqual({ sent: 200, bounced: 5, complained: 0, health: 'warning' });
  await look();
  await look(Date.now() + 1);
  expect(await trouble()).toBeNull();
  expect(await heard(shop.token)).toMatchObject([
    {
      title: 'Too many of your emails come back or are reported',
      content: expect.stringContaining('Of the last 200 emails 2.5 % came back and 0.0 % were reported as spam.'),
    },
  ]);
  expect(await heard(agency)).toMatchObject([{ title: 'mailers: too many emails come back or are reported' }]);

  await emails(1, 'complained');
  expect(await shown()).toMatchObject({ complained: 1, health: 'warning' });
  expect(await trouble()).toBeNull();
  await emails(4, 'complained');
  expect(await shown()).toMatchObject({ complained: 5, health: 'danger' });
  await look(Date.now() + 2);
  expect(await trouble()).toMatchObject({ by: 'complaints', note: expect.stringContaining('2.5 % were reported') });
  expect(await heard(shop.token)).toHaveLength(2);
  const stranger = await app.addTenant('others');
  expect(await heard(stranger.token)).toEqual([]);
  expect(await trouble(stranger.token)).toBeNull();
});

it('is looked at once for what comes back within ten minutes', async () => {
  const { type, version } = EmailBounced.create({
    mailId: randomUUID(),
    businessId: shop.businessId,
    contactId: randomUUID(),
    provider: 'ses',
    at: new Date().toISOString(),
    kind: 'soft',
    reason: '4.2.2',
  } as never);
  const event = (occurredAt: string) =>
    ({
      type,
      version,
      data: { businessId: shop.businessId },
      metadata: { occurredAt, tenant: { agencyId: shop.agencyId } },
    }) as never;
  const worker = emailTroubles();
  await app.db.transaction().execute(async (trx) => {
    await worker.record(
      ['12:00:00', '12:09:59', '12:10:00'].map((time) => event(`2026-11-22T${time}.000Z`)),
      trx,
    );
  });
  const { rows } = await app.pool.query<{ due_at: Date }>(
    'select due_at from ops.timers where kind = $1 order by due_at',
    [emailHealthTimer],
  );
  expect(rows.map(({ due_at: at }) => at.toISOString())).toEqual([
    ...['2026-11-22T12:11:00.000Z', '2026-11-22T12:21:00.000Z'],
  ]);
});
