import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CampaignActivated,
  CampaignArchived,
  CampaignCreated,
  CampaignDetailsChanged,
  CampaignDrafted,
  CampaignKeywordChanged,
  CampaignKeywordUnavailable,
  CampaignOfferChanged,
  CampaignRestored,
  CampaignSettingsChanged,
} from '../../../domain/campaigns/events.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { campaignList } from '../../../domain/campaigns/list.ts';
import { ContactJoinedCampaign, ContactLeftCampaign, ContactOptedIn } from '../../../domain/contacts/events.ts';
import { asked } from '../../../domain/kernel/list.ts';
import {
  PageEdited,
  PagePublished,
  PageCreated,
  PageUnpublished,
  PageVersionRestored,
} from '../../../domain/pages/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
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

const number = '+14155550100';
const settle = async () => expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
/** One after another: `apart` lets the read models come along after each, so that batches are cut there. */
async function tell(stream: string, apart: boolean, ...events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    await world.append(stream, { event, at: '2026-11-20T10:00:00.000Z' });
    if (apart) await settle();
  }
  await settle();
}
const ids = (businessId: string = randomUUID()) =>
  CampaignArchived.schema.parse({ campaignId: randomUUID(), businessId });
type Ids = ReturnType<typeof ids>;
const drafted = (of: Ids, name: string, keyword: string, type = 'landing' as const) =>
  CampaignDrafted.create({ ...of, name, type, keyword, reply: 'Hello', replyMedia: [] });
const optedIn = (of: Ids, contactId: string, campaignId: string | null = of.campaignId) =>
  ContactOptedIn.create({
    contactId,
    businessId: of.businessId,
    phone: '+14155550123',
    keyword: null,
    campaignId,
    source: 'form',
    consent: noProof,
    ipAddress: null,
  });

describe.each([true, false])('the read model of campaigns, batches cut: %s', (apart) => {
  it('says what they are, where their keyword is, and who has joined', async () => {
    const of = ids();
    const { campaignId, businessId } = of;
    await tell(
      `campaign-${campaignId}`,
      apart,
      drafted(of, 'Autumn', 'AUTUMN'),
      CampaignKeywordUnavailable.create({ ...of, number, keyword: 'AUTUMN' }),
    );
    expect(await world.models.campaign(businessId, campaignId)).toMatchObject({
      status: 'waiting',
      takenOn: number,
      revision: 1,
      settings: initialSettings,
      members: 0,
    });
    const offer = { ...noOffer, discountType: 'free' as const, title: 'A coffee' };
    const settings = { ...initialSettings, phoneAlways: true };
    await tell(
      `campaign-${campaignId}`,
      apart,
      CampaignKeywordChanged.create({ ...of, number, keyword: 'FALL' }),
      CampaignDetailsChanged.create({ ...of, name: 'Fall' }),
      CampaignOfferChanged.create({ ...of, offer }),
      CampaignSettingsChanged.create({ ...of, settings }),
    );
    const [ann, bob] = [randomUUID(), randomUUID()];
    await tell(
      `contact-${ann}`,
      apart,
      optedIn(of, ann),
      ContactJoinedCampaign.create({ contactId: ann, businessId, campaignId, keyword: 'FALL', via: 'page' }),
      optedIn(of, ann),
      optedIn(of, ann, null),
    );
    await tell(
      `contact-${bob}`,
      apart,
      ContactJoinedCampaign.create({ contactId: bob, businessId, campaignId, keyword: 'FALL', via: 'page' }),
    );
    expect(await world.models.campaign(businessId, campaignId)).toMatchObject({
      name: 'Fall',
      keyword: 'FALL',
      reply: 'Hello',
      number,
      takenOn: null,
      status: 'active',
      revision: 5,
      offer,
      settings,
      members: 2,
      optIns: 2,
      optInsWeek: 2,
    });
    expect(await world.models.campaign(randomUUID(), campaignId)).toBeNull();
    const members = async () => (await world.models.campaign(businessId, campaignId))!.members;
    const left = ContactLeftCampaign.create({ contactId: ann, businessId, campaignId, keywords: [], via: 'manual' });
    const back = ContactJoinedCampaign.create({
      contactId: ann,
      businessId,
      campaignId,
      keyword: 'FALL',
      via: 'manual',
    });
    await tell(`contact-${ann}`, apart, left, left);
    expect(await members()).toBe(1);
    await tell(`contact-${ann}`, apart, back, left, back);
    expect(await members()).toBe(2);
    await tell(`contact-${ann}`, apart, left);
    expect(await members()).toBe(1);
    expect(await world.models.campaign(businessId, campaignId)).toMatchObject({ optIns: 2 });
    await tell(`campaign-${campaignId}`, apart, CampaignArchived.create(of));
    expect(await world.models.campaigns(businessId)).toEqual([]);
    await tell(`campaign-${campaignId}`, apart, CampaignRestored.create(of));
    expect(await world.models.campaign(businessId, campaignId)).toMatchObject({ status: 'waiting', archivedAt: null });
    await tell(`campaign-${campaignId}`, apart, CampaignActivated.create({ ...of, number, keyword: 'FALL' }));
    expect(await world.models.campaign(businessId, campaignId)).toMatchObject({ status: 'active', number });
    expect(await runner.verify('campaigns')).toEqual([]);
  });

  it('has the draft of a page, what is live of it, and all that ever was', async () => {
    const of = ids();
    const { campaignId, businessId } = of;
    const stream = `page-${campaignId}`;
    const told = (content: string) => ({ main: { Content: content } });
    const published = (version: number, content: string) =>
      PagePublished.create({ ...of, version, hash: `hash ${version}`, sections: told(content) });
    await tell(`campaign-${campaignId}`, apart, drafted(of, 'Autumn', 'AUTUMN'));
    await tell(
      stream,
      apart,
      PageCreated.create({ ...of, kind: 'landing', template: 'cafe', sections: told('first') }),
      PageEdited.create({ ...of, sections: { logo: { Show: false } } }),
      published(1, 'one'),
      PageEdited.create({ ...of, sections: told('second') }),
    );
    expect(await world.models.page(businessId, campaignId)).toMatchObject({
      kind: 'landing',
      template: 'cafe',
      draft: { main: { Content: 'second' }, logo: { Show: false } },
      live: { version: 1, sections: told('one') },
      edited: true,
      revision: 3,
    });
    await tell(
      stream,
      apart,
      published(2, 'two'),
      PageEdited.create({ ...of, sections: { logo: { Show: true } } }),
      PageVersionRestored.create({ ...of, version: 1 }),
      PageEdited.create({ ...of, sections: { thanks: { BackLabel: 'Go' } } }),
    );
    const page = await world.models.page(businessId, campaignId);
    // The draft went back to version 1, and on from there; what is live stays.
    expect(page).toMatchObject({ draft: { ...told('one'), thanks: { BackLabel: 'Go' } }, live: { version: 2 } });
    expect(Object.keys(page!.draft)).not.toContain('logo');
    expect(page!.history.map(({ act, version }) => [act, version])).toEqual([
      ['restored', 1],
      ['published', 2],
      ['published', 1],
      ['started', null],
    ]);
    expect(await world.models.pageVersion(businessId, { campaignId, version: 1 })).toMatchObject({ kind: 'landing' });
    expect(await world.models.pageVersion(randomUUID(), { campaignId, version: 1 })).toBeNull();
    expect(await world.models.livePage(campaignId)).toMatchObject({ version: 2, archived: false, keyword: 'AUTUMN' });
    await tell(stream, apart, PageUnpublished.create(of));
    expect(await world.models.livePage(campaignId)).toMatchObject({ version: null, sections: null });
    expect(await world.models.page(randomUUID(), campaignId)).toBeNull();
    expect(await runner.verify('pages')).toEqual([]);
  });
});

it('are searched, sorted and narrowed', async () => {
  const businessId = randomUUID();
  const made = async (name: string, keyword: string, type: 'landing' | 'vote' | 'text', members: number) => {
    const of = ids(businessId);
    await world.append(`campaign-${of.campaignId}`, {
      event: CampaignCreated.create({ ...of, name, type, keyword, number, reply: 'Hi', replyMedia: [] }),
    });
    for (let index = 0; index < members; index += 1) {
      const contactId = randomUUID();
      await world.append(`contact-${contactId}`, { event: optedIn(of, contactId) });
    }
    return of.campaignId;
  };
  const autumn = await made('Autumn list', 'AUTUMN', 'landing', 1);
  const best = await made('Best pizza', 'VOTE', 'vote', 3);
  const coffee = await made('coffee', 'COFFEE', 'text', 0);
  await settle();
  const found = async (said: object) => {
    const { data, total } = await world.models.campaignList(businessId, asked(campaignList, said));
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await found({})).toEqual([autumn, best, coffee]);
  expect(await found({ sortBy: 'members', sortDesc: true })).toEqual([best, autumn, coffee]);
  expect(await found({ sortBy: 'name' })).toEqual([autumn, best, coffee]);
  expect(await found({ search: 'vote' })).toEqual([best]);
  expect(await found({ search: '(415) 555-0100' })).toHaveLength(3);
  expect(await found({ type: ['text', 'vote'] })).toEqual([best, coffee]);
  expect(await found({ status: 'archived' })).toEqual([]);
  expect(await found({ status: 'live' })).toHaveLength(3);
});
