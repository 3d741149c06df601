import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { Campaign } from '../../../domain/campaigns/campaign.ts';
import { initialSettings, noNotifications, noOffer } from '../../../domain/campaigns/fields.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { Coupon } from '../../../domain/coupons/coupon.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { CampaignId, ContactId, CouponId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createWorld, openBusiness, personOf, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visitor: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'visitor' },
  tenant: { agencyId: null, businessId: null },
};
const landing = (keyword: string, more: object = {}) => ({
  campaignId: randomUUID() as string,
  name: 'Autumn list',
  type: 'landing' as const,
  keyword,
  reply: 'Hi {{first_name|there}}, your code is {{coupon_code}}.',
  replyMedia: [],
  template: null,
  sections: {},
  ...more,
});
const campaignOf = async (id: string) =>
  stateOf(Campaign, await world.events.read(streams.campaign(CampaignId.parse(id))));
const contactOf = async (id: string) => stateOf(Contact, await world.events.read(streams.contact(ContactId.parse(id))));
const offer = { ...noOffer, discountType: 'percentage' as const, amount: 10, title: '10% off' };

describe('a campaign of the business', () => {
  it('is made with its page, holds its keyword, and is repeated without effect', async () => {
    const { person, number } = await openBusiness(world);
    const wanted = landing('autumn');
    const id = randomUUID();
    await world.commands.campaigns.create(context(person, id), wanted);
    await world.commands.campaigns.create(context(person, id), wanted);
    expect(await campaignOf(wanted.campaignId)).toMatchObject({ status: 'active', keyword: 'AUTUMN', number });
    const again = world.commands.campaigns.create(context(person), landing('Autumn!'));
    await expect(again).rejects.toMatchObject({ code: 'keyword_taken' });
    const reserved = world.commands.campaigns.create(context(person), landing('stop'));
    await expect(reserved).rejects.toMatchObject({ code: 'keyword_reserved' });
    for (const type of ['cms', 'goto', 'api', 'fb'] as const) {
      const inbound = landing(`of${type}`, { type, sections: {} });
      await world.commands.campaigns.create(context(person), inbound);
      expect(await campaignOf(inbound.campaignId)).toMatchObject({ status: 'active', type });
    }
  });

  it('lets its former keyword go when it gets another, and all of it when it is put away', async () => {
    const { person, number } = await openBusiness(world);
    const { campaigns } = world.commands;
    const [one, two] = [landing('spring'), landing('summer')];
    await campaigns.create(context(person), one);
    await campaigns.create(context(person), two);
    const taken = campaigns.changeKeyword(context(person), { campaignId: one.campaignId, keyword: 'SUMMER' });
    await expect(taken).rejects.toMatchObject({ code: 'keyword_taken' });
    expect(await campaignOf(one.campaignId)).toMatchObject({ keyword: 'SPRING' });
    await campaigns.changeKeyword(context(person), { campaignId: one.campaignId, keyword: 'winter' });
    await campaigns.changeKeyword(context(person), { campaignId: two.campaignId, keyword: 'spring' });
    await campaigns.archive(context(person), { campaignId: two.campaignId });
    await campaigns.changeKeyword(context(person), { campaignId: one.campaignId, keyword: 'spring' });
    expect(await campaignOf(one.campaignId)).toMatchObject({ status: 'active', keyword: 'SPRING', number });
    await campaigns.restore(context(person), { campaignId: two.campaignId });
    expect(await campaignOf(two.campaignId)).toMatchObject({ status: 'waiting', takenOn: number });
  });

  it('is somebody’s own: for others it does not exist', async () => {
    const { person } = await openBusiness(world);
    const stranger = personOf((await openBusiness(world)).businessId, null);
    const { campaigns } = world.commands;
    const wanted = landing('mine');
    await campaigns.create(context(person), wanted);
    const { campaignId } = wanted;
    const tries = [
      () =>
        campaigns.edit(context(stranger), {
          campaignId,
          revision: null,
          details: null,
          offer,
          notifications: null,
          settings: null,
        }),
      () => campaigns.changeKeyword(context(stranger), { campaignId, keyword: 'theirs' }),
      () => campaigns.archive(context(stranger), { campaignId }),
      () => campaigns.restore(context(stranger), { campaignId }),
      () => campaigns.editPage(context(stranger), { campaignId, revision: null, sections: {} }),
      () => campaigns.publishPage(context(stranger), { campaignId }),
      () => campaigns.unpublishPage(context(stranger), { campaignId }),
      () => campaigns.restorePageVersion(context(stranger), { campaignId, version: 1 }),
      () =>
        campaigns.duplicate(context(stranger), {
          sourceId: campaignId,
          campaignId: randomUUID(),
          name: 'x',
          keyword: 'x1',
        }),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is edited group by group; at the same group the second of two people is told', async () => {
    const { person } = await openBusiness(world);
    const { campaigns } = world.commands;
    const wanted = landing('groups');
    await campaigns.create(context(person), wanted);
    const { campaignId } = wanted;
    const nothing = { details: null, offer: null, notifications: null, settings: null };
    const edit = (change: object, revision: number) =>
      campaigns.edit(context(person), { campaignId, revision, ...nothing, ...change });
    const { result } = await edit({ offer }, 0);
    await edit({ settings: { ...initialSettings, doubleOptIn: true } }, 0);
    await expect(edit({ offer: { ...offer, amount: 20 } }, 0)).rejects.toMatchObject({ code: 'edit_conflict' });
    await edit({ offer: { ...offer, amount: 20 } }, result.revision);
    await expect(edit({ offer: { ...offer, amount: 200 } }, 9)).rejects.toMatchObject({ code: 'validation_failed' });
    const alert = { ...noNotifications, owner: { ...noNotifications.owner, phones: ['(415) 555-0199'] } };
    await edit({ notifications: alert }, 3);
    expect(await campaignOf(campaignId)).toMatchObject({
      offer: { amount: 20 },
      settings: { doubleOptIn: true },
      notifications: { owner: { phones: ['+14155550199'] } },
    });
  });

  it('is duplicated with page and offer, and cloned by whoever has its unique id', async () => {
    const { person } = await openBusiness(world);
    const other = await openBusiness(world);
    const { campaigns } = world.commands;
    const wanted = landing('source', { sections: { styling: { BackgroundColor: '#ff8800' } } });
    await campaigns.create(context(person), wanted);
    const nothing = { details: null, notifications: null, settings: null };
    await campaigns.edit(context(person), { campaignId: wanted.campaignId, revision: null, ...nothing, offer });
    const [copied, cloned] = [randomUUID() as string, randomUUID() as string];
    await campaigns.duplicate(context(person), {
      sourceId: wanted.campaignId,
      campaignId: copied,
      name: 'Copy',
      keyword: 'copy',
    });
    const uniqueId = world.identifiers.token('share', wanted.campaignId);
    await campaigns.clone(context(other.person), { uniqueId, campaignId: cloned, name: 'Clone', keyword: 'clone' });
    expect(await campaignOf(copied)).toMatchObject({ name: 'Copy', offer: { amount: 10 } });
    expect(await campaignOf(cloned)).toMatchObject({ businessId: other.businessId, offer: { amount: 10 } });
    const forged = campaigns.clone(context(other.person), {
      uniqueId: world.identifiers.token('thanks', wanted.campaignId),
      campaignId: randomUUID(),
      name: 'Forged',
      keyword: 'forged',
    });
    await expect(forged).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a page’s form', () => {
  async function open(keyword: string, settings: object = {}) {
    const business = await openBusiness(world);
    const { campaigns, pages } = world.commands;
    const wanted = landing(keyword);
    const { campaignId } = wanted;
    await campaigns.create(context(business.person), wanted);
    await campaigns.edit(context(business.person), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      offer,
      settings: { ...initialSettings, ...settings },
    });
    await campaigns.publishPage(context(business.person), { campaignId });
    const phone = '(212) 555-0187';
    const answers = { name: 'Ada Byron', phone, birthday: '02/29', consent: true };
    const submission = {
      submissionId: randomUUID() as string,
      campaignId,
      pageVersion: 1,
      ipAddress: '203.0.113.7',
      device: 'phone' as const,
      from: { source: null, medium: null, campaign: null, referrer: null },
      referral: null,
    };
    return {
      ...business,
      campaignId,
      contactId: world.identifiers.contact(business.businessId, '+12125550187'),
      submission,
      answers,
      send: (more: object = {}, changes: object = {}) =>
        pages.submit(context(visitor), { ...submission, answers: { ...answers, ...more }, ...changes }),
      react: () => pages.react(context(system), { submissionId: submission.submissionId }),
    };
  }

  it('makes a contact who has agreed, with proof, a coupon and a text: once, however often it is sent', async () => {
    const page = await open('agree');
    const { result } = await page.send();
    expect(result).toMatchObject({ repeated: false, contactId: page.contactId });
    expect((await page.send({ name: 'Somebody else' })).result).toMatchObject({ repeated: true });
    await page.react();
    await page.react();
    const contact = await contactOf(page.contactId);
    expect(contact).toMatchObject({ status: 'subscribed', firstName: 'Ada', lastName: 'Byron' });
    expect(contact).toMatchObject({ details: { birthday: '02-29' } });
    const history = await world.events.read(streams.contact(ContactId.parse(page.contactId)));
    const optIn = history.find(({ type }) => type === 'ContactOptedIn')!;
    expect(optIn.data).toMatchObject({
      source: 'form',
      ipAddress: '203.0.113.7',
      consent: {
        checkboxTicked: true,
        text: expect.stringContaining("Bella's Pizzeria"),
        pageVersion: expect.stringMatching(new RegExp(`^${page.campaignId}@1#[0-9a-f]{64}$`)),
      },
    });
    const replies = await page.replies();
    expect(replies).toHaveLength(1);
    expect(replies[0]!.body).toMatch(/^Hi Ada, your code is [0-9A-Z]{5}-[0-9A-Z]{5}\./);
    const issued = (await world.events.readAll(0n, { limit: 5_000 })).events.filter(
      ({ type, data }) => type === 'CouponIssued' && data['contactId'] === page.contactId,
    );
    expect(issued).toHaveLength(1);
    const coupon = stateOf(
      Coupon,
      await world.events.read(streams.coupon(CouponId.parse(issued[0]!.data['couponId']))),
    );
    expect(coupon).toMatchObject({ status: 'open', offer: { amount: 10 } });
  });

  it('without the box ticked it is no consent: no text goes out', async () => {
    const page = await open('unticked');
    await page.send({ consent: false });
    await page.react();
    expect(await contactOf(page.contactId)).toMatchObject({ status: 'unknown' });
    expect(await page.replies()).toEqual([]);
  });

  it('asked twice, it is a consent when the number has answered Y', async () => {
    const page = await open('twice', { doubleOptIn: true });
    await page.send({ phone: page.phone });
    await page.react();
    expect(await contactOf(world.identifiers.contact(page.businessId, page.phone))).toMatchObject({
      status: 'unknown',
    });
    expect((await page.replies()).map(({ purpose }) => purpose)).toEqual(['opt-in-request']);
    const messageId = await page.text('Y');
    await world.commands.messages.react(context(system), { messageId });
    expect(await contactOf(world.identifiers.contact(page.businessId, page.phone))).toMatchObject({
      status: 'subscribed',
    });
    expect((await page.replies()).map(({ purpose }) => purpose)).toEqual(['opt-in-request', 'keyword-reply']);
  });

  it('does not opt in a number that has said stop: anybody could have typed it', async () => {
    const page = await open('stopped');
    await page.text('STOP');
    const before = (await page.replies()).length;
    await page.send({ phone: page.phone });
    await page.react();
    expect(await contactOf(world.identifiers.contact(page.businessId, page.phone))).toMatchObject({
      status: 'optedOut',
    });
    expect(await page.replies()).toHaveLength(before);
  });

  it('is held against the version that was seen, also when another is live by now', async () => {
    const page = await open('versions');
    const { campaigns } = world.commands;
    await campaigns.editPage(context(page.person), {
      campaignId: page.campaignId,
      revision: null,
      sections: { inputs: { ShowName: false, ShowPhone: true, ShowBusinessName: true, BusinessNameRequired: true } },
    });
    await campaigns.publishPage(context(page.person), { campaignId: page.campaignId });
    await expect(page.send({}, { pageVersion: 2 })).rejects.toMatchObject({
      fields: { business_name: [expect.any(String)] },
    });
    expect((await page.send({}, { pageVersion: 1 })).result).toMatchObject({ repeated: false });
  });

  it.each([
    [{ phone: '123' }, 'phone'],
    [{ phone: '' }, 'phone'],
    [{ birthday: '02/30' }, 'birthday'],
    [{ birthday: 'soon' }, 'birthday'],
    [{ name: '' }, 'name'],
  ])('says at the field what is wrong with %j', async (answers, field) => {
    const page = await open(`wrong${field}${Math.floor(Math.random() * 1e9)}`);
    await expect(page.send(answers)).rejects.toMatchObject({ fields: { [field]: [expect.any(String)] } });
  });

  it('takes nothing when the page is down, has ended, is put away, or is another version’s', async () => {
    const page = await open('closed');
    const { campaigns } = world.commands;
    const { campaignId } = page;
    await expect(page.send({}, { pageVersion: 7 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(page.send({}, { campaignId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await campaigns.unpublishPage(context(page.person), { campaignId });
    await expect(page.send()).rejects.toMatchObject({ code: 'not_found' });
    await campaigns.editPage(context(page.person), {
      campaignId,
      revision: null,
      sections: { thanks: { BackLabel: 'Home' } },
    });
    await campaigns.publishPage(context(page.person), { campaignId });
    await campaigns.edit(context(page.person), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      offer: null,
      settings: { ...initialSettings, endsAt: '2026-11-20T17:00:00.000Z' },
    });
    await expect(page.send()).rejects.toMatchObject({ code: 'campaign_closed' });
    await campaigns.archive(context(page.person), { campaignId });
    await expect(page.send()).rejects.toMatchObject({ code: 'campaign_closed' });
  });
});
