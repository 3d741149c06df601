import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CampaignDrafted } from '../../../domain/campaigns/events.ts';
import { spelledOut } from '../../../domain/contacts/agreed.ts';
import { ContactImported, ContactOptInRequested } from '../../../domain/contacts/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { contactModel } from '../../../projections/tables/contacts.ts';
import { campaignModel } from '../../../projections/tables/campaigns.ts';
import { dashboardModel } from '../../../projections/tables/dashboard.ts';
import { figureModel } from '../../../projections/tables/page-analytics.ts';
import { openShop } from './stories.ts';
import { createWorld, type World } from './world.ts';
import { noProof } from '../../support/said.ts';

let world: World;
let runner: ReturnType<World['runner']>;
beforeAll(async () => {
  world = await createWorld();
  runner = world.runner();
  await runner.start();
});
afterAll(() => world.close());

const at = '2026-11-20T10:00:00.000Z';
const models = [contactModel, campaignModel, dashboardModel, figureModel];

/** Everything that these read models hold of a business, without what is another by chance. */
async function everythingOf(businessId: string, ids: Readonly<Record<string, string>>): Promise<unknown> {
  const tables = await world.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.columns where column_name = 'business_id'
      and table_schema = any($1) order by 1, 2`,
    [models.map(({ name, version }) => `rm_${name.replaceAll('-', '_')}_v${version}`)],
  );
  const all = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await world.query<Record<string, unknown>>(
        `select * from ${schema}.${name} where business_id = $1`,
        [businessId],
      );
      const plain = rows.map(
        ({ position: _, named_at: __, revision: ___, event_id: ____, asked_from: _____, ...row }) =>
          Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(id, name), JSON.stringify(row)),
      );
      return [`${schema}.${name}`, plain.toSorted()];
    }),
  );
  return Object.fromEntries(all);
}

it('a row that is one event shows what events of their own would show, live and built anew', async () => {
  const uploadId = randomUUID();
  const tell = async (apart: boolean) => {
    const { businessId } = await openShop(world, { at });
    const [one, other] = [randomUUID(), randomUUID()];
    const campaigns = [
      { campaignId: one, keyword: 'PIZZA' },
      { campaignId: other, keyword: 'SALAD' },
    ];
    for (const { campaignId, keyword } of campaigns)
      await world.append(`campaign-${campaignId}`, {
        event: CampaignDrafted.create({
          campaignId,
          businessId,
          name: keyword,
          type: 'landing',
          keyword,
          reply: 'Hello',
          replyMedia: [],
        }),
        at,
      });
    const contacts = [randomUUID(), randomUUID(), randomUUID()];
    for (const [index, contactId] of contacts.entries()) {
      const ids = { contactId, businessId };
      const phone = `+1212555010${index}`;
      const told: DomainEvent[] = [];
      // One of them was asked on a page: the file answers.
      if (index === 0) {
        const asked = { phone, ...campaigns[0]!, consent: noProof, ipAddress: null };
        told.push(ContactOptInRequested.create({ ...ids, ...asked }));
      }
      told.push(
        ContactImported.create({
          ...ids,
          uploadId,
          row: index + 1,
          phone,
          firstName: 'Ada',
          lastName: null,
          tags: ['guest'],
          email: `ada${index}@example.com`,
          joined: index === 2 ? campaigns : [],
          ...(index === 2 ? {} : { agreed: { texts: index === 0 ? campaigns : [nothing], emails: index === 0 } }),
        }),
      );
      for (const event of apart ? told.flatMap(separately) : told)
        await world.append(`contact-${contactId}`, { event, at });
    }
    return { businessId, ids: { business: businessId, one, other, a: contacts[0]!, b: contacts[1]!, c: contacts[2]! } };
  };
  const [together, apart] = [await tell(false), await tell(true)];
  const settle = async () => expect(await runner.waitFor(await world.store.head(), { timeoutMs: 30_000 })).toBe(true);
  await settle();
  const shown = await everythingOf(together.businessId, together.ids);
  expect(shown).toEqual(await everythingOf(apart.businessId, apart.ids));
  expect(JSON.stringify(shown)).toContain('optedIn');
  await runner.rebuild(models.map(({ name }) => name));
  await settle();
  expect(await everythingOf(together.businessId, together.ids)).toEqual(shown);
});

const nothing = { campaignId: null, keyword: null };
const separately = (event: DomainEvent): readonly DomainEvent[] =>
  spelledOut(event).map((one) => {
    if (one.type !== ContactImported.type) return one;
    const { agreed: _, ...data } = one.data;
    return { ...one, data };
  });
