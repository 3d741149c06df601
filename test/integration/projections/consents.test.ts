import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusinessDetailsChanged } from '../../../domain/businesses/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { ContactImported } from '../../../domain/contacts/events.ts';
import { ContactMergedInto } from '../../../domain/contacts/merge-events.ts';
import type { ConsentFilters } from '../../../domain/reports/list.ts';
import type { ConsentRecordView } from '../../../projections/reports/consents.ts';
import type { RecordScope } from '../../../projections/reports/records.ts';
import { consentGroups } from '../../../domain/reports/fields.ts';
import { openShop, type Person, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

/** A chart of opt-ins leads to its rows: as many as its bar says, on the days of each business's zone. */
let world: FollowedWorld;
let east: Shop;
let west: Shop;
let ann: Person;
let merged: Person;
const agencyId = randomUUID();
const campaigns = [randomUUID(), randomUUID()] as const;

const none: ConsentFilters = {
  agency_id: null,
  business_id: null,
  contact_id: null,
  campaign_id: null,
  status: null,
  source: null,
};
type Scope = RecordScope;
const of = (shop: Shop): Scope => ({ agencyId: null, businessId: shop.businessId });
const ofAgency: Scope = { agencyId, businessId: null };
const ofAll: Scope = { agencyId: null, businessId: null };
const asked = (from: string, to = from, filters: Partial<ConsentFilters> = {}) => ({
  days: { from, to },
  filters: { ...none, ...filters },
});
/** All rows, page by page: by their number, and by the row that the page before ended with, which is the same. */
async function rowsOf(scope: Scope, question: ReturnType<typeof asked>, desc = true) {
  const rows: ConsentRecordView[] = [];
  for (const limit = 3; ;) {
    const page = await world.models.consentRecords(scope, question, { after: null, skip: rows.length, limit, desc });
    const after = rows.at(-1) ?? null;
    expect(await world.models.consentRecords(scope, question, { after, skip: 0, limit, desc })).toEqual(page);
    rows.push(...page);
    if (page.length < limit) return rows;
  }
}
const counted = (rows: readonly { readonly status: string }[]) => ({
  optIns: rows.filter(({ status }) => status === 'optedIn').length,
  optOuts: rows.filter(({ status }) => status === 'optedOut').length,
});

beforeAll(async () => {
  world = await createFollowedWorld();
  east = await openShop(world, { timezone: 'America/New_York', agencyId });
  west = await openShop(world, { timezone: 'America/Los_Angeles' });
  ann = east.contact();
  await ann.does(ann.discovered(), { at: '2026-03-07T12:00:00.000Z' });
  // March 8 has 23 hours in New York, from 05:00Z to 04:00Z; November 1 has 25, from 04:00Z to 05:00Z.
  for (const at of ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'])
    await ann.does(ann.optedIn(`A${at.slice(8, 13)}`), { at });
  await ann.does(ann.optedOut(), { at: '2026-03-09T04:00:00.000Z' });
  for (const at of ['2026-11-01T03:59:59.999Z', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'])
    await ann.does(ann.optedIn('PIZZA', campaigns[0]), { at });
  await ann.does(ann.optedOut(), { at: '2026-11-02T05:00:00.000Z' });
  // A row of a file that agrees for two campaigns is two opt-ins.
  const file = { contactId: east.contact().contactId, businessId: east.businessId, uploadId: randomUUID(), row: 1 };
  const texts = campaigns.map((campaignId, nth) => ({ campaignId, keyword: nth === 0 ? 'PIZZA' : 'SALAD' }));
  await world.append(`contact-${file.contactId}`, {
    event: ContactImported.create({ ...file, phone: '+12125550100', agreed: { texts } }),
    at: '2026-11-01T12:00:00.000Z',
  });
  merged = east.contact();
  await merged.does(merged.optedIn(), { at: '2026-11-01T13:00:00.000Z' });
  const bob = west.contact();
  await bob.does(bob.optedIn(), { at: '2026-11-01T06:59:59.000Z' });
  await bob.does(bob.optedIn('SALAD'), { at: '2026-11-01T07:00:00.000Z' });
  await world.settled();
});
afterAll(() => world.close());

describe('opt-ins and opt-outs', () => {
  it('are as many as the dashboard counts on each day, also on days of 23 and of 25 hours', async () => {
    for (const [day, sums] of [
      ['2026-03-07', { optIns: 1, optOuts: 0 }],
      ['2026-03-08', { optIns: 2, optOuts: 0 }],
      ['2026-03-09', { optIns: 0, optOuts: 1 }],
      ['2026-10-31', { optIns: 1, optOuts: 0 }],
      ['2026-11-01', { optIns: 5, optOuts: 0 }],
      ['2026-11-02', { optIns: 0, optOuts: 1 }],
    ] as const) {
      expect((await world.models.dashboard(east.businessId, { from: day, to: day })).totals, day).toMatchObject(sums);
      expect(counted(await rowsOf(of(east), asked(day))), day).toEqual(sums);
      expect(await world.models.consentTotals(of(east), asked(day)), day).toEqual(sums);
    }
  });

  it('are counted alike by an agency and by operators', async () => {
    const days = { from: '2026-10-31', to: '2026-11-02' };
    const [analytics, platform] = [
      await world.models.agencyAnalytics(agencyId, days),
      await world.models.platformReport(days),
    ];
    for (const [scope, daily] of [
      [ofAgency, analytics.daily],
      [ofAll, platform.daily],
    ] as const)
      for (const { day, optIns, optOuts } of daily) {
        expect(counted(await rowsOf(scope, asked(day))), day).toEqual({ optIns, optOuts });
        expect(await world.models.consentTotals(scope, asked(day))).toEqual({ optIns, optOuts });
      }
    expect([analytics.totals.optIns, platform.totals.optIns]).toEqual([6, 8]);
  });

  it('are narrowed by status, source, campaign and contact, with totals that are those of the rows', async () => {
    for (const [filters, sums] of [
      [{ status: 'optedIn' }, { optIns: 8, optOuts: 0 }],
      [{ status: 'optedOut' }, { optIns: 0, optOuts: 2 }],
      [{ source: 'import' }, { optIns: 2, optOuts: 0 }],
      [
        { source: 'keyword', status: 'optedOut' },
        { optIns: 0, optOuts: 0 },
      ],
      [{ source: 'message' }, { optIns: 0, optOuts: 2 }],
      [{ campaign_id: campaigns[0] }, { optIns: 4, optOuts: 0 }],
      [{ contact_id: ann.contactId }, { optIns: 5, optOuts: 2 }],
      [
        { contact_id: ann.contactId, status: 'optedOut' },
        { optIns: 0, optOuts: 2 },
      ],
    ] as const) {
      const question = asked('2026-03-08', '2026-11-30', filters);
      expect(counted(await rowsOf(of(east), question)), JSON.stringify(filters)).toEqual(sums);
      expect(await world.models.consentTotals(of(east), question), JSON.stringify(filters)).toEqual(sums);
    }
    const newest = await rowsOf(of(east), asked('2026-03-08', '2026-11-30'));
    expect(newest[0]).toMatchObject({ contactId: ann.contactId, status: 'optedOut', source: 'message' });
    expect(await rowsOf(of(east), asked('2026-03-08', '2026-11-30'), false)).toEqual(newest.toReversed());
  });

  it('are grouped by anything into sums that are those of the rows', async () => {
    // These campaigns are in no list: a row names none that isn't there.
    const byRow = new Map<string, string>();
    for (const campaignId of campaigns)
      for (const { id } of await rowsOf(ofAll, asked('2026-03-08', '2026-11-30', { campaign_id: campaignId })))
        byRow.set(id, campaignId);
    expect(byRow.size).toBe(5);
    for (const scope of [of(east), ofAgency, ofAll])
      for (const filters of [{}, { status: 'optedIn' }, { status: 'optedOut' }, { source: 'keyword' }] as const) {
        const question = asked('2026-03-08', '2026-11-30', filters);
        const [rows, totals] = [await rowsOf(scope, question), await world.models.consentTotals(scope, question)];
        // A business has one agency: only others can tell theirs apart.
        for (const by of consentGroups.filter((one) => one !== 'agency' || scope.businessId === null)) {
          const keyOf = (row: ConsentRecordView): string | null =>
            by === 'agency' ?
              row.businessId === east.businessId ?
                agencyId
              : null
            : by === 'business' ? row.businessId
            : by === 'campaign' ? (byRow.get(row.id) ?? null)
            : row[by];
          const expected = [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({ key, ...counted(group) }));
          const found = await world.models.consentGroups(scope, question, by);
          expect(
            found.map(({ key, optIns, optOuts }) => ({ key, optIns, optOuts })),
            `${by} ${JSON.stringify(filters)}`,
          ).toEqual(expect.arrayContaining(expected));
          expect(found).toHaveLength(expected.length);
          expect(found.reduce((sum, { optIns, optOuts }) => sum + optIns + optOuts, 0)).toBe(
            totals.optIns + totals.optOuts,
          );
        }
      }
  });

  it('are in a file once each, also where one row of an import says several', async () => {
    const question = asked('2026-03-08', '2026-11-30');
    const rows = await rowsOf(of(east), question, false);
    for (const limit of [1, 2, 5, 100]) {
      const ids: string[] = [];
      let after: (typeof rows)[number] | null = null;
      for (;;) {
        const page = { after, upTo: '1000000', limit, zone: 'UTC' };
        const found = await world.models.exportedConsents(of(east), question, page);
        ids.push(...found.map(({ id }) => id));
        if (found.length < limit) break;
        after = rows[ids.length - 1]!;
      }
      expect(ids, String(limit)).toEqual(rows.map(({ id }) => id));
    }
  });

  it('stay as many when contacts are merged or erased, and when the business moves to another zone', async () => {
    const day = '2026-11-01';
    const before = await rowsOf(of(east), asked(day));
    const { businessId } = east;
    await world.append(`contact-${merged.contactId}`, {
      event: ContactMergedInto.create({
        contactId: merged.contactId,
        businessId,
        mergeId: randomUUID(),
        intoId: ann.contactId,
      }),
    });
    await world.append(`business-${businessId}`, {
      event: BusinessDetailsChanged.create({ businessId, timezone: 'Asia/Tokyo' }),
    });
    await world.settled();
    expect((await rowsOf(of(east), asked(day, day, { contact_id: ann.contactId }))).length).toBe(3);
    expect((await rowsOf(of(east), asked(day))).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await world.append(`contact-${ann.contactId}`, {
      event: ContactErased.create({ contactId: ann.contactId, businessId, identities: [] }),
    });
    await world.settled();
    const after = await rowsOf(of(east), asked(day));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.filter(({ contactId, phone }) => contactId === null && phone === null)).toHaveLength(3);
    expect((await world.models.dashboard(businessId, { from: day, to: day })).totals.optIns).toBe(after.length);
  });

  it('come out alike when they are built anew', async () => {
    const days = asked('2026-03-01', '2026-11-30');
    const before = [await rowsOf(ofAll, days), await world.models.consentTotals(ofAll, days)];
    await world.following.rebuild(['dashboard']);
    await world.settled();
    expect([await rowsOf(ofAll, days), await world.models.consentTotals(ofAll, days)]).toEqual(before);
  });
});
