import { afterEach, describe, expect, test } from 'vitest';
import type { Bill } from '../../../api/contract/index.ts';
import { BillQueued } from '../../../domain/bills/events.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import {
  type AgencyId,
  type BusinessId,
  namespaces,
  type RateId,
  type UserId,
  uuidV5,
} from '../../../domain/kernel/ids.ts';
import { ledgerAmount } from '../../../domain/kernel/money.ts';
import type { ClosedStatement } from '../../../domain/statements/statements.ts';
import { streams } from '../../../domain/streams.ts';
import { eventually } from '../../support/eventually.ts';
import { pdfText } from '../../support/pdf-text.ts';
import { said } from '../../support/said.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';

/** Bills by email: from the closed month to the mailbox. */
let world: ProvidersWorld;
afterEach(() => world.close());
const month = '2026-10';

interface Tenants {
  readonly agencyId: string;
  readonly agency: { readonly token: string };
  readonly businessId: string;
  /** Of its owner. */
  readonly email: string;
  readonly ownerId: string;
}
async function open(settings: { readonly isOn: boolean; readonly workers?: boolean }): Promise<Tenants> {
  world = await createProvidersWorld({
    mail: { retryFirstMs: 20, retryLongestMs: 50, unknownMs: 50, noProviderMs: 50 },
    workers: settings.workers ?? true,
  });
  const { agencyId, agency } = await world.addAgency('North');
  await settled();
  const email = 'owner@example.test';
  const made = await world.call<{ data: { id: string } }>(agency.token, 'POST', '/businesses', {
    name: 'Shop of North',
    email,
    first_name: 'Olive',
    last_name: 'Owner',
    timezone: 'America/New_York',
  });
  expect(made.status, made.text).toBe(200);
  const businessId = made.body.data.id;
  await settled();
  const [created] = await world.store.read(streams.business(businessId as BusinessId));
  const ownerId = String(created!.data['ownerId']);
  const tenants = { agencyId, agency, businessId, email, ownerId };
  if (settings.isOn) {
    const given = { agencyId, isOn: true, note: 'Pay within 14 days.' };
    await world.commands.bills.setUp(world.system(), given);
    // As it was turned on in the month that is closed now.
    await world.store.append(
      streams.billSettings(agencyId as AgencyId),
      'any',
      said([{ type: 'BillSettingsChanged', version: 1, data: { ...given, from: month } } as never], {
        agencyId,
        businessId: null,
      }),
    );
  }
  return tenants;
}

const line = (businessId: string, resale: number): ClosedStatement['lines'][number] => ({
  businessId: businessId as BusinessId,
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrierClass: 'local',
  rateId: '0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11' as RateId,
  quantity: 4,
  included: 1,
  carrier: ledgerAmount(7_900 * 4),
  price: ledgerAmount(15_000 * 3),
  resale: ledgerAmount(resale),
});
const close = ({ agencyId, businessId }: Tenants, resale = 25_000 * 4, of = month) =>
  world.commands.statements.close(world.system(), {
    payer: { kind: 'agency', id: agencyId as AgencyId },
    month: of,
    currency: 'USD',
    position: '1',
    listVersion: 1,
    resaleVersion: 1,
    terms: { included: {}, overage: {} },
    lines: [line(businessId, resale)],
    late: [],
    unrated: [],
  });
const requested = async () =>
  (await world.store.readAll(0n, { limit: 1_000, filter: { types: [AccountEmailRequested.type] } })).events.filter(
    ({ data }) => data['kind'] === 'bill',
  );
const queued = async (businessId: string) =>
  (await world.store.read(streams.bills(businessId as BusinessId))).filter(({ type }) => type === BillQueued.type);
const settled = async () => world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
const listed = async ({ agency }: Tenants) => {
  const answer = await world.call<{ data: Bill[] }>(agency.token, 'GET', `/bills?month=${month}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('a bill', () => {
  test('is emailed once when its month is closed, with the PDF, and again on request', async () => {
    const tenants = await open({ isOn: true });
    const { agency, businessId, email: to } = tenants;
    await close(tenants);
    const isBill = ({ subject }: { readonly subject: string }) => subject.includes('bill');
    const email = await world.sandbox.inbox.waitFor(to, isBill);
    expect(email.subject).toBe('Shop of North: your October 2026 bill');
    expect(email.text).toContain('Your usage in October 2026 comes to $0.10.');
    expect(email.text).toContain('Pay within 14 days.');
    expect(email.attachments).toMatchObject([{ contentType: 'application/pdf' }]);
    const file = await fetch(`${world.sandbox.url}${email.attachments[0]!.url}`);
    const attached = Buffer.from(await file.arrayBuffer());
    const words = pdfText(attached).join('|');
    expect(words).toContain('North|Bill|Number');
    expect(words).toContain('Billed to|Shop of North');
    expect(words).toContain('Texts sent|United States, local number|4|0|$0.025|$0.10');
    expect(words).toContain('Pay within 14 days.');
    // Nothing of what it costs the agency.
    expect(words).not.toMatch(/Margin|Your cost|Carrier|0\.045|Beckon/);
    await settled();
    const download = await world.api.inject({
      url: `/api/v1/bills/file?business_id=${businessId}&month=${month}`,
      headers: { authorization: `Bearer ${agency.token}` },
    });
    expect(Buffer.compare(download.rawPayload, attached)).toBe(0);

    const [row] = await eventually(
      () => listed(tenants),
      ([found]) => found?.sent[0]?.status === 'sent',
    );
    expect(row).toMatchObject({ total: 100_000, sent: [{ nth: 1, automatic: true, status: 'sent' }] });
    const again = { business_id: businessId, month, seen: 1 };
    const sendings = await Promise.all([1, 2].map(() => world.call(agency.token, 'POST', '/bills/send', again)));
    expect(sendings.map(({ status }) => status)).toEqual([200, 200]);
    const both = await eventually(
      async () => (await world.sandbox.inbox.messages({ to })).filter(isBill),
      (all) => all.length >= 2,
    );
    expect(both).toHaveLength(2);
    expect((await world.call(agency.token, 'POST', '/bills/send', { ...again, seen: 0 })).status).toBe(409);
    const [after] = await listed(tenants);
    expect(after!.sent.map(({ nth, automatic }) => [nth, automatic])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  test('of a business is listed by month, the newest first, with how each was emailed', async () => {
    const tenants = await open({ isOn: false, workers: false });
    const { agency, businessId } = tenants;
    const of = async (query: string) => {
      const { status, body } = await world.call<{ data: Bill[]; meta: { total: number } }>(
        agency.token,
        'GET',
        `/bills?${query}`,
      );
      return { status, total: body.meta?.total, rows: (body.data ?? []).map((one) => [one.month, one.sent.length]) };
    };
    const own = `business_id=${businessId}`;
    expect(await of(own)).toEqual({ status: 200, total: 0, rows: [] });
    // A month in which only another business used something.
    await close({ ...tenants, businessId: crypto.randomUUID() }, 25_000, '2026-08');
    await close(tenants, 25_000, '2026-09');
    await close(tenants, 25_000, '2026-10');
    const sent = await world.call(agency.token, 'POST', '/bills/send', {
      business_id: businessId,
      month: '2026-09',
      seen: 0,
    });
    expect(sent.status, sent.text).toBe(200);
    const rows = [
      ['2026-10', 0],
      ['2026-09', 1],
    ];
    expect(await of(own)).toEqual({ status: 200, total: 2, rows });
    expect(await of(`${own}&per_page=1&page=2`)).toEqual({ status: 200, total: 2, rows: [rows[1]] });
    expect((await of(`${own}&month=2026-10`)).rows).toEqual([rows[0]]);
    expect((await of('')).status).toBe(422);
    const { agency: other } = await world.addAgency('South');
    const foreign = await Promise.all([
      world.call(other.token, 'GET', `/bills?${own}`),
      world.call(other.token, 'GET', `/bills/file?${own}&month=2026-09`),
      world.call(other.token, 'POST', '/bills/send', { business_id: businessId, month: '2026-09', seen: 1 }),
    ]);
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await of(own)).toEqual({ status: 200, total: 2, rows });
  });

  test('is not emailed unless it was turned on, nor for a month before that', async () => {
    const tenants = await open({ isOn: false, workers: false });
    const { agencyId, businessId, agency } = tenants;
    const automatic = () => world.commands.bills.send(world.system(), { agencyId, businessId, month, seen: null });
    await close(tenants);
    await automatic();
    expect([(await requested()).length, (await queued(businessId)).length]).toEqual([0, 0]);
    const on = await world.call<{ data: { from: string } }>(agency.token, 'PUT', '/bills/settings', {
      is_on: true,
      note: null,
    });
    expect(on.body.data.from).toBe(new Date().toISOString().slice(0, 7));
    await automatic();
    expect((await requested()).length).toBe(0);
  });

  test('of nothing is not emailed', async () => {
    const tenants = await open({ isOn: true });
    await close(tenants, 0);
    // The next month's, so that it is known that this one was looked at.
    await close(tenants, 25_000, '2026-11');
    const sent = await eventually(
      () => queued(tenants.businessId),
      (found) => found.length > 0,
    );
    expect(sent.map(({ data }) => data['month'])).toEqual(['2026-11']);
    expect(await requested()).toHaveLength(1);
  });

  test('goes to the billing contact and its copies, to the owner without one, and forgets who it was before', async () => {
    const tenants = await open({ isOn: true, workers: false });
    const { agencyId, businessId, agency, email: owner } = tenants;
    const contact = (wish: object) =>
      world.call<{ data: object }>(agency.token, 'PUT', '/billing-contact', { business_id: businessId, ...wish });
    const books = { name: 'Bo Books', email: 'books@example.test', copies: ['Tax@example.test', 'books@example.test'] };
    const set = await contact(books);
    expect(set.status, set.text).toBe(200);
    expect(set.body.data).toEqual({ ...books, copies: ['tax@example.test'] });
    expect((await contact({ ...books, email: 'nobody' })).status).toBe(422);
    expect((await contact({ ...books, email: null })).body).toMatchObject({ errors: { email: [expect.any(String)] } });
    await close(tenants);
    const send = (seen: number | null) =>
      world.commands.bills.send(world.system(), { agencyId, businessId, month, seen });
    await send(null);
    await send(null);
    const addresses = async () => (await requested()).map(({ data }) => data['email']);
    expect(await addresses()).toEqual(['books@example.test', 'tax@example.test']);
    // The owner again, once there is no contact; and of the contact nothing can be read any more.
    expect((await contact({ name: null, email: null, copies: [] })).status).toBe(200);
    await send(1);
    expect(await addresses()).toEqual([null, null, owner]);
    const [kept] = await world.store.read(streams.billingContact(businessId as BusinessId));
    expect(kept!.data).toMatchObject({ name: null, email: null, copies: null });
    expect((await queued(businessId)).map(({ data }) => data['nth'])).toEqual([1, 2]);
  });

  test('is one email when it was cut off between the email and its record', async () => {
    const tenants = await open({ isOn: true, workers: false });
    const { agencyId, businessId, email, ownerId } = tenants;
    const mailId = uuidV5(namespaces.command, 'bill', businessId, month, '1');
    const left = AccountEmailRequested.create({
      mailId,
      userId: ownerId as UserId,
      agencyId: agencyId as AgencyId,
      kind: 'bill',
      email,
      tokenRef: null,
      expiresAt: null,
      about: null,
      bill: { businessId: businessId as BusinessId, month },
    });
    await world.store.append(streams.accountEmail(mailId), 'noStream', said([left], { agencyId, businessId }));
    await close(tenants);
    const send = () => world.commands.bills.send(world.system(), { agencyId, businessId, month, seen: null });
    await Promise.all([send(), send()]);
    await send();
    expect([(await requested()).length, (await queued(businessId)).length]).toEqual([1, 1]);
  });

  test('goes to no one where no one reads email, and says so', async () => {
    const tenants = await open({ isOn: true, workers: false });
    const south = await world.addAgency('South');
    const { agencyId } = south;
    const other = { ...tenants, ...south };
    await close(other);
    const given = { agencyId, businessId: other.businessId, month, seen: 0 };
    await world.commands.bills.send(world.system(), given);
    await settled();
    expect((await listed(other))[0]!.sent).toMatchObject([{ status: 'no-recipient' }]);
    // Of another agency there is none.
    await expect(
      world.commands.bills.send(world.system(), { ...given, agencyId: tenants.agencyId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    const earlier = { ...given, month: '2026-09' };
    await expect(world.commands.bills.send(world.system(), earlier)).rejects.toMatchObject({ code: 'not_found' });
  });
});
