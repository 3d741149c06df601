import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusinessCreated } from '../../../domain/businesses/events.ts';
import { InvoiceIssued, InvoicePaid, InvoiceRefunded } from '../../../domain/invoices/events.ts';
import { asked } from '../../../domain/kernel/list.ts';
import type { Currency } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { businessReportList } from '../../../domain/reports/list.ts';
import { openShop, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
const days = { from: '2026-11-14', to: '2026-11-20' };
const shops: Record<'failing' | 'unwelcome' | 'well', Shop> = {} as typeof shops;
let unreachable: string;

async function sends(shop: Shop, texts: number, { failed = 0, optOuts = 0, at = '2026-11-18T17:00:00.000Z' } = {}) {
  for (let nth = 0; nth < texts; nth += 1) {
    const person = shop.contact();
    if (nth === 0) await person.does(person.discovered(), { at });
    const { messageId } = await person.isSent('Two for one', { purpose: 'broadcast', at });
    await person.comesTo(messageId, ['accepted', nth < failed ? 'failed' : 'delivered'], at);
    if (nth < optOuts) await person.does(person.optedOut(), { at });
  }
}

beforeAll(async () => {
  world = await createFollowedWorld();
  for (const name of ['failing', 'unwelcome', 'well'] as const) shops[name] = await openShop(world);
  await sends(shops.failing, 20, { failed: 2 });
  await sends(shops.unwelcome, 30, { optOuts: 1 });
  await sends(shops.well, 20, { failed: 1 });
  await sends(shops.well, 3, { at: '2026-11-10T17:00:00.000Z' });
  unreachable = randomUUID();
  await world.append(`business-${unreachable}`, {
    event: BusinessCreated.create({
      businessId: unreachable,
      agencyId: null,
      name: 'Quiet',
      uniqueId: 'quiet',
      currency: 'USD',
      timezone: 'America/New_York',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    }),
  });
  await world.settled();
});
afterAll(() => world.close());

describe('the platform’s report', () => {
  it('is what the events say, counted by hand', async () => {
    const { daily, totals, previous, tenants, used } = await world.models.platformReport(days);
    const [byHand] = await world.query<Record<string, number>>(
      `select count(*) filter (where type = 'MessageAccepted')::int as sent,
        count(*) filter (where type = 'MessageDelivered')::int as delivered,
        count(*) filter (where type = 'MessageFailed')::int as failed,
        count(*) filter (where type = 'ContactOptedOut')::int as "optOuts"
      from es.events where (metadata ->> 'occurredAt')::timestamptz
        between '2026-11-14T05:00:00Z' and '2026-11-21T05:00:00Z'`,
    );
    expect(totals).toMatchObject(byHand!);
    expect(totals).toMatchObject({ sent: 70, delivered: 67, failed: 3, optOuts: 1 });
    expect(daily.map(({ day, sent }) => [day, sent]).filter(([, sent]) => sent !== 0)).toEqual([['2026-11-18', 70]]);
    expect(daily).toHaveLength(7);
    expect(previous.sent).toBe(3);
    expect(tenants).toMatchObject({ active: 4, inactive: 0, archived: 0, numbers: 3 });
    expect(used).toEqual([{ channel: 'sms', direction: 'out', carrierClass: 'local', quantity: 70 }]);
  });

  it('says what came in and what is owed, by currency, in the period alone', async () => {
    const payer = { kind: 'agency', id: randomUUID() } as Payer;
    const invoice = async (invoiceId: string, currency: string, total: number, at: string, then: object[] = []) => {
      const instants = { issuedAt: at, periodStart: at, periodEnd: at };
      const issued = InvoiceIssued.create({
        payer,
        invoiceId,
        number: null,
        subscriptionId: null,
        reason: null,
        currency: currency as Currency,
        subtotal: total,
        total,
        due: total,
        lines: [],
        ...instants,
      });
      await world.append(`invoices-${payer.id}`, { event: issued }, ...(then as { event: never }[]));
    };
    const paid = (invoiceId: string, amount: number, paidAt: string) => ({
      event: InvoicePaid.create({ payer, invoiceId, paid: amount, chargeIds: [`pi_${invoiceId}`], paidAt }),
    });
    const at = '2026-11-15T00:00:00.000Z';
    await invoice('in_1', 'USD', 9900, at, [
      paid('in_1', 9900, at),
      { event: InvoiceRefunded.create({ payer, invoiceId: 'in_1', refundId: 're_1', amount: 900, refundedAt: at }) },
    ]);
    await invoice('in_2', 'USD', 4900, at);
    await invoice('in_3', 'EUR', 2900, '2026-10-01T00:00:00.000Z');
    await invoice('in_4', 'USD', 700, '2026-11-21T00:00:00.000Z', [paid('in_4', 700, '2026-11-21T00:00:00.000Z')]);
    await world.settled();
    const { money } = await world.models.platformReport(days);
    expect(money).toEqual([
      { currency: 'USD', invoiced: 14_800, paid: 9900, refunded: 900, owed: 4900, owing: 1 },
      { currency: 'EUR', invoiced: 0, paid: 0, refunded: 0, owed: 2900, owing: 1 },
    ]);
  });
});

describe('the businesses to look after', () => {
  const report = async (given: Parameters<typeof asked<typeof businessReportList>>[1] = {}) =>
    world.models.businessReports(days, asked(businessReportList, given));

  it('are told with why, those with the most concerns first', async () => {
    const { data, total } = await report();
    expect(total).toBe(4);
    expect(data.map(({ id, concerns }) => [id, concerns])).toEqual([
      [unreachable, ['no-number', 'quiet']],
      [shops.unwelcome.businessId, ['opt-outs']],
      [shops.failing.businessId, ['failing']],
      [shops.well.businessId, []],
    ]);
    const failing = data.find(({ id }) => id === shops.failing.businessId);
    expect(failing).toMatchObject({
      sent: 20,
      delivered: 18,
      failed: 2,
      failedShare: 0.1,
      optOutShare: 0,
      agency: null,
    });
  });

  it('are narrowed by concern and words, and sorted; few texts say nothing', async () => {
    expect((await report({ concern: 'failing' })).data.map(({ id }) => id)).toEqual([shops.failing.businessId]);
    expect((await report({ search: 'quiet' })).data.map(({ id }) => id)).toEqual([unreachable]);
    const bySent = await report({ sortBy: 'sent', sortDesc: true, perPage: 2 });
    expect(bySent.data[0]!.id).toBe(shops.unwelcome.businessId);
    expect(bySent).toMatchObject({ total: 4 });
    expect((await report({ page: 9 })).total).toBe(4);
    // Those of a page alone are summed, and come to the same.
    const all = (await report()).data;
    const byName = [];
    for (const page of [1, 2]) {
      const found = await report({ sortBy: 'name', sortDesc: false, perPage: 2, page });
      expect(found.total).toBe(4);
      byName.push(...found.data);
    }
    expect(byName.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const row of byName) expect(row).toEqual(all.find(({ id }) => id === row.id));
    expect(byName.map(({ name }) => name.toLowerCase())).toEqual(
      byName.map(({ name }) => name.toLowerCase()).toSorted(),
    );
    expect(await report({ sortBy: 'name', page: 9 })).toEqual({ data: [], total: 4 });
    const early = await world.models.businessReports(
      { from: '2026-11-09', to: '2026-11-11' },
      asked(businessReportList),
    );
    expect(early.data.find(({ id }) => id === shops.well.businessId)).toMatchObject({
      sent: 3,
      failedShare: null,
      optOutShare: null,
    });
  });
});
