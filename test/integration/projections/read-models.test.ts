import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactList } from '../../../domain/contacts/list.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { BusinessNumberReleased } from '../../../domain/businesses/events.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactJoinedCampaign,
  ContactMarkedUnreachable,
  ContactOptInRequested,
  ContactSubscribedToEmail,
  ContactUnsubscribedFromEmail,
} from '../../../domain/contacts/events.ts';
import { PagePublished, PageCreated } from '../../../domain/pages/events.ts';
import { PageSubmitted } from '../../../domain/submissions/events.ts';
import { AllNotificationsRead, NotificationDeleted, NotificationRead } from '../../../domain/notifications/events.ts';
import { UserRegistered } from '../../../domain/users/events.ts';
import { campaignOf, openShop, type Person, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  world = await createFollowedWorld();
});
afterAll(() => world.close());

const settled = () => world.settled();
const page = { page: 1, perPage: 10, search: null, sortBy: null, sortDesc: false, status: null };

describe('users', () => {
  it('are found by id and by the business whose messages they see', async () => {
    const businessId = randomUUID();
    const [owner, admin] = [randomUUID(), randomUUID()];
    await world.append(`user-${owner}`, {
      event: UserRegistered.create({
        userId: owner,
        role: 'Business',
        agencyId: null,
        businessId,
        email: 'bella@demo.test',
        firstName: 'Bella',
        lastName: 'Rossi',
      }),
    });
    await world.append(`user-${admin}`, {
      event: UserRegistered.create({
        userId: admin,
        role: 'Admin',
        agencyId: null,
        businessId: null,
        email: 'admin@demo.test',
        firstName: 'A',
        lastName: 'B',
      }),
    });
    await settled();
    expect(await world.models.user(owner)).toMatchObject({
      id: owner,
      role: 'Business',
      email: 'bella@demo.test',
      firstName: 'Bella',
      lastName: 'Rossi',
      agencyId: null,
      businessId,
    });
    expect(await world.models.user(randomUUID())).toBeNull();
    expect(await world.models.usersOfBusiness(businessId)).toEqual([owner]);
    expect(await world.models.usersOfBusiness(randomUUID())).toEqual([]);
  });
});

describe('businesses', () => {
  it('show their number, and usage in the calendar month of their own zone', async () => {
    // The clock of this world stands at 12:00 UTC on 20 November. Kiritimati is 14 hours ahead, Honolulu 10 behind.
    const [ahead, behind] = [
      await openShop(world, { timezone: 'Pacific/Kiritimati', monthlyMessages: 100 }),
      await openShop(world, { timezone: 'Pacific/Honolulu' }),
    ];
    for (const one of [ahead, behind]) {
      const ann = one.contact();
      await ann.does(ann.discovered());
      const early = await ann.isSent('31 October 11:00 UTC: November in Kiritimati', { segments: 3 });
      await ann.comesTo(early.messageId, ['accepted', 'delivered'], '2026-10-31T11:00:00.000Z');
      const late = await ann.isSent('1 November 09:00 UTC: October in Honolulu', { segments: 2 });
      await ann.comesTo(late.messageId, ['delivered', 'accepted'], '2026-11-01T09:00:00.000Z');
      const queued = await ann.isSent('never sent', { segments: 7 });
      await ann.comesTo(queued.messageId, ['suppressed']);
    }
    await settled();
    expect(await world.models.business(ahead.businessId)).toMatchObject({
      name: "Bella's Pizzeria",
      phoneNumber: ahead.number,
      isTollFree: false,
      monthlyMessages: 100,
      contactLimit: null,
      usageMessages: 5,
      usageContacts: 1,
    });
    expect((await world.models.business(behind.businessId))?.usageMessages).toBe(0);
    await world.append(`business-${ahead.businessId}`, {
      event: BusinessNumberReleased.create({ businessId: ahead.businessId, number: ahead.number }),
    });
    await settled();
    expect((await world.models.business(ahead.businessId))?.phoneNumber).toBeNull();
    expect(await world.models.business(randomUUID())).toBeNull();
  });

  it('with a zone that nobody knows are counted in UTC, and stop nothing', async () => {
    const lost = await openShop(world, { timezone: 'Mars/Olympus' });
    await lost.contact().texts('hi', { at: '2026-11-20T23:30:00.000Z' });
    await settled();
    expect(
      (await world.models.dashboard(lost.businessId, { from: '2026-11-20', to: '2026-11-20' })).totals.received,
    ).toBe(1);
  });
});

describe('campaigns', () => {
  it('count who opted in by them', async () => {
    shop = await openShop(world);
    const { campaignId, event } = campaignOf(shop);
    await world.append(`campaign-${campaignId}`, { event, at: '2026-11-01T10:00:00.000Z' });
    for (const person of [shop.contact(), shop.contact()]) await person.does(person.optedIn('PIZZA', campaignId));
    await shop.contact().does(shop.contact().optedIn('PIZZA', null));
    await settled();
    expect(await world.models.campaigns(shop.businessId)).toMatchObject([
      {
        id: campaignId,
        name: 'Pizza Friday',
        type: 'text',
        keyword: 'PIZZA',
        number: shop.number,
        status: 'active',
        takenOn: null,
        reply: 'Two for one',
        createdAt: '2026-11-01T10:00:00.000Z',
        optIns: 2,
      },
    ]);
    expect(await world.models.campaigns(randomUUID())).toEqual([]);
  });
});

describe('contacts', () => {
  let people: Person[];

  beforeAll(async () => {
    shop = await openShop(world);
    other = await openShop(world);
    people = [shop.contact('+14155551201'), shop.contact('+14155551202'), shop.contact('+442071234567')];
    const [ann, bob, cat] = people as [Person, Person, Person];
    await ann.does(ann.discovered(), { at: '2026-11-01T10:00:00.000Z' });
    await ann.does(ann.optedIn('PIZZA'), { at: '2026-11-01T10:00:01.000Z' });
    await ann.does(ann.optedIn('PASTA'), { at: '2026-11-02T10:00:00.000Z' });
    await ann.does(ann.named('Ann', 'Zimmer'));
    await bob.does(bob.discovered());
    await bob.does(bob.named('Bob', '100% _Real_'));
    await cat.does(cat.optedIn('PIZZA'));
    await cat.does(cat.named('Catherine', 'Adams'));
    await cat.does(cat.optedOut(), { at: '2026-11-03T10:00:00.000Z', userId: shop.userId });
    await ann.texts('hello', { at: '2026-11-04T10:00:00.000Z' });
    await settled();
  });

  const names = async (
    query: Partial<Parameters<FollowedWorld['models']['contacts']>[1]>,
  ): Promise<[(string | null)[], number]> => {
    const { data, total } = await world.models.contacts(shop.businessId, asked(contactList, query));
    return [data.map((one) => one.firstName), total];
  };

  it('are listed with totals, filtered, sorted and paged', async () => {
    expect(await names({})).toEqual([['Ann', 'Bob', 'Catherine'], 3]);
    expect(await names({ sortDesc: true, perPage: 2 })).toEqual([['Catherine', 'Bob'], 3]);
    expect(await names({ perPage: 2, page: 2 })).toEqual([['Catherine'], 3]);
    expect(await names({ sortBy: 'last_name' })).toEqual([['Bob', 'Catherine', 'Ann'], 3]);
    expect(await names({ sortBy: 'phone', sortDesc: true })).toEqual([['Catherine', 'Bob', 'Ann'], 3]);
    expect(await names({ sortBy: 'phone; drop table contacts' as 'phone' })).toEqual([['Ann', 'Bob', 'Catherine'], 3]);
    expect(await names({ opt_out: true })).toEqual([['Catherine'], 1]);
    expect(await names({ opt_out: false })).toEqual([['Ann', 'Bob'], 2]);
    expect(await names({ status: 'subscribed' })).toEqual([['Ann'], 1]);
    expect(await names({ keywords: ['PIZZA'] })).toEqual([['Ann', 'Catherine'], 2]);
    expect(await names({ keywords: ['PIZZA'], opt_out: false })).toEqual([['Ann'], 1]);
    expect(await names({ keywords: ['PASTA', 'SUSHI'] })).toEqual([['Ann'], 1]);
  });

  it('are sorted by their last message; who has none comes last, in either direction', async () => {
    const [cafe, neighbour] = [await openShop(world), await openShop(world)];
    const guests = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'].map((name) => ({ name, person: cafe.contact() }));
    for (const { name, person } of guests) await person.does(person.named(name, null));
    const [ann, bob, cat, dan] = guests.map(({ person }) => person) as [Person, Person, Person, Person];
    await ann.texts('first', { at: '2026-11-05T10:00:00.000Z' });
    await cat.texts('second', { at: '2026-11-06T10:00:00.000Z' });
    await bob.texts('third', { at: '2026-11-07T10:00:00.000Z' });
    await ann.texts('fourth', { at: '2026-11-08T10:00:00.000Z' });
    await dan.does(dan.optedOut());
    const loud = neighbour.contact();
    await loud.texts('not yours', { at: '2026-11-09T10:00:00.000Z' });
    await settled();
    const sorted = async (more: Partial<Parameters<FollowedWorld['models']['contacts']>[1]> = {}) => {
      const query = asked(contactList, { sortBy: 'last_message_at', sortDesc: true, ...more });
      return (await world.models.contacts(cafe.businessId, query)).data.map((one) => one.firstName);
    };
    expect(await sorted()).toEqual(['Ann', 'Bob', 'Cat', 'Eve', 'Dan']);
    expect(await sorted({ sortDesc: false })).toEqual(['Cat', 'Bob', 'Ann', 'Eve', 'Dan']);
    const pages = [1, 2, 3, 4].map((number) => sorted({ perPage: 2, page: number }));
    expect(await Promise.all(pages)).toEqual([['Ann', 'Bob'], ['Cat', 'Eve'], ['Dan'], []]);
    expect(await sorted({ opt_out: true })).toEqual(['Dan']);
    expect(await sorted({ search: 'a' })).toEqual(['Ann', 'Cat', 'Dan']);
    const [first] = (
      await world.models.contacts(cafe.businessId, asked(contactList, { sortBy: 'last_message_at', sortDesc: true }))
    ).data;
    expect(first).toMatchObject({ firstName: 'Ann', lastMessageAt: '2026-11-08T10:00:00.000Z' });
  });

  it('are found by parts of names and numbers, and by nothing else', async () => {
    expect(await names({ search: 'CATH' })).toEqual([['Catherine'], 1]);
    expect(await names({ search: 'ann zim' })).toEqual([['Ann'], 1]);
    expect(await names({ search: '(415) 555-12' })).toEqual([['Ann', 'Bob'], 2]);
    expect(await names({ search: '+44 20 7123' })).toEqual([['Catherine'], 1]);
    expect(await names({ search: '5551202' })).toEqual([['Bob'], 1]);
    expect(await names({ search: '100% _' })).toEqual([['Bob'], 1]);
    expect(await names({ search: '%' })).toEqual([['Bob'], 1]);
    expect((await world.models.searchContacts(shop.businessId, 'an', 10)).map((one) => one.firstName)).toEqual(['Ann']);
    expect((await world.models.searchContacts(shop.businessId, '', 2)).map((one) => one.firstName)).toEqual([
      'Catherine',
      'Bob',
    ]);
    expect(await world.models.searchContacts(other.businessId, 'ann', 10)).toEqual([]);
  });

  it('have a consent history with its proof', async () => {
    const [ann, , cat] = people as [Person, Person, Person];
    expect(await world.models.contact(shop.businessId, ann.contactId)).toMatchObject({
      phone: '+14155551201',
      status: 'subscribed',
      unreachable: false,
      keywords: ['PIZZA', 'PASTA'],
      createdAt: '2026-11-01T10:00:00.000Z',
      lastMessageAt: '2026-11-04T10:00:00.000Z',
      consents: [
        {
          kind: 'optedIn',
          how: 'keyword',
          keyword: 'PIZZA',
          providerMessageId: 'SM1',
          actor: 'system:test',
          at: '2026-11-01T10:00:01.000Z',
        },
        { keyword: 'PASTA' },
      ],
    });
    const opted = await world.models.contact(shop.businessId, cat.contactId);
    expect([opted?.status, opted?.consents.map((one) => [one.kind, one.how, one.words, one.actor])]).toEqual([
      'optedOut',
      [
        ['optedIn', 'keyword', null, 'system:test'],
        ['optedOut', 'message', 'stop it', `user:${shop.userId}`],
      ],
    ]);
    expect(await world.models.contact(other.businessId, ann.contactId)).toBeNull();
    expect(await world.models.contacts(other.businessId, asked(contactList))).toMatchObject({ data: [], total: 0 });
  });

  it('have told on pages who they are, what they joined, and what they agreed to by which page', async () => {
    const [cafe, neighbour] = [await openShop(world), await openShop(world)];
    const { businessId } = cafe;
    const { contactId, ...eva } = cafe.contact();
    const [campaignId, submissionId] = [randomUUID(), randomUUID()];
    const ids = { contactId, businessId };
    const question = { id: 'crust', label: 'Which crust?', kind: 'text', required: false, choices: [] };
    const sections = { inputs: { CustomFields: [question] } };
    const page = { campaignId, businessId };
    await world.append(
      `page-${campaignId}`,
      { event: PageCreated.create({ ...page, kind: 'landing', template: null, sections }) },
      { event: PagePublished.create({ ...page, version: 1, hash: 'abc', sections }) },
      // Asked in other words: what was answered stands under the words that were seen.
      {
        event: PagePublished.create({
          ...page,
          version: 2,
          hash: 'def',
          sections: { inputs: { CustomFields: [{ ...question, label: 'Thick or thin?' }] } },
        }),
      },
    );
    const given = { email: 'eva@example.com', birthday: '02-29', anniversary: null, companyName: 'Eva & Co' };
    await world.append(`submission-${submissionId}`, {
      event: PageSubmitted.create({
        ...ids,
        ...given,
        submissionId,
        campaignId,
        kind: 'landing',
        pageVersion: 2,
        pageHash: 'def',
        name: 'Eva Green',
        phone: null,
        website: null,
        custom: { crust: 'Sourdough' },
        choices: null,
        consent: null,
        ipAddress: null,
        device: 'phone',
        from: { source: null, medium: null, campaign: null, referrer: null },
        referral: null,
      }),
    });
    const consent = {
      text: 'I agree to emails.',
      pageVersion: `${campaignId}@1#abc`,
      checkboxTicked: true,
      providerMessageId: null,
    };
    const agreed = { campaignId, consent, ipAddress: '203.0.113.7' };
    await eva.does(ContactDiscovered.create({ ...ids, phone: null, email: given.email, via: 'form' }));
    await eva.does(ContactDetailsChanged.create({ ...ids, birthday: '02-29', companyName: 'Eva & Co' }));
    await eva.does(ContactJoinedCampaign.create({ ...ids, campaignId, keyword: 'CRUST', via: 'page' }));
    await eva.does(ContactOptInRequested.create({ ...ids, ...agreed, phone: '+14155551299', keyword: 'CRUST' }));
    await eva.does(ContactSubscribedToEmail.create({ ...ids, ...agreed, email: given.email, source: 'form' }));
    await eva.does(ContactUnsubscribedFromEmail.create({ ...ids, via: 'one-click', mailId: null }));
    // A text's opt-in says the same campaign again: one membership.
    await eva.does(eva.optedIn(null, campaignId));
    await settled();
    const view = await world.models.contact(businessId, contactId);
    expect(view).toMatchObject({
      email: 'eva@example.com',
      emailStatus: 'unsubscribed',
      status: 'subscribed',
      source: 'form',
      birthday: '02-29',
      anniversary: null,
      companyName: 'Eva & Co',
      keywords: ['CRUST'],
      answers: [{ question: 'Thick or thin?', answer: 'Sourdough' }],
      memberships: [{ campaignId, keyword: 'CRUST', via: 'page' }],
    });
    expect(view?.consents.map(({ channel, kind, how, words }) => [channel, kind, how, words])).toEqual([
      ['text', 'requested', 'form', 'I agree to emails.'],
      ['email', 'optedIn', 'form', 'I agree to emails.'],
      ['email', 'optedOut', 'one-click', null],
      ['text', 'optedIn', 'keyword', null],
    ]);
    expect(view?.consents[1]).toMatchObject({ ipAddress: '203.0.113.7', proof: consent });
    const found = async (query: Parameters<typeof asked<typeof contactList>>[1], of = businessId) =>
      (await world.models.contacts(of, asked(contactList, query))).total;
    expect(await found({ search: 'EVA@exam' })).toBe(1);
    expect(await found({ keywords: ['CRUST'] })).toBe(1);
    expect(await found({ search: 'EVA@exam' }, neighbour.businessId)).toBe(0);
    expect(await world.models.contact(neighbour.businessId, contactId)).toBeNull();

    // What was sent leaves as it was sent, with the questions of every version in their last words.
    const { models } = world;
    expect(await models.pageQuestions(businessId, campaignId)).toEqual([{ id: 'crust', label: 'Thick or thin?' }]);
    const { count, upTo } = await models.countSubmissions(businessId, campaignId);
    const rows = { after: '0', upTo: upTo!, limit: 10 };
    expect(await models.exportedSubmissions(businessId, campaignId, rows)).toMatchObject([
      { name: 'Eva Green', ...given, custom: { crust: 'Sourdough' }, texts: false, emails: false, pageVersion: 2 },
    ]);
    expect(await models.exportedSubmissions(neighbour.businessId, campaignId, rows)).toEqual([]);
    expect([count, (await models.countSubmissions(neighbour.businessId, campaignId)).count]).toEqual([1, 0]);
    expect(await models.pageQuestions(neighbour.businessId, campaignId)).toEqual([]);
  });

  it('opt in again, become unreachable, and may have lost their personal data', async () => {
    const dan = shop.contact();
    await dan.does(dan.optedIn());
    await dan.does(dan.optedOut());
    await dan.does(dan.optedIn());
    await dan.does(
      ContactMarkedUnreachable.create({ businessId: shop.businessId, contactId: dan.contactId, errorCode: 30005 }),
    );
    // As the codec reads it once the key is gone.
    const gone = shop.contact();
    await gone.does({ ...gone.discovered(), data: { ...gone.discovered().data, phone: null } });
    await gone.does({
      ...gone.named('x', 'y'),
      data: { ...gone.named('x', 'y').data, firstName: null, lastName: null },
    });
    await settled();
    expect(await world.models.contact(shop.businessId, dan.contactId)).toMatchObject({
      status: 'subscribed',
      unreachable: true,
      keywords: ['PIZZA'],
    });
    await dan.does(dan.optedIn());
    await settled();
    expect(await world.models.contact(shop.businessId, dan.contactId)).toMatchObject({ unreachable: false });
    expect(await world.models.contact(shop.businessId, gone.contactId)).toMatchObject({
      phone: null,
      firstName: null,
      lastName: null,
      status: 'unknown',
    });
  });
});

describe('notifications', () => {
  it('of texts go when the conversation is read, for everybody of the business, and are exact however late they are raised', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    shop = await openShop(world);
    const [ann, bob] = [shop.contact(), shop.contact()];
    const seen = async (userId: string) => {
      await settled();
      const { data, unread } = await world.models.notifications(
        { userId, role: 'Business', agencyId: null, businessId: shop.businessId },
        page,
      );
      const lines = data.map(
        (one) => `${one.content}${one.count > 1 ? ` (${one.count})` : ''}${one.read ? ' read' : ''}`,
      );
      return { lines, unread };
    };
    const says = async (person: typeof ann, body: string) => {
      const text = await person.texts(body);
      const { event, notificationId } = person.notified('message', body, text);
      await person.does(event);
      return { ...text, notificationId };
    };
    const one = await says(ann, 'one');
    const two = await says(ann, 'two');
    await says(bob, 'other');
    expect(await seen(mine)).toEqual({ lines: ['other', 'two (2)'], unread: 2 });
    // Read up to the first: the second still rings.
    await ann.does(ann.read(one.position));
    expect(await seen(mine)).toEqual({ lines: ['other', 'two (2)'], unread: 2 });
    await ann.does(ann.read(two.position));
    for (const who of [mine, theirs]) expect(await seen(who)).toEqual({ lines: ['other', 'two (2) read'], unread: 1 });
    // A new text is a new line.
    const three = await says(ann, 'three');
    expect(await seen(mine)).toEqual({ lines: ['three', 'other', 'two (2) read'], unread: 2 });
    // What somebody read one by one, or by a mark, is counted once when the conversation is read as well.
    await ann.does(
      NotificationRead.create({ businessId: shop.businessId, userId: mine, notificationId: three.notificationId }),
    );
    expect((await seen(mine)).unread).toBe(1);
    await ann.does(ann.read(three.position));
    expect([(await seen(mine)).unread, (await seen(theirs)).unread]).toEqual([1, 1]);
    await ann.does(
      AllNotificationsRead.create({
        businessId: shop.businessId,
        userId: theirs,
        upToPosition: String(await world.store.head()),
      }),
    );
    await bob.does(bob.read(await world.store.head()));
    expect([(await seen(mine)).unread, (await seen(theirs)).unread]).toEqual([0, 0]);
    // Read before the bell rang: it is listed, and rings for nobody.
    const late = await ann.texts('late');
    await ann.does(ann.read(late.position));
    await ann.does(ann.notified('message', 'late', late).event);
    expect(await seen(mine)).toMatchObject({ unread: 0, lines: { 0: 'late read' } });
    await says(ann, 'after');
    expect(await seen(mine)).toMatchObject({ unread: 1, lines: { 0: 'after' } });
  });

  it('say who it is as they are called now', async () => {
    shop = await openShop(world);
    const ann = shop.contact();
    await ann.does(ann.discovered());
    await ann.does(ann.notified('message', 'Hello').event);
    const recipient = { userId: randomUUID(), role: 'Business', agencyId: null, businessId: shop.businessId } as const;
    const first = async (search?: string) => {
      await settled();
      return (await world.models.notifications(recipient, { ...page, ...(search === undefined ? {} : { search }) }))
        .data[0];
    };
    expect(await first()).toMatchObject({ content: 'Hello', phone: ann.phone, firstName: null });
    await ann.does(ann.named('Ann', 'Lee'));
    expect(await first('ann l')).toMatchObject({ content: 'Hello', firstName: 'Ann', lastName: 'Lee' });
  });

  it('are read, deleted and marked by each user alone', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    shop = await openShop(world);
    const ann = shop.contact();
    const raised = [ann.notified(), ann.notified(), ann.notified()];
    for (const { event } of raised) await ann.does(event);
    const [first, second, third] = raised.map((one) => one.notificationId) as [string, string, string];
    const ids = (userId: string, notificationId: string) => ({ businessId: shop.businessId, userId, notificationId });
    const seen = async (userId: string, query: { status?: 'read' | 'unread'; search?: string } = {}) => {
      const { data, total, unread } = await world.models.notifications(
        { userId, role: 'Business', agencyId: null, businessId: shop.businessId },
        { ...page, ...query },
      );
      return {
        ids: data.map((one) => one.id),
        read: data.filter((one) => one.read).map((one) => one.id),
        total,
        unread,
      };
    };
    await settled();
    expect(await seen(mine)).toEqual({ ids: [third, second, first], read: [], total: 3, unread: 3 });
    await ann.does(NotificationRead.create(ids(mine, first)));
    await ann.does(NotificationRead.create(ids(mine, first)));
    await ann.does(NotificationDeleted.create(ids(mine, second)));
    await settled();
    expect(await seen(mine)).toEqual({ ids: [third, first], read: [first], total: 2, unread: 1 });
    expect(await seen(mine, { status: 'unread' })).toEqual({ ids: [third], read: [], total: 1, unread: 1 });
    expect(await seen(mine, { search: ann.phone.slice(-4) })).toMatchObject({ ids: [third, first], total: 2 });
    expect(await seen(mine, { search: 'nothing' })).toMatchObject({ ids: [], total: 0 });
    expect(await seen(theirs)).toMatchObject({ total: 3, unread: 3 });
    await ann.does(
      AllNotificationsRead.create({
        businessId: shop.businessId,
        userId: mine,
        upToPosition: String(await world.store.head()),
      }),
    );
    const later = ann.notified();
    await ann.does(later.event);
    await settled();
    expect(await seen(mine)).toEqual({
      ids: [later.notificationId, third, first],
      read: [third, first],
      total: 3,
      unread: 1,
    });
    await ann.does(NotificationDeleted.create(ids(mine, later.notificationId)));
    await settled();
    expect(await seen(mine)).toMatchObject({ total: 2, unread: 0 });
    expect(
      await world.models.notifications(
        { userId: mine, role: 'Business', agencyId: null, businessId: other.businessId },
        page,
      ),
    ).toEqual({ data: [], total: 0, unread: 0 });
  });
});

describe('dashboard', () => {
  it("counts by days of the business's zone, none left out, with the period before", async () => {
    shop = await openShop(world, { timezone: 'America/New_York' });
    const ann = shop.contact();
    // 03:00 UTC is still the day before in New York (also after the clocks went back on 1 November).
    await ann.texts('late at night', { at: '2026-11-03T03:00:00.000Z' });
    await ann.texts('at noon', { at: '2026-11-03T17:00:00.000Z' });
    await ann.does(ann.optedIn(), { at: '2026-11-03T04:59:59.000Z' });
    await ann.does(ann.optedOut(), { at: '2026-11-03T05:00:00.000Z' });
    const delivered = await ann.isSent('one', { at: '2026-11-03T17:00:00.000Z' });
    await ann.comesTo(delivered.messageId, ['delivered', 'accepted', 'delivered'], '2026-11-04T12:00:00.000Z');
    const failed = await ann.isSent('two', { at: '2026-11-03T17:00:00.000Z' });
    await ann.comesTo(failed.messageId, ['accepted', 'failed'], '2026-11-03T18:00:00.000Z');
    const saved = await ann.isSent('three', { at: '2026-11-03T17:00:00.000Z' });
    await ann.comesTo(saved.messageId, ['failed', 'delivered'], '2026-11-03T18:00:00.000Z');
    const suppressed = await ann.isSent('four', { at: '2026-11-03T17:00:00.000Z' });
    await ann.comesTo(suppressed.messageId, ['suppressed'], '2026-11-03T18:00:00.000Z');
    await settled();
    const none = { optIns: 0, optOuts: 0, received: 0, sent: 0, delivered: 0, failed: 0, suppressed: 0 };
    const view = await world.models.dashboard(shop.businessId, { from: '2026-11-03', to: '2026-11-05' });
    expect(view.daily).toEqual([
      { ...none, day: '2026-11-03', optOuts: 1, received: 1, sent: 2, delivered: 1, failed: 1, suppressed: 1 },
      { ...none, day: '2026-11-04', sent: 1, delivered: 1 },
      { ...none, day: '2026-11-05' },
    ]);
    expect(view.totals).toEqual({
      optIns: 0,
      optOuts: 1,
      received: 1,
      sent: 3,
      delivered: 2,
      failed: 1,
      suppressed: 1,
    });
    expect(view.previous).toEqual({ ...none, optIns: 1, received: 1 });
    expect(view.messagesByStatus).toEqual([
      { status: 'delivered', count: 2 },
      { status: 'failed', count: 1 },
      { status: 'received', count: 1 },
      { status: 'suppressed', count: 1 },
    ]);
    expect([view.unread, view.contacts, view.subscribed]).toEqual([2, 1, 0]);
    expect((await world.models.dashboard(other.businessId, { from: '2026-11-03', to: '2026-11-05' })).totals).toEqual(
      none,
    );
    await expect(world.models.dashboard(shop.businessId, { from: '1990-01-01', to: '2026-11-05' })).rejects.toThrow(
      RangeError,
    );
  });
});

it('says on the bus what has changed, once it can be read', async () => {
  shop = await openShop(world);
  await settled();
  const heard: { type: string; contactId: string; unread?: number; status?: string }[] = [];
  const stop = world.bus.subscribe(`live.business.${shop.businessId}`, (message) =>
    heard.push(message as (typeof heard)[number]),
  );
  const ann = shop.contact();
  await ann.texts('one');
  await settled();
  const { messageId } = await ann.isSent('answer');
  await ann.comesTo(messageId, ['accepted', 'delivered']);
  await ann.does(ann.notified().event);
  await settled();
  await expect.poll(() => heard.length).toBe(6);
  expect(heard.map(({ type, status }) => [type, status ?? null])).toEqual(
    expect.arrayContaining([
      ['message-changed', 'received'],
      ['new-message', null],
      ['message-changed', 'queued'],
      ['message-changed', 'accepted'],
      ['message-changed', 'delivered'],
      ['notification', null],
    ]),
  );
  // What is said of the count is the count: one, once it has been said that the text is for people.
  expect(heard.findLast(({ unread }) => unread !== undefined)?.unread).toBe(1);
  stop();
});
