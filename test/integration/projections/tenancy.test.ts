import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position, StoredEvent } from '../../../adapters/event-store/port.ts';
import {
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  AgencyFeaturesChanged,
  AgencyOnboardingCompleted,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from '../../../domain/agencies/events.ts';
import {
  BusinessActivated,
  BusinessArchived,
  BusinessBillingChanged,
  BusinessBroadcastersChanged,
  BusinessContactInfoChanged,
  BusinessCreated,
  BusinessDeactivated,
  BusinessDetailsChanged,
  BusinessFeaturesChanged,
  BusinessDailyLimitsChanged,
  BusinessLegalPagesChanged,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  BusinessRestored,
} from '../../../domain/businesses/events.ts';
import {
  CampaignActivated,
  CampaignDrafted,
  CampaignKeywordUnavailable,
  CampaignNumberLost,
} from '../../../domain/campaigns/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { MessageQueued, MessageSent } from '../../../domain/messages/events.ts';
import { CustomDomainChanged, CustomDomainRemoved } from '../../../domain/whitelabels/events.ts';
import type { agencyList } from '../../../domain/agencies/list.ts';
import type { businessList } from '../../../domain/businesses/list.ts';
import type { ListQuery } from '../../../domain/kernel/list.ts';
import { agencies } from '../../../projections/agencies/projector.ts';
import { businesses } from '../../../projections/businesses/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { projectors } from '../../../projections/index.ts';
import { openShop } from './stories.ts';
import { createFollowedWorld, toStore, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
beforeAll(async () => {
  world = await createFollowedWorld();
});
afterAll(() => world.close());

const settled = () => world.settled();
type AgencyQuery = ListQuery<typeof agencyList>;
type BusinessQuery = ListQuery<typeof businessList>;
const firstPage = { page: 1, perPage: 10, search: null, sortBy: null, sortDesc: false, status: 'active' } as const;
const agenciesBy = (more: Partial<AgencyQuery> = {}): AgencyQuery => ({ ...firstPage, ...more });
const businessesBy = (more: Partial<BusinessQuery> = {}): BusinessQuery => ({ ...firstPage, ...more });

/** Appends what happened to a tenant, with the agency in its metadata as commands put it there. */
async function say(stream: string, agencyId: string | null, ...events: readonly DomainEvent[]): Promise<Position> {
  const told = events.map((event) => {
    const stored = toStore({ event });
    return {
      ...stored,
      metadata: {
        ...stored.metadata,
        tenant: { agencyId, businessId: (event.data['businessId'] as string | undefined) ?? null },
      },
    };
  });
  return (await world.store.append(stream, 'any', told)).position;
}
async function openAgency(name: string, more: Partial<Parameters<typeof AgencyCreated.create>[0]> = {}) {
  const agencyId = randomUUID();
  const tell = (...events: readonly DomainEvent[]) => say(`agency-${agencyId}`, agencyId, ...events);
  await tell(
    AgencyCreated.create({ agencyId, name, email: `${name.toLowerCase().replaceAll(' ', '.')}@agency.test`, ...more }),
  );
  return { agencyId, tell };
}
async function open(
  agencyId: string | null,
  name: string,
  more: Partial<Parameters<typeof BusinessCreated.create>[0]> = {},
) {
  const businessId = randomUUID();
  const tell = (...events: readonly DomainEvent[]) => say(`business-${businessId}`, agencyId, ...events);
  await tell(
    BusinessCreated.create({
      businessId,
      agencyId,
      name,
      uniqueId: `u-${businessId.slice(0, 8)}`,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@shop.test`,
      currency: 'USD',
      timezone: 'America/New_York',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
      ...more,
    }),
  );
  return { businessId, tell };
}
const namesOf = (rows: { data: readonly { name: string }[]; total: number }) => [
  rows.data.map(({ name }) => name),
  rows.total,
];

describe('an agency', () => {
  it('shows every field, newest word last, and the revision to edit from', async () => {
    const ownerId = randomUUID();
    const { agencyId, tell } = await openAgency('Fields', {
      ownerId,
      firstName: 'Noor',
      lastName: 'North',
      phone: '1',
      timezone: 'America/Chicago',
      freeFee: false,
      freeNumbers: 2,
      freeMessages: 3,
      freeCalls: 4,
    });
    await settled();
    expect(await world.models.agency(agencyId)).toMatchObject({
      id: agencyId,
      name: 'Fields',
      email: 'fields@agency.test',
      firstName: 'Noor',
      lastName: 'North',
      phone: '1',
      website: null,
      timezone: 'America/Chicago',
      supportEmail: null,
      status: 'active',
      isNew: true,
      hasSample: false,
      isTemplate: false,
      freeFee: false,
      freeNumbers: 2,
      freeMessages: 3,
      freeCalls: 4,
      ownerId,
      revision: 0,
      businessesCount: 0,
      domain: null,
      usageNumbers: 0,
      usageMessages: 0,
    });
    await tell(
      AgencyDetailsChanged.create({ agencyId, name: 'Renamed', phone: null, supportEmail: 'help@agency.test' }),
      AgencyFeaturesChanged.create({ agencyId, isTemplate: true }),
      AgencyBillingChanged.create({ agencyId, freeFee: true }),
      AgencyOnboardingCompleted.create({ agencyId }),
      AgencySampleAccountAdded.create({ agencyId, businessId: randomUUID() }),
      AgencyArchived.create({ agencyId }),
    );
    await say(
      `whitelabel-${agencyId}`,
      agencyId,
      CustomDomainChanged.create({ agencyId, domain: 'texts.renamed.test', ownershipToken: 'x'.repeat(32) }),
    );
    await settled();
    expect(await world.models.agency(agencyId)).toMatchObject({
      name: 'Renamed',
      phone: null,
      supportEmail: 'help@agency.test',
      isTemplate: true,
      freeFee: true,
      freeNumbers: 2,
      isNew: false,
      hasSample: true,
      status: 'archived',
      archivedAt: '2026-11-20T12:00:00.000Z',
      domain: 'texts.renamed.test',
      revision: 6,
    });
    expect(await world.models.agency(randomUUID())).toBeNull();
  });
  it('is listed by state, sorted, searched and paged, with its businesses', async () => {
    const before = (await world.models.agencies(agenciesBy())).total;
    const [zebra, apple, mango] = [
      await openAgency('Zebra List'),
      await openAgency('apple list'),
      await openAgency('Mango List'),
    ];
    for (let index = 0; index < 3; index++) await open(apple.agencyId, `Apple Shop ${index}`);
    const gone = await open(zebra.agencyId, 'Gone');
    await gone.tell(BusinessArchived.create({ businessId: gone.businessId }));
    await open(zebra.agencyId, 'There');
    await say(
      `whitelabel-${mango.agencyId}`,
      mango.agencyId,
      CustomDomainChanged.create({
        agencyId: mango.agencyId,
        domain: 'fruit.example.test',
        ownershipToken: 'x'.repeat(32),
      }),
    );
    await settled();
    const find = async (more: Partial<AgencyQuery>) =>
      namesOf(await world.models.agencies(agenciesBy({ search: 'list', ...more })));
    expect((await world.models.agencies(agenciesBy())).total).toBe(before + 3);
    expect(await find({})).toEqual([['Zebra List', 'apple list', 'Mango List'], 3]);
    expect(await find({ sortBy: 'name' })).toEqual([['apple list', 'Mango List', 'Zebra List'], 3]);
    expect(await find({ sortBy: 'name', sortDesc: true, perPage: 1, page: 2 })).toEqual([['Mango List'], 3]);
    expect(await find({ sortBy: 'email' })).toEqual([['apple list', 'Mango List', 'Zebra List'], 3]);
    expect(await find({ sortBy: 'businesses_count', sortDesc: true })).toEqual([
      ['apple list', 'Zebra List', 'Mango List'],
      3,
    ]);
    expect(await find({ search: 'FRUIT.example' })).toEqual([['Mango List'], 1]);
    expect(await find({ search: '%' })).toEqual([[], 0]);
    const rows = (await world.models.agencies(agenciesBy({ search: 'list' }))).data;
    expect(rows.map(({ businessesCount, domain }) => [businessesCount, domain])).toEqual([
      [1, null],
      [3, null],
      [0, 'fruit.example.test'],
    ]);
    await mango.tell(AgencyArchived.create({ agencyId: mango.agencyId }));
    await settled();
    expect(await find({ status: 'archived' })).toEqual([['Mango List'], 1]);
    expect(await find({})).toEqual([['Zebra List', 'apple list'], 2]);
  });
});

describe('a business', () => {
  it('shows every field, newest word last, and the revision to edit from', async () => {
    const { agencyId } = await openAgency('Parent');
    const ownerId = randomUUID();
    const { businessId, tell } = await open(agencyId, 'Shop', {
      ownerId,
      firstName: 'Bella',
      lastName: 'Russo',
      isEnabledLivechat: false,
      freeFee: false,
      monthlyMessages: 10,
    });
    await tell(
      BusinessDetailsChanged.create({ businessId, name: 'New Shop', timezone: 'Europe/Berlin', logo: '/media/logo' }),
      BusinessFeaturesChanged.create({ businessId, isTemplate: true, templateContent: 'Read me' }),
      BusinessBillingChanged.create({
        businessId,
        monthlyMessages: null,
        contactLimit: 5,
        freeFee: true,
        useBandwidth: true,
      }),
      BusinessContactInfoChanged.create({ businessId, city: 'Oakland', postalCode: '94607' }),
      BusinessBroadcastersChanged.create({ businessId, broadcasters: [{ name: 'Bo', phone: '+14155550111' }] }),
      BusinessLegalPagesChanged.create({ businessId, terms: { content: 'Be kind.', link: null } }),
      BusinessDailyLimitsChanged.create({ businessId, texts: 2, mails: null }),
      BusinessNumberAssigned.create({ businessId, number: '+18005550123', providerNumberId: null, isTollFree: true }),
      BusinessDeactivated.create({ businessId }),
    );
    await settled();
    expect(await world.models.business(businessId)).toEqual({
      id: businessId,
      agencyId,
      agencyName: 'Parent',
      name: 'New Shop',
      email: 'shop@shop.test',
      firstName: 'Bella',
      lastName: 'Russo',
      uniqueId: `u-${businessId.slice(0, 8)}`,
      currency: 'USD',
      timezone: 'Europe/Berlin',
      dateFormat: 'MM/DD/YYYY',
      logo: '/media/logo',
      status: 'active',
      isActive: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      archivedAt: null,
      phoneNumber: '+18005550123',
      isTollFree: true,
      numberStatus: 'unregistered',
      monthlyMessages: null,
      contactLimit: 5,
      usageMessages: 0,
      usageContacts: 0,
      dailyTexts: 2,
      dailyMails: null,
      isTemplate: true,
      templateContent: 'Read me',
      isEnabledLivechat: false,
      isActiveLivechat: true,
      isEnabledLoop: false,
      isActiveLoop: false,
      isActiveMms: false,
      freeFee: true,
      useBandwidth: true,
      contactInfo: {
        phone: null,
        email: null,
        website: null,
        address: null,
        city: 'Oakland',
        state: null,
        postalCode: '94607',
        country: null,
      },
      broadcasters: [{ name: 'Bo', phone: '+14155550111' }],
      legalPages: { privacy: { content: '', link: null }, terms: { content: 'Be kind.', link: null } },
      ownerId,
      revision: 9,
    });
  });
  it('is listed for its agency and for the operator, and a new name of the agency shows at once', async () => {
    const [one, two] = [await openAgency('One'), await openAgency('Two')];
    const shops = await Promise.all(
      ['Beta Scope', 'alpha Scope', 'Gamma Scope'].map((name) => open(one.agencyId, name)),
    );
    await open(two.agencyId, 'Other Scope');
    await open(null, 'Alone Scope');
    await one.tell(AgencyDetailsChanged.create({ agencyId: one.agencyId, name: 'One Renamed' }));
    await shops[0]!.tell(
      BusinessNumberAssigned.create({
        businessId: shops[0]!.businessId,
        number: '+14155558899',
        providerNumberId: null,
        isTollFree: false,
      }),
    );
    await settled();
    const own = (more: Partial<BusinessQuery> = {}) =>
      world.models.businesses({ agencyId: one.agencyId, all: false }, businessesBy(more));
    expect(namesOf(await own({ sortBy: 'name' }))).toEqual([['alpha Scope', 'Beta Scope', 'Gamma Scope'], 3]);
    expect(namesOf(await own({ sortBy: 'email', sortDesc: true, perPage: 2 }))).toEqual([
      ['Gamma Scope', 'Beta Scope'],
      3,
    ]);
    expect(namesOf(await own({ search: '(415) 555-8899' }))).toEqual([['Beta Scope'], 1]);
    expect(namesOf(await own({ search: 'other' }))).toEqual([[], 0]);
    expect(namesOf(await own({ search: shops[2]!.businessId.slice(0, 8) }))).toEqual([['Gamma Scope'], 1]);
    expect((await own()).data.map(({ agencyName }) => agencyName)).toEqual([
      'One Renamed',
      'One Renamed',
      'One Renamed',
    ]);
    const all = await world.models.businesses(
      { agencyId: null, all: true },
      businessesBy({ search: 'scope', sortBy: 'name' }),
    );
    expect(namesOf(all)).toEqual([['Alone Scope', 'alpha Scope', 'Beta Scope', 'Gamma Scope', 'Other Scope'], 5]);
    expect(await world.models.businesses({ agencyId: null, all: false }, businessesBy())).toEqual({
      data: [],
      total: 0,
    });
    expect((await world.models.agency(one.agencyId))?.usageNumbers).toBe(1);
  });
  it('counts as archived with its agency, and comes back as it was', async () => {
    const agency = await openAgency('Sinking');
    const [on, off, gone] = [
      await open(agency.agencyId, 'On'),
      await open(agency.agencyId, 'Off'),
      await open(agency.agencyId, 'Gone'),
    ];
    await off.tell(BusinessDeactivated.create({ businessId: off.businessId }));
    await gone.tell(BusinessArchived.create({ businessId: gone.businessId }));
    const look = async () => {
      await settled();
      const scope = { agencyId: agency.agencyId, all: false };
      return [
        namesOf(await world.models.businesses(scope, businessesBy({ sortBy: 'name' }))),
        namesOf(await world.models.businesses(scope, businessesBy({ status: 'archived', sortBy: 'name' }))),
        await Promise.all(
          [on, off, gone].map(({ businessId }) => world.models.tenantStatus(agency.agencyId, businessId)),
        ),
        await world.models.tenantStatus(agency.agencyId, null),
      ];
    };
    const afloat = [[['Off', 'On'], 2], [['Gone'], 1], ['active', 'inactive', 'archived'], 'active'];
    expect(await look()).toEqual(afloat);
    await agency.tell(AgencyArchived.create({ agencyId: agency.agencyId }));
    const late = await open(agency.agencyId, 'Late');
    expect(await look()).toEqual([
      [[], 0],
      [['Gone', 'Late', 'Off', 'On'], 4],
      ['archived', 'archived', 'archived'],
      'archived',
    ]);
    await agency.tell(AgencyRestored.create({ agencyId: agency.agencyId }));
    await late.tell(BusinessArchived.create({ businessId: late.businessId }));
    expect(await look()).toEqual([
      [['Off', 'On'], 2],
      [['Gone', 'Late'], 2],
      ['active', 'inactive', 'archived'],
      'active',
    ]);
    expect(await world.models.tenantStatus(null, null)).toBe('active');
    expect(await world.models.tenantStatus(null, randomUUID())).toBe('active');
  });
  it('is found by what it sent this month: pages go on from those who sent to those who did not', async () => {
    const agency = await openAgency('Busy');
    for (const [name, segments] of [
      ['Idle A', 0],
      ['Some', 3],
      ['Most', 9],
      ['Idle B', 0],
    ] as const) {
      const { businessId } = await open(agency.agencyId, name);
      const ids = { messageId: randomUUID(), businessId, contactId: randomUUID() };
      if (segments > 0) {
        await say(
          `message-${ids.messageId}`,
          agency.agencyId,
          MessageQueued.create({
            ...ids,
            from: '+14155550100',
            to: '+14155550101',
            body: 'x',
            media: [],
            purpose: 'broadcast',
            segments,
            encoding: 'GSM-7',
            notBefore: null,
          }),
          MessageSent.create({ ...ids, providerMessageId: 'SM1' }),
        );
      }
    }
    await settled();
    const page = async (number: number, sortDesc: boolean) =>
      (
        await world.models.businesses(
          { agencyId: agency.agencyId, all: false },
          businessesBy({ sortBy: 'usage_messages', sortDesc, page: number, perPage: 3 }),
        )
      ).data.map(({ name, usageMessages }) => [name, usageMessages]);
    expect([await page(1, true), await page(2, true)]).toEqual([
      [
        ['Most', 9],
        ['Some', 3],
        ['Idle A', 0],
      ],
      [['Idle B', 0]],
    ]);
    expect([await page(1, false), await page(2, false)]).toEqual([
      [
        ['Idle A', 0],
        ['Idle B', 0],
        ['Some', 3],
      ],
      [['Most', 9]],
    ]);
    expect((await world.models.agency(agency.agencyId))?.usageMessages).toBe(12);
    const {
      businesses: states,
      totals,
      top,
      daily,
    } = await world.models.agencyAnalytics(agency.agencyId, { from: '2026-11-19', to: '2026-11-20' });
    expect([
      states,
      totals.sent,
      top.slice(0, 2).map(({ name, sent }) => [name, sent]),
      daily.map(({ day, sent }) => [day, sent]),
    ]).toEqual([
      { active: 4, inactive: 0, archived: 0 },
      2,
      [
        ['Some', 1],
        ['Most', 1],
      ],
      [
        ['2026-11-19', 0],
        ['2026-11-20', 2],
      ],
    ]);
  });
  it('that moves counts its days in the new zone from then on', async () => {
    const shop = await openShop(world, { timezone: 'Pacific/Kiritimati' });
    const ann = shop.contact();
    await ann.does(ann.optedIn(), { at: '2026-11-10T12:00:00.000Z' }); // the 11th there
    await world.append(`business-${shop.businessId}`, {
      event: BusinessDetailsChanged.create({ businessId: shop.businessId, timezone: 'Pacific/Honolulu' }),
    });
    await ann.does(ann.optedOut(), { at: '2026-11-10T09:00:00.000Z' }); // the 9th there
    await settled();
    const { daily } = await world.models.dashboard(shop.businessId, { from: '2026-11-09', to: '2026-11-11' });
    expect(daily.map(({ optIns, optOuts }) => [optIns, optOuts])).toEqual([
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
  });
  it('to start from: the agency’s own and the platform’s templates', async () => {
    const [own, other] = [await openAgency('Own'), await openAgency('Else')];
    const shop = await open(null, 'Platform Template', { isTemplate: true, templateContent: 'For all' });
    await say(
      `campaign-${randomUUID()}`,
      null,
      CampaignDrafted.create({
        campaignId: randomUUID(),
        businessId: shop.businessId,
        name: 'X',
        type: 'text',
        keyword: 'X',
        reply: 'x',
        replyMedia: [],
      }),
    );
    await open(own.agencyId, 'Own Template', { isTemplate: true });
    await open(other.agencyId, 'Their Template', { isTemplate: true });
    await settled();
    const mine = await world.models.templates({ agencyId: own.agencyId, all: false });
    expect(
      mine.map(({ name, agency, campaigns, description }) => [name, agency?.name ?? null, campaigns, description]),
    ).toEqual([
      ['Own Template', 'Own', 0, null],
      ['Platform Template', null, 1, 'For all'],
    ]);
    expect((await world.models.templates({ agencyId: null, all: true })).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Own Template', 'Their Template', 'Platform Template']),
    );
  });
});

it('a campaign waits for a number, begins, says that its keyword is taken, and waits again', async () => {
  const [campaignId, businessId] = [randomUUID(), randomUUID()];
  const on = { campaignId, businessId, number: '+14155550177', keyword: 'SLICE' };
  const look = async () => {
    await settled();
    return (await world.models.campaigns(businessId)).map(({ status, number, takenOn }) => [status, number, takenOn]);
  };
  await say(
    `campaign-${campaignId}`,
    null,
    CampaignDrafted.create({
      campaignId,
      businessId,
      name: 'Slice',
      type: 'text',
      keyword: 'SLICE',
      reply: 'Hi',
      replyMedia: [],
    }),
  );
  expect(await look()).toEqual([['waiting', null, null]]);
  await say(`campaign-${campaignId}`, null, CampaignKeywordUnavailable.create(on));
  expect(await look()).toEqual([['waiting', null, '+14155550177']]);
  await say(`campaign-${campaignId}`, null, CampaignActivated.create(on));
  expect(await look()).toEqual([['active', '+14155550177', null]]);
  await say(`campaign-${campaignId}`, null, CampaignNumberLost.create(on));
  expect(await look()).toEqual([['waiting', null, null]]);
});

it(
  'however the feed is cut, the read models come out as from a rebuild, and the totals are those of the rows',
  { timeout: 60_000 },
  async () => {
    let seed = 20_26;
    const random = (most: number): number => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8) % most;
    const houses = await Promise.all(Array.from({ length: 4 }, (_, index) => openAgency(`House ${index}`)));
    const state = new Map<string, { archived: boolean; active: boolean }>(
      houses.map(({ agencyId }) => [agencyId, { archived: false, active: true }]),
    );
    const shops: {
      businessId: string;
      agencyId: string | null;
      tell: (...events: readonly DomainEvent[]) => Promise<Position>;
    }[] = [];
    for (let step = 0; step < 250; step++) {
      const house = houses[random(4)]!;
      const shop = shops.length > 0 ? shops[random(shops.length)]! : null;
      const dice = random(12);
      if (dice <= 2 || shop === null) {
        const agencyId = random(5) === 0 ? null : house.agencyId;
        const made = await open(
          agencyId,
          `Shop ${step}`,
          random(2) === 0 ? {} : { timezone: 'Nowhere/Unknown', monthlyMessages: 5 },
        );
        shops.push({ ...made, agencyId });
        state.set(made.businessId, { archived: false, active: true });
        continue;
      }
      const { businessId } = shop;
      const [agencyId, now, own] = [house.agencyId, state.get(businessId)!, state.get(house.agencyId)!];
      if (dice === 3)
        await house.tell(
          (own.archived = !own.archived) ? AgencyArchived.create({ agencyId }) : AgencyRestored.create({ agencyId }),
        );
      else if (dice === 4)
        await house.tell(
          AgencyDetailsChanged.create({ agencyId, name: `House of ${step}`, phone: random(2) === 0 ? null : '5' }),
          random(2) === 0 ?
            AgencyOnboardingCompleted.create({ agencyId })
          : AgencyOnboardingRestarted.create({ agencyId }),
        );
      else if (dice === 5)
        await say(
          `whitelabel-${agencyId}`,
          agencyId,
          random(2) === 0 ?
            CustomDomainRemoved.create({ agencyId, domain: 'd.test' })
          : CustomDomainChanged.create({ agencyId, domain: `d${step}.test`, ownershipToken: 'x'.repeat(32) }),
        );
      else if (dice <= 7)
        await shop.tell(
          (now.archived = !now.archived) ?
            BusinessArchived.create({ businessId })
          : BusinessRestored.create({ businessId }),
        );
      else if (dice === 8)
        await shop.tell(
          (now.active = !now.active) ?
            BusinessActivated.create({ businessId })
          : BusinessDeactivated.create({ businessId }),
        );
      else if (dice === 9)
        await shop.tell(
          BusinessDetailsChanged.create({ businessId, name: `Renamed \u0000 ${step}`, timezone: 'Europe/Paris' }),
          BusinessFeaturesChanged.create({ businessId, isTemplate: random(2) === 0 }),
        );
      else if (dice === 10)
        await shop.tell(
          BusinessNumberAssigned.create({
            businessId,
            number: `+1650555${String(step).padStart(4, '0')}`,
            providerNumberId: null,
            isTollFree: false,
          }),
        );
      else
        await shop.tell(
          BusinessNumberReleased.create({ businessId, number: '+16505550000' }),
          BusinessContactInfoChanged.create({ businessId, city: `C${step}` }),
        );
    }
    await settled();
    for (const name of ['agencies', 'businesses', 'campaigns', 'conversations', 'dashboard'])
      expect(await world.following.verify(name), name).toEqual([]);
    const [shopSchema, agencySchema] = [schemaOf(businesses), schemaOf(agencies)];
    expect(
      await world.query(`
    select scope::text, state, count::int from ${shopSchema}.business_counts where count <> 0
    except (select coalesce(agency_id::text, 'x'), state, count(*)::int from ${shopSchema}.businesses
      where agency_id is not null group by 1, 2
      union all select '00000000-0000-0000-0000-000000000000', state, count(*)::int from ${shopSchema}.businesses group by 2)`),
    ).toEqual([]);
    expect(
      await world.query(
        `select status, count::int from ${agencySchema}.agency_counts where count <> 0 except
          select status, count(*)::int from ${agencySchema}.agencies group by 1`,
      ),
    ).toEqual([]);
    expect(
      await world.query(`
    select id, businesses_count from ${agencySchema}.agencies a
    where businesses_count <> (select count(*) from ${shopSchema}.businesses b where b.agency_id = a.id and b.archived_at is null)`),
    ).toEqual([]);
    // One batch of everything, batches of one, and the live run in between: the same rows.
    const every: StoredEvent[] = [];
    for (let position = 0n; ;) {
      const page = await world.store.readAll(position, { limit: 1000 });
      every.push(...page.events);
      position = page.next;
      if (page.atEnd) break;
    }
    for (const projector of projectors.filter(({ name }) => name === 'agencies' || name === 'businesses')) {
      const own = every.filter(({ type }) => projector.handles.includes(type));
      const tables: Record<string, unknown[]> = {};
      for (const [schema, size] of [
        ['cut_all', own.length],
        ['cut_one', 1],
      ] as const) {
        await world.query(
          `drop schema if exists ${schema} cascade; create schema ${schema}; ${projector.create(schema)}`,
        );
        for (let from = 0; from < own.length; from += size)
          for (const { text, values } of projector.fold(own.slice(from, from + size), schema))
            await world.query(text, values);
        tables[schema] = await world.query(`select * from ${schema}.${projector.name} order by id`);
      }
      expect(tables['cut_one'], projector.name).toEqual(tables['cut_all']);
      expect(tables['cut_one']!.length).toBeGreaterThan(3);
    }
  },
);
