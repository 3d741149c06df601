import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReportFiles } from '../../../main/report-files.ts';
import { takeExport } from '../../../workers/exports/jobs.ts';
import { work } from '../../../workers/exports/run.ts';
import type { BillingDetailRecords, MessageDetailRecords, ReportCatalogue } from '../../../api/contract/reports.ts';
import type { Statement, StatementItem, StatementItems, StatementLine } from '../../../api/contract/statements.ts';
import { draftStatement } from '../../../commands/statements/draft.ts';
import { AgencyBillingChanged } from '../../../domain/agencies/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { ContactDiscovered } from '../../../domain/contacts/events.ts';
import { EmailAccepted } from '../../../domain/emails/events.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { plainLedger } from '../../../domain/kernel/money.ts';
import { MessageAccepted, MessageQueued } from '../../../domain/messages/events.ts';
import { streams } from '../../../domain/streams.ts';
import { closeMonths } from '../../../workers/statements/close.ts';
import { said } from '../../support/said.ts';
import { subscribed } from '../../support/subscribed.ts';
import { password, startTestApi, type TestApi, type Tenant } from './support.ts';

/** A line of a statement opens to what it is made of, and that adds up to the line. */
let at = new Date('2026-10-01T12:00:00Z');
const now = () => at;
let app: TestApi;
let north: Tenant;
let south: Tenant;
let alone: Tenant;
let admin: string;
let agency: string;
let person: string;

beforeAll(async () => {
  app = await startTestApi({ now });
  north = await app.addTenant('north');
  south = await app.addTenant('south', { agencyId: north.agencyId });
  alone = await app.addTenant('alone', { agencyId: null });
  await signIn();
  const { agencyId } = north;
  // What it gets for nothing is used up in the middle of a text.
  const free = AgencyBillingChanged.create({ agencyId, freeFee: true, freeMessages: 150, freeNumbers: 1 });
  await app.store.append(`agency-${agencyId}`, 'any', said([free], { agencyId }));
  const prices = [
    { channel: 'sms', direction: 'out', from: '2026-10-01', carrier: 7900, price: 15_000 },
    { channel: 'sms', direction: 'out', from: '2026-10-10', carrier: 8300, price: 17_000 },
    { channel: 'sms', direction: 'in', from: '2026-10-01', carrier: 7900, price: 9_000 },
    { channel: 'email', direction: 'out', from: '2026-10-01', carrier: 300, price: 1_000 },
    { channel: 'number', direction: 'out', from: '2026-10-01', carrier: 1_000_000, price: 1_500_000 },
  ];
  for (const price of prices)
    expect((await app.call(admin, 'POST', '/rates', { currency: 'USD', ...price })).status).toBe(200);
  for (const [from, price] of [
    ['2026-10-01', 25_000],
    ['2026-10-06', 26_000],
  ] as const)
    await app.call(agency, 'POST', '/rates', { channel: 'sms', currency: 'USD', from, carrier: 0, price });
  // Texts of one to three segments in nine days, of two businesses, more than a page of them.
  for (let nth = 0; nth < 135; nth += 1) {
    const day = String(3 + Math.floor(nth / 15)).padStart(2, '0');
    const minute = String(nth % 15).padStart(2, '0');
    await texted(nth % 10 === 0 ? south : north, 1 + (nth % 3), `2026-10-${day}T12:${minute}:00Z`);
  }
  await emailed(north, '2026-10-07T12:00:00Z');
  at = new Date('2026-10-20T12:00:00Z');
  await signIn();
  person = (await app.textIn(north, 'PIZZA', '+12125550188')).contactId;
  await app.settled();
});
afterAll(() => app.close());

async function signIn() {
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', north.agencyId);
}
async function texted({ businessId }: Tenant, segments: number, when: string, contactId: string = randomUUID()) {
  const messageId = randomUUID();
  const ids = { messageId, businessId, contactId };
  const events = [
    MessageQueued.create({
      ...ids,
      from: '+14155550101',
      to: '+12125550199',
      body: 'x',
      media: [],
      purpose: 'livechat',
      segments,
      encoding: 'GSM-7',
      notBefore: null,
    }),
    MessageAccepted.create({ ...ids, provider: 'twilio', providerMessageId: messageId }),
  ];
  await app.store.append(`message-${messageId}`, 'noStream', said(events, { businessId }, when));
}
async function emailed({ businessId }: Tenant, when: string) {
  const mailId = randomUUID();
  const taken = EmailAccepted.create({
    mailId,
    businessId,
    contactId: randomUUID(),
    provider: 'smtp',
    providerMessageId: '<1>',
  });
  await app.store.append(`mail-${mailId}`, 'noStream', said([taken], { businessId }, when));
}

const month = 'month=2026-10';
const statement = async (token: string, query = '') =>
  (await app.call<{ data: Statement }>(token, 'GET', `/statements?${month}&${query}`)).body.data;
const addressOf = (line: StatementLine, more = '') =>
  `/statements/items?${month}&business_id=${line.business.id}&channel=${line.channel}&direction=${line.direction}` +
  `&country=${line.country}&carrier_class=${line.carrier_class}&rate_id=${line.rate_id}${more}`;
type Page = z.output<typeof StatementItems>;
/** All pages of a line. */
async function itemsOf(token: string, line: StatementLine, more = '') {
  const items: StatementItem[] = [];
  let first: Page['meta'] | null = null;
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = addressOf(line, `${more}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const { status, body }: { status: number; body: Page } = await app.call<Page>(token, 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    first ??= body.meta;
    items.push(...body.data);
    cursor = body.meta.next;
  }
  return { items, meta: first! };
}
const names = ['quantity', 'included', 'carrier', 'price', 'resale', 'margin'] as const;
const sums = (rows: readonly Pick<StatementItem, (typeof names)[number]>[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)]));
const line = ({ lines }: Statement, channel: string, business: Tenant, nth = 0) =>
  lines.filter((one) => one.channel === channel && one.direction === 'out' && one.business.id === business.businessId)[
    nth
  ]!;

describe('billing detail records', () => {
  type Records = z.output<typeof BillingDetailRecords>;
  const records = async (token: string, query = '') =>
    (await app.call<Records>(token, 'GET', `/reports/bdr-list?date_range=2026-10-05,2026-10-06&per_page=100&${query}`))
      .body;

  it('are the lines of the statement, to the cent, for each who may see it', async () => {
    for (const [token, query] of [
      [agency, ''],
      [agency, `business_id=${south.businessId}`],
      [admin, `agency_id=${north.agencyId}`],
    ] as const) {
      const { lines, total } = await statement(token, query);
      const { data, totals, meta } = await records(token, query);
      const own = { month: expect.any(String) as string, for_month: null, closed: false, currency: 'USD', fee: null };
      expect(data).toEqual(lines.map((line) => ({ ...line, ...own })));
      expect(meta.total).toBe(lines.length);
      if (lines.length > 0) expect(totals).toMatchObject([{ ...total, records: lines.length }]);
    }
    expect((await records(agency)).data.length).toBeGreaterThan(3);
  });

  it('are narrowed and grouped, and the groups add up', async () => {
    const all = await records(agency, 'group_by=business');
    const { groups, totals } = all;
    expect(groups!.map(({ key }) => key).toSorted()).toEqual([north.businessId, south.businessId].toSorted());
    expect(groups!.reduce((sum, { price }) => sum + price, 0)).toBe(totals[0]!.price);
    const mails = await records(agency, 'channel=email');
    expect(mails.data.map(({ channel }) => channel)).toEqual(['email']);
  });

  it('are refused in words for a period that is too long, and of an admin who names no one', async () => {
    const tooLong = await app.call(agency, 'GET', '/reports/bdr-list?date_range=2025-01-31,2026-02-01');
    expect(tooLong).toMatchObject({
      status: 422,
      body: { errors: { date_range: ['A period has at most 13 months.'] } },
    });
    expect((await app.call(admin, 'GET', '/reports/bdr-list')).status).toBe(422);
  });
});

describe('message detail records', () => {
  type Records = z.output<typeof MessageDetailRecords>;
  const details = async (token: string, query: string, report: 'mdr-list' | 'sms-list' = 'mdr-list') => {
    const rows: Records['data'][number][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/reports/${report}?date_range=2026-10-01,2026-10-31&per_page=50&${query}&cursor=${cursor}`;
      const { status, body }: { status: number; body: Records } = await app.call<Records>(
        token,
        'GET',
        path.replace(/&cursor=$/, ''),
      );
      expect(status, JSON.stringify(body)).toBe(200);
      rows.push(...body.data);
      cursor = body.meta.next;
    }
    return rows;
  };

  it('say what each text costs, as the lines of the statement take it apart', async () => {
    const { lines } = await statement(agency);
    const told = new Map<string, number>();
    for (const one of lines)
      if (one.channel === 'sms') for (const { id, price } of (await itemsOf(agency, one)).items) told.set(id, price);
    for (const [token, query] of [
      [agency, ''],
      [admin, `agency_id=${north.agencyId}`],
    ] as const) {
      const rows = await details(token, `prices=true&${query}`);
      const priced = rows.filter(({ price }) => price !== null);
      expect(new Map(priced.map(({ id, price }) => [id, price]))).toEqual(told);
      // Not handed over yet.
      expect(new Set(rows.filter(({ price }) => price === null).map(({ status }) => status))).toEqual(
        new Set(['queued']),
      );
      expect(new Set(priced.map(({ currency }) => currency))).toEqual(new Set(['USD']));
      const texts = await details(token, `prices=true&${query}`, 'sms-list');
      expect(new Map(texts.map(({ id, price }) => [id, price]))).toEqual(
        new Map(rows.map(({ id, price }) => [id, price])),
      );
    }
    // Whatever part of them is shown: what is included is used up by all that came before.
    const some = await details(agency, `prices=true&business_id=${south.businessId}`);
    expect(some.length).toBeGreaterThan(5);
    for (const { id, price } of some) expect(price).toBe(told.get(id));
    const one = some.find(({ price }) => price !== 0)!;
    expect((await app.call(agency, 'GET', `/reports/messages/${one.id}`)).body).toMatchObject({
      data: { price: one.price, currency: 'USD' },
    });
  });

  it('say it to those alone who pay, and who ask', async () => {
    await subscribed(app.store, { businessId: alone.businessId }, { messages: 0 });
    await texted(alone, 1, '2026-10-04T12:00:00Z');
    await app.settled();
    const prices = async (token: string, query: string, report: 'mdr-list' | 'sms-list') =>
      new Set((await details(token, query, report)).map(({ price }) => price));
    const columns = async (token: string) =>
      (await app.call<z.output<typeof ReportCatalogue>>(token, 'GET', '/reports')).body.data
        .filter(({ id }) => id === 'mdr-list' || id === 'sms-list')
        .map((one) => one.columns.includes('price'));
    const manager = await addManager(alone);
    const key = await addKey(alone, ['reports:read']);
    const keyOfBills = await addKey(alone, ['reports:read', 'billing:read']);
    const keyOfNorth = await addKey(north, ['reports:read', 'billing:read']);
    for (const report of ['mdr-list', 'sms-list'] as const) {
      // Its agency pays, or they don't see the bills of their business.
      for (const token of [await app.signIn('north@example.test'), keyOfNorth, manager, key]) {
        expect(await prices(token, 'prices=true', report)).toEqual(new Set([null]));
        expect(await columns(token)).toEqual([false, false]);
        const [row] = await fileOf(token, report);
        expect(Object.keys(row!)).not.toEqual(expect.arrayContaining(['Price']));
        expect(Object.keys(row!)).not.toEqual(expect.arrayContaining(['Currency']));
      }
      expect(await prices(agency, '', report)).toEqual(new Set([null]));
      for (const token of [await app.signIn(alone.email), keyOfBills]) {
        expect(await prices(token, 'prices=true', report)).toEqual(new Set([15_000]));
        expect(await columns(token)).toEqual([true, true]);
        const [row] = await fileOf(token, report);
        expect(row).toMatchObject({ Price: '0.015000', Currency: 'USD' });
      }
    }
    const { data } = (await app.call<Records>(manager, 'GET', '/reports/mdr-list?date_range=2026-10-01,2026-10-31'))
      .body;
    expect((await app.call(manager, 'GET', `/reports/messages/${data[0]!.id}`)).body).toMatchObject({
      data: { price: null },
    });
  });

  it('say it in their file, part by part, as the totals of the lines have it', async () => {
    const { lines } = await statement(agency);
    const ofTexts = lines.filter(({ channel }) => channel === 'sms');
    const told = new Map<string, number>();
    for (const one of ofTexts) for (const { id, price } of (await itemsOf(agency, one)).items) told.set(id, price);
    for (const report of ['mdr-list', 'sms-list'] as const) {
      const rows = await fileOf(agency, report);
      const charged = rows.filter((row) => row['Price'] !== '');
      expect(new Map(charged.map((row) => [row['ID'], row['Price']]))).toEqual(
        new Map([...told].map(([id, price]) => [id, plainLedger(price, 'USD')])),
      );
      expect(new Set(charged.map((row) => row['Currency']))).toEqual(new Set(['USD']));
      expect(new Set(rows.filter((row) => row['Price'] === '').map((row) => row['Currency']))).toEqual(new Set(['']));
      const [billed] = (
        await app.call<z.output<typeof BillingDetailRecords>>(
          agency,
          'GET',
          '/reports/bdr-list?date_range=2026-10-01,2026-10-31&channel=sms',
        )
      ).body.totals;
      const sum = charged.reduce((all, row) => all + Math.round(Number(row['Price']) * 1_000_000), 0);
      expect([sum, sum]).toEqual([billed!.price, ofTexts.reduce((all, one) => all + one.price, 0)]);
    }
    // Nobody asked.
    expect(Object.keys((await fileOf(agency, 'sms-list', {}))[0]!)).not.toEqual(expect.arrayContaining(['Price']));
  });
});

describe('a line of a statement', () => {
  it('of contacts beyond a plan opens to its days, and is charged for the one with the most', async () => {
    const bakery = await app.addTenant('bakery', { agencyId: null });
    const { businessId } = bakery;
    const known = (day: string) => {
      const one = { businessId, contactId: ContactId.parse(randomUUID()) };
      const event = ContactDiscovered.create({ ...one, phone: '+12125550199', email: null, via: 'manual' });
      const when = `2026-10-${day}T18:00:00Z`;
      return app.store.append(streams.contact(one.contactId), 'noStream', said([event], { businessId }, when));
    };
    // The 20th isn't over.
    for (const day of ['05', '08', '08', '08', '20', '20']) await known(day);
    const gone = ContactErased.create({ businessId, contactId: ContactId.parse(randomUUID()), identities: [] });
    await app.store.append(streams.contact(gone.data.contactId), 'noStream', said([gone], { businessId }));
    await app.settled();
    const lines = async () => (await statement(bakery.token)).lines.filter(({ channel }) => channel === 'contact');
    expect(await lines()).toEqual([]);
    await subscribed(app.store, { businessId }, { contacts: 1, overageContacts: 300 });
    await app.settled();
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ quantity: 4, included: 1, price: 900, carrier: null });
    const { items } = await itemsOf(bakery.token, line!);
    expect(items.map(({ quantity }) => quantity)).toEqual([0, 0, 0, 0, 1, 1, 1, ...Array<number>(12).fill(4)]);
    expect(items.filter(({ price }) => price > 0)).toMatchObject([{ day: '2026-10-08', price: 900, included: 1 }]);
    expect((await statement(bakery.token)).allowances).toContainEqual({ channel: 'contact', included: 1, used: 4 });
  });

  it('is the sum of what it opens to, to the cent, whatever was included and whatever price held', async () => {
    const whole = await statement(agency);
    expect(whole.lines.map(({ channel, direction }) => `${channel} ${direction}`)).toEqual([
      'sms out',
      'sms out',
      'sms in',
      'email out',
      'number out',
      'sms out',
      'sms out',
      'number out',
    ]);
    for (const one of whole.lines) {
      const { items, meta } = await itemsOf(agency, one);
      expect(sums(items)).toEqual(sums([one]));
      expect(meta).toMatchObject({ total: items.length, quantity: one.quantity });
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    }
    // Some are included, and some are not.
    const { items } = await itemsOf(agency, line(whole, 'sms', north));
    expect(items.length).toBeGreaterThan(50);
    expect(new Set(items.map(({ included }) => included > 0)).size).toBe(2);
    expect(line(whole, 'sms', north, 1).quantity).toBeGreaterThan(0);
  });

  it('says the same amounts to an admin, without what an agency charges, and with what the carrier takes', async () => {
    const whole = await statement(admin, `agency_id=${north.agencyId}`);
    for (const one of whole.lines) {
      const { items } = await itemsOf(admin, one, `&agency_id=${north.agencyId}`);
      expect(sums(items)).toEqual(sums([one]));
      expect(items.every(({ resale, carrier }) => resale === null && carrier !== null)).toBe(true);
    }
  });

  it('shows whose it was by the last digits, and nothing once they are erased', async () => {
    const received = (await statement(agency)).lines.find(({ direction }) => direction === 'in')!;
    const before = await itemsOf(agency, received);
    expect(before.items.map(({ to }) => to)).toEqual(['•••• 0188']);
    const erased = await app.call(await app.signIn(north.email), 'DELETE', `/contacts/${person}`);
    expect(erased.status).toBe(200);
    await app.settled();
    const after = await itemsOf(agency, received);
    expect(after.items).toEqual(before.items.map((item) => ({ ...item, to: null })));
  });

  it('is no one else’s', async () => {
    const one = line(await statement(agency), 'sms', north);
    const stranger = await app.addUser('Agency', (await app.addTenant('stranger')).agencyId);
    // Nor its own business's: its agency pays.
    for (const token of [stranger, await app.signIn(north.email), await app.signIn(alone.email)])
      expect((await app.call(token, 'GET', addressOf(one))).status).toBe(404);
  });

  it('refuses a place that is none, and knows no line that isn’t there', async () => {
    const one = line(await statement(agency), 'sms', north);
    expect((await app.call(agency, 'GET', addressOf(one, '&cursor=x'))).status).toBe(422);
    expect((await app.call(agency, 'GET', addressOf({ ...one, rate_id: randomUUID() }))).status).toBe(404);
    expect((await app.call(agency, 'GET', addressOf({ ...one, country: 'DE' }))).status).toBe(404);
  });

  it('stays as it was once its month is closed: what comes later is in a later month', async () => {
    at = new Date('2026-11-03T12:00:00Z');
    await signIn();
    await close();
    await texted(north, 2, '2026-10-05T13:00:00Z');
    await app.call(admin, 'POST', '/rates', {
      channel: 'sms',
      direction: 'out',
      currency: 'USD',
      from: '2026-11-03',
      carrier: 1,
      price: 90_000,
    });
    await app.settled();
    const whole = await statement(agency);
    expect(whole.closed).toBe(true);
    for (const one of whole.lines) expect(sums((await itemsOf(agency, one)).items)).toEqual(sums([one]));
  });

  it('opens what came late, from the month that tells of it, whether or not that one is closed as well', async () => {
    const addressOfLate = (late: Statement['late'][number]) =>
      addressOf(late, `&late_month=${late.month}`).replace(month, 'month=2026-11');
    const november = async () =>
      (await app.call<{ data: Statement }>(agency, 'GET', '/statements?month=2026-11')).body.data;
    const open = async (late: Statement['late'][number]) =>
      (await app.call<Page>(agency, 'GET', addressOfLate(late))).body;
    const { late } = await november();
    const added = late.filter(({ opens }) => opens);
    expect(added).toMatchObject([{ channel: 'sms', month: '2026-10', quantity: 2 }]);
    const before = await open(added[0]!);
    expect(before.data).toHaveLength(1);
    expect(sums(before.data)).toEqual(sums(added));
    // What only moves what is included has no items.
    for (const one of late.filter(({ opens }) => !opens))
      expect((await app.call(agency, 'GET', addressOfLate(one))).status).toBe(404);
    at = new Date('2026-12-03T12:00:00Z');
    await signIn();
    await close();
    await texted(north, 3, '2026-10-06T13:00:00Z');
    await app.settled();
    const closed = await november();
    expect(closed.closed).toBe(true);
    expect(await open(closed.late.find(({ opens }) => opens)!)).toEqual(before);
    const december = (await app.call<{ data: Statement }>(agency, 'GET', '/statements?month=2026-12')).body.data;
    const [next] = december.late.filter(({ opens }) => opens);
    const address = addressOf(next!, `&late_month=${next!.month}`).replace(month, 'month=2026-12');
    const opened = (await app.call<Page>(agency, 'GET', address)).body.data;
    expect(sums(opened)).toEqual(sums([next!]));
    expect(opened).toMatchObject([{ quantity: 3 }]);
  });
});

/** A report as its file has it, written in parts of 40 rows. */
async function fileOf(token: string, report: 'mdr-list' | 'sms-list', more: object = { prices: true }) {
  const body = { date_range: '2026-10-01,2026-10-31', ...more };
  const asked = await app.call<{ data: { id: string } }>(token, 'POST', `/reports/${report}/exports`, body);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const job = await takeExport(app.db, now());
  const head = async () => {
    await app.settled();
    return (await app.raw.head()).toString();
  };
  const { storage, vault, readModels, commands } = app;
  const files = createReportFiles({ storage, vault, readModels, commands, now, rowsAPage: 40, head });
  await work({ db: app.db, commands, files, clock: app.clock, log: app.log }, job!, new AbortController().signal);
  const path = `/reports/exports/${asked.body.data.id}/file`;
  const link = await app.call<{ data: { file_url: string } }>(token, 'POST', path);
  expect(link.status, JSON.stringify(link.body)).toBe(200);
  const { body: text } = await app.api.inject({ method: 'GET', url: link.body.data.file_url });
  return parse<Record<string, string>>(text, { bom: true, columns: true });
}

/** The secret of a new key of a business. */
async function addKey(of: Tenant, scopes: readonly string[]): Promise<string> {
  const body = { name: 'Reports', scopes };
  const made = await app.call<{ data: { secret: string } }>(await app.signIn(of.email), 'POST', '/api-keys', body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.data.secret;
}

/** Someone who runs a business and doesn't see its bills. */
async function addManager(of: Tenant): Promise<string> {
  const token = await app.signIn(of.email);
  const email = `manager-${randomUUID()}@example.test`;
  const invited = { email, first_name: 'Sam', last_name: 'Lee', role: 'manager' };
  const { body } = await app.call<{ data: { id: string } }>(token, 'POST', '/members', invited);
  const { rows } = await app.pool.query<{ stream: string }>(
    `select stream from es.events where type = 'AccountEmailRequested' and data->>'userId' = $1`,
    [body.data.id],
  );
  const secret = await app.vault.get(`account-mail/${rows[0]!.stream.replace('accountMail-', '')}`);
  await app.call(null, 'POST', '/passwords/change', { token: secret, password });
  return app.signIn(email);
}

const close = () =>
  closeMonths({
    commands: app.commands,
    billing: {
      reached: () => Promise.resolve(true),
      payers: app.readModels.usagePayers,
      wallets: app.readModels.walletPayers,
      draft: (payer, of) => draftStatement(app.commands, app.readModels, payer, of, now()),
    },
    head: () => app.store.head(),
    now,
    known: new Set(),
    aside: { attempt: async (_key, _fields, work) => ({ done: true, value: await work() }) },
  });
