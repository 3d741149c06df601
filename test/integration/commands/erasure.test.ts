import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { noNotifications } from '../../../domain/campaigns/fields.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { Identity } from '../../../domain/contacts/identity.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId, MessageId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { projectors } from '../../../projections/index.ts';
import { forgetIfErased } from '../../../workers/engine/pictures-of-contact.ts';
import { context, createWorld, openBusiness, personOf, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
});
afterAll(() => world.close());

const blank = {
  phone: null,
  firstName: null,
  lastName: null,
  email: null,
  birthday: null,
  anniversary: null,
  companyName: null,
  website: null,
  custom: {},
  tags: [],
};
type Shop = Awaited<ReturnType<typeof openBusiness>>;
const contactOf = async (id: string) => stateOf(Contact, await world.events.read(streams.contact(ContactId.parse(id))));
const identityOf = async (id: string) => stateOf(Identity, await world.events.read(streams.identity(id)));
const shown = async () =>
  expect(await world.runner.waitFor(await world.events.head(), { timeoutMs: 20_000 })).toBe(true);
const erase = (shop: Shop, contactId: string) => world.commands.contacts.erase(context(shop.person), { contactId });
const complete = (contactId: string) => world.commands.contacts.completeErasure(context(system), { contactId });
/** The contact that the number has now. */
const successor = (shop: Shop, generation: number, phone = shop.phone) =>
  world.identifiers.successor(world.identifiers.contact(shop.businessId, phone), generation);

/** Where any of these words stand in any table of the database, the raw log among them, also in the bytes of a bytea. */
async function standing(...words: readonly string[]): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(world.db);
  const patterns = words.flatMap((word) => [`%${word}%`, `%${Buffer.from(word).toString('hex')}%`]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike any(${patterns}::text[]) limit 3`.execute(
      world.db,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Somebody of whom a business knows everything. */
async function wellKnown(shop: Shop) {
  const { person, contactId } = shop;
  await shop.text('Is the zabaglione vegan?');
  await shop.text('PIZZA');
  await world.commands.contacts.edit(context(person), {
    ...blank,
    contactId,
    revision: null,
    firstName: 'Wilhelmina',
    lastName: 'Quackenbush',
    email: 'mina.q@example.com',
    birthday: '2/29',
    companyName: 'Quackenbush Ltd',
    website: 'https://quackenbush.example',
    tags: ['zwieback'],
  });
  await world.commands.livechat.addNote(context(person), {
    contactId,
    text: 'Prefers the quiet corner, allergic to nutmeg.',
  });
  await world.commands.livechat.send(context(person), { contactId, body: 'Dear Wilhelmina, it is.', media: [] });
  await shop.text('Thank you, nutmegless!');
  await shop.text('STOP bothering me zabaglione');
}
const theirs = ['zabaglione', 'Wilhelmina', 'Quackenbush', 'mina.q', 'zwieback', 'nutmeg'];

describe('somebody who is erased', () => {
  it('is nowhere any more: in no table, in no read model that is built anew, in no look at the log', async () => {
    const shop = await openBusiness(world);
    await wellKnown(shop);
    await shown();
    const words = [...theirs, shop.phone.slice(1)];
    expect(await standing(...words)).not.toEqual([]);
    await erase(shop, shop.contactId);
    await shown();
    expect(await standing(...words)).toEqual([]);
    const log = (await world.events.readAll(0n, { limit: 10_000 })).events.map(({ data }) => JSON.stringify(data));
    expect(log.filter((data) => words.some((word) => data.includes(word)))).toEqual([]);
    await complete(shop.contactId);
    await shown();
    for (const { name } of projectors) expect(await world.runner.verify(name), name).toEqual([]);
    await world.runner.rebuild(projectors.map(({ name }) => name));
    expect(await standing(...words)).toEqual([]);
    expect(await world.readModels.contact(shop.businessId, shop.contactId)).toBeNull();
  });

  it('leaves what proves that they agreed, and that they took it back', async () => {
    const shop = await openBusiness(world);
    await wellKnown(shop);
    await erase(shop, shop.contactId);
    await shown();
    const { rows } = await sql<Record<string, unknown>>`
      select kind, how, keyword, words, ip_address, provider_message_id is not null as proved
      from ${sql.raw(await tableOf('contacts', 'consents'))} where contact_id = ${shop.contactId} order by position`.execute(
      world.db,
    );
    expect(rows).toMatchObject([
      { kind: 'optedIn', how: 'keyword', keyword: 'PIZZA', words: null, proved: true },
      { kind: 'optedOut', how: 'message', words: null, proved: true },
    ]);
    const types = (await world.events.read(streams.contact(ContactId.parse(shop.contactId)))).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['ContactOptedIn', 'ContactOptedOut', 'ContactErased']));
  });

  it('takes along the tags that nobody of the business has any more, also those it had lost, and no other business’s', async () => {
    const [shop, other] = [await openBusiness(world), await openBusiness(world)];
    for (const one of [shop, other]) await one.text('PIZZA');
    // Each by itself, so that each was a tag of somebody.
    for (const tags of [['poppyseed'], ['linseed'], []]) {
      for (const { person, contactId } of tags.length > 0 ? [shop, other] : [other])
        await world.commands.contacts.edit(context(person), { ...blank, contactId, revision: null, tags });
      await shown();
    }
    await erase(shop, shop.contactId);
    await shown();
    const { rows } = await sql<{ businessId: string; keyword: string; count: string }>`
      select business_id as "businessId", keyword, count from ${sql.raw(await tableOf('contacts', 'contact_counts'))}
      where keyword in ('#poppyseed', '#linseed') order by keyword`.execute(world.db);
    expect(rows).toEqual(
      ['#linseed', '#poppyseed'].map((keyword) => ({ businessId: other.businessId, keyword, count: '0' })),
    );
  });

  it('is erased once, however often and by whomever at the same moment', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    await Promise.all([erase(shop, shop.contactId), erase(shop, shop.contactId), erase(shop, shop.contactId)]);
    await erase(shop, shop.contactId);
    await world.commands.contacts.followErasureThrough(context(system), { contactId: shop.contactId });
    await complete(shop.contactId);
    await complete(shop.contactId);
    const history = await shop.history(streams.contact(ContactId.parse(shop.contactId)));
    expect(history.slice(-2)).toEqual(['ContactErased', 'ContactErasureCompleted']);
    expect(await shop.history(streams.identity(shop.contactId))).toEqual(['IdentityErased']);
  });

  it('is the business’s own: to another it does not exist', async () => {
    const [shop, other] = [await openBusiness(world), await openBusiness(world, { keyword: 'PASTA' })];
    await shop.text('PIZZA');
    await expect(erase(other, shop.contactId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.commands.contacts.erase(context(system), { contactId: shop.contactId })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      world.commands.contacts.erase(context(personOf(shop.businessId, shop.agencyId)), { contactId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await contactOf(shop.contactId)).toMatchObject({ status: 'subscribed', phone: shop.phone });
  });

  it('cannot be changed, written to or talked about any more', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const { person, contactId } = shop;
    await erase(shop, contactId);
    const { contacts, livechat } = world.commands;
    const gone = { code: 'not_found', message: 'This contact was erased.' };
    await expect(contacts.name(context(person), { contactId, firstName: 'A', lastName: null })).rejects.toMatchObject(
      gone,
    );
    await expect(contacts.tag(context(person), { contactId, tags: ['a'] })).rejects.toMatchObject(gone);
    await expect(contacts.edit(context(person), { ...blank, contactId, revision: null })).rejects.toMatchObject(gone);
    await expect(livechat.addNote(context(person), { contactId, text: 'x' })).rejects.toMatchObject(gone);
    await expect(livechat.send(context(person), { contactId, body: 'x', media: [] })).rejects.toMatchObject(gone);
    await contacts.carrierVerdict(context(system), {
      contactId,
      businessId: shop.businessId,
      verdict: 'opted-out',
      errorCode: 21610,
      providerMessageId: null,
    });
    expect((await shop.history(streams.contact(ContactId.parse(contactId)))).at(-1)).toBe('ContactErased');
  });

  it('gets nothing any more that was waiting to go out', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const { person, contactId, businessId } = shop;
    const sent = await world.commands.livechat.send(context(person), {
      contactId,
      body: 'Your table is ready',
      media: [],
    });
    const { messageId } = sent.result;
    await erase(shop, contactId);
    const { result } = await world.commands.delivery.text.decide(context(system), { id: messageId });
    expect(result).toEqual({ kind: 'suppressed', reason: 'blocked' });
    const late = MessageId.parse(randomUUID());
    await expect(
      world.commands.messages.queue(context(system), {
        messageId: late,
        businessId,
        contactId,
        body: 'And again',
        media: [],
        purpose: 'automation',
        notBefore: null,
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes along what people of the business were told of them', async () => {
    const shop = await openBusiness(world);
    const { campaignId, contactId } = shop;
    const owner = { ...noNotifications.owner, enabled: true, text: '{{phone_number}} joined, known as Hildegard' };
    await world.commands.campaigns.edit(context(shop.person), {
      campaignId,
      revision: null,
      details: null,
      offer: null,
      settings: null,
      notifications: { ...noNotifications, owner: { ...owner, phones: ['+14155550888'], emails: ['boss@shop.test'] } },
    });
    await shop.text('PIZZA');
    const joinedAt = world.clock.at.toISOString();
    const tenant = { agencyId: shop.agencyId, businessId: shop.businessId };
    await world.commands.members.notifyJoined(context({ ...system, tenant }), { campaignId, contactId, joinedAt });
    await shown();
    const alert = (await shop.replies()).find(({ purpose }) => purpose === 'owner-alert');
    expect(alert).toMatchObject({ to: '+14155550888', body: expect.stringContaining('Hildegard') as string });
    await erase(shop, contactId);
    await shown();
    expect(await shop.replies()).toContainEqual(expect.objectContaining({ purpose: 'owner-alert', body: null }));
    const { rows } = await sql<{
      body: string | null;
    }>`select body from ${sql.raw(await tableOf('conversations', 'messages'))}
      where about_id = ${contactId}`.execute(world.db);
    expect(rows).toEqual([{ body: null }]);
    const emails = (await world.events.readAll(0n, { limit: 10_000 })).events.filter(
      ({ type }) => type === 'EmailQueued',
    );
    expect(emails.filter(({ data }) => data['aboutId'] === contactId).map(({ data }) => data['body'])).toEqual([null]);
  });

  it('leaves no picture that they sent, and every file that somebody else has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'beckon-'));
    const storage = createLocalStorage({ folder });
    const shop = await openBusiness(world);
    const theirs = await shop.text('my picture');
    const other = await openBusiness(world, { keyword: 'PASTA' });
    const kept = await other.text('hers');
    const picture = async (messageId: string, index: number, contactId: string | null, bytes: string) => {
      const { key } = await storage.put(Buffer.from(bytes), 100);
      const { businessId } = messageId === theirs ? shop : other;
      await sql`insert into ops.media (id, storage_key, content_type, size, business_id, purpose, message_id, message_index,
          contact_id, created_at) values (${randomUUID()}, ${key}, 'image/png', 3, ${businessId}, 'received', ${messageId}, ${index},
          ${contactId}, now())`.execute(world.db);
      return key;
    };
    const own = await picture(theirs, 0, shop.contactId, 'own');
    const early = await picture(theirs, 1, null, 'of the time before senders were noted');
    const shared = await picture(theirs, 2, shop.contactId, 'shared');
    await picture(kept, 0, other.contactId, 'shared');
    const parts = { db: world.db, store: world.events, storage };
    expect(await forgetIfErased(parts, shop.contactId)).toBe(false);
    await erase(shop, shop.contactId);
    expect(await forgetIfErased(parts, shop.contactId)).toBe(true);
    expect([await storage.open(own), await storage.open(early)]).toEqual([null, null]);
    const read: Uint8Array[] = [];
    for await (const part of (await storage.open(shared))!.content) read.push(part);
    expect(Buffer.concat(read).toString()).toBe('shared');
    const { rows } = await sql`select 1 from ops.media where message_id = ${theirs}`.execute(world.db);
    expect(rows).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('is erased to the end by whoever finds the word alone, without the key having gone', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const cut = world.commandsWith({
      subjectKeys: { ...world.subjectKeys, destroy: () => Promise.reject(new Error('the lights went out')) },
    });
    await expect(cut.contacts.erase(context(shop.person), { contactId: shop.contactId })).rejects.toThrow('lights');
    expect((await world.subjectKeys.forReading([shop.contactId])).get(shop.contactId)).not.toBeNull();
    await world.commands.contacts.followErasureThrough(context(system), { contactId: shop.contactId });
    expect((await world.subjectKeys.forReading([shop.contactId])).get(shop.contactId)).toBeNull();
  });
});

describe('somebody who comes back after they were erased', () => {
  it('by a text of their own is a new person with a key of their own', async () => {
    const shop = await openBusiness(world);
    await shop.text('Hello, the first');
    await erase(shop, shop.contactId);
    await shop.text('Hello, the second');
    const next = successor(shop, 1);
    expect(await contactOf(next)).toMatchObject({ status: 'unknown', phone: shop.phone });
    await shown();
    expect(await world.readModels.contact(shop.businessId, next)).toMatchObject({ phone: shop.phone });
    expect(await standing('the first')).toEqual([]);
    await erase(shop, next);
    await shop.text('Hello, the third');
    expect(await contactOf(successor(shop, 2))).toMatchObject({ status: 'unknown', phone: shop.phone });
    expect(await identityOf(shop.contactId)).toMatchObject({ generation: 2, suppressed: false });
  });

  it('by somebody else’s hand stays out, until they say START themselves', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    await shop.text('STOP');
    await erase(shop, shop.contactId);
    const next = successor(shop, 1);
    const { result } = await world.commands.contacts.add(context(shop.person), { ...blank, phone: shop.phone });
    expect(result.contactId).toBe(next);
    expect(await contactOf(next)).toMatchObject({ status: 'optedOut', via: 'kept' });
    await shop.text('a question');
    expect(await contactOf(next)).toMatchObject({ status: 'optedOut' });
    await shop.text('START');
    expect(await contactOf(next)).toMatchObject({ status: 'subscribed' });
    await shown();
    expect(await world.readModels.contact(shop.businessId, next)).toMatchObject({ status: 'subscribed' });
    // What they said last is what counts the next time.
    await erase(shop, next);
    await world.commands.contacts.add(context(shop.person), { ...blank, phone: shop.phone });
    expect(await contactOf(successor(shop, 2))).toMatchObject({ status: 'unknown' });
  });

  it('by a text of their own stays out all the same when they had said stop, unless it asks to be let in', async () => {
    const shop = await openBusiness(world);
    await shop.text('STOP');
    await erase(shop, shop.contactId);
    await shop.text('Just a question');
    expect(await contactOf(successor(shop, 1))).toMatchObject({ status: 'optedOut', via: 'kept' });
    const other = await openBusiness(world, { keyword: 'PASTA' });
    await other.text('STOP');
    await erase(other, other.contactId);
    await other.text('PASTA');
    expect(await contactOf(successor(other, 1))).toMatchObject({ status: 'subscribed' });
  });

  it('by an address that had unsubscribed gets no emails, whoever is given it', async () => {
    const shop = await openBusiness(world);
    const { person } = shop;
    const { contacts } = world.commands;
    const email = 'Mina@Example.com';
    const { result } = await contacts.add(context(person), { ...blank, phone: shop.phone, email });
    await contacts.unsubscribe(context(system), { ...result, via: 'unsubscribe-page', mailId: null, all: false });
    await erase(shop, result.contactId);
    const alone = await contacts.add(context(person), { ...blank, email: 'mina@example.com' });
    expect(await contactOf(alone.result.contactId)).toMatchObject({ emails: 'unsubscribed' });
    const edited = await contacts.add(context(person), { ...blank, phone: '+12125550001' });
    await contacts.edit(context(person), { ...blank, ...edited.result, revision: null, email });
    expect(await contactOf(edited.result.contactId)).toMatchObject({ emails: 'unsubscribed', status: 'unknown' });
  });

  it('is left in peace when a text of theirs came at the same moment and nobody can read it any more', async () => {
    const shop = await openBusiness(world);
    await shop.text('PIZZA');
    const { messageId } = await shop.receive('STOP');
    await erase(shop, shop.contactId);
    await world.commands.messages.react(context(system), { messageId });
    await world.commands.contacts.add(context(shop.person), { ...blank, phone: shop.phone });
    expect(await contactOf(successor(shop, 1))).toMatchObject({ status: 'optedOut', via: 'kept' });
  });
});

async function tableOf(projector: string, table: string): Promise<string> {
  const { version } = projectors.find(({ name }) => name === projector)!;
  return `rm_${projector}_v${version}.${table}`;
}
