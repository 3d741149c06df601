import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { type BusinessId, ContactId, UploadId, UserId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { streams } from '../../../domain/streams.ts';
import { ImportAttested } from '../../../domain/uploads/events.ts';
import { said } from '../../support/said.ts';
import { context, createWorld, openBusiness, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Shop = Awaited<ReturnType<typeof openBusiness>>;
const given = (value: string) => ({ value, policy: 'overwrite' as const });
let strangers = 0;

/** A business with one contact who has texted its keyword, and a file of one row: somebody else. */
async function open() {
  const shop = await openBusiness(world);
  await shop.text('PIZZA');
  const guest = E164.parse(`+1312555${String((strangers += 1)).padStart(4, '0')}`);
  const file = {
    uploadId: UploadId.parse(randomUUID()),
    businessId: shop.businessId as BusinessId,
    plan: { campaigns: [], consent: { texts: true, emails: true } },
    room: null,
    people: [
      {
        row: 1,
        person: {
          phone: guest,
          email: 'bob@example.test',
          agreed: { texts: null, emails: null },
          tags: ['spring'] as readonly string[],
          custom: {},
          firstName: given('Bob') as ReturnType<typeof given> | null,
          lastName: null,
          details: { email: given('bob@example.test') },
        },
      },
    ],
  };
  const own = ContactId.parse(shop.contactId);
  const other = ContactId.parse(world.identifiers.contact(shop.businessId, guest));
  return { shop, file, own, other };
}
type File = Awaited<ReturnType<typeof open>>['file'];
/** Another file of the same person, who is known by their number alone then. */
const earlier = (file: File): File => ({
  ...file,
  uploadId: UploadId.parse(randomUUID()),
  people: file.people.map(({ row, person }) => ({ row, person: { ...person, firstName: null, tags: [] } })),
});
const byUploads = () => context(system);
const importOf = async (file: File, commands: Commands = world.commands) =>
  (await commands.uploads.importRows(byUploads(), file)).result[0];
const undoOf = async ({ uploadId, businessId, people }: File, commands: Commands = world.commands) => {
  const stays = () => Promise.resolve(new Set<string>());
  return (await commands.uploads.undoRows(byUploads(), { uploadId, businessId, people, stays })).result;
};
const contactOf = async (id: ContactId) => stateOf(Contact, await world.events.read(streams.contact(id)));
const merge = (shop: Shop, contactId: ContactId, otherId: ContactId, commands: Commands = world.commands) =>
  commands.contacts.merge(context(shop.person), { contactId, otherId, taken: [] });

/** A merge whose process dies when the other has given itself up. */
async function halfMerge(shop: Shop, own: ContactId, other: ContactId): Promise<void> {
  let isDead = false;
  const dying: EventStore = {
    ...world.events,
    append: async (stream, expected, events) => {
      if (isDead) throw new Error('cut off');
      isDead = events.some(({ type }) => type === 'ContactMergedInto');
      return world.events.append(stream, expected, events);
    },
  };
  await expect(merge(shop, own, other, world.commandsOver(dying))).rejects.toThrow('cut off');
  expect(await contactOf(other)).toMatchObject({ mergedInto: own });
  expect(await contactOf(own)).toMatchObject({ merging: { otherId: other } });
}

/** Just before the first of these appends, something else happens. */
function before(then: () => Promise<unknown>): Commands {
  let happened = false;
  return world.commandsOver({
    ...world.events,
    appendMany: async (appends) => {
      if (!happened) {
        happened = true;
        await then();
      }
      return world.events.appendMany(appends);
    },
  });
}

describe('a row of a file', () => {
  it('comes to the same once its person has become a part of somebody else, and is not done again', async () => {
    const { shop, file, own, other } = await open();
    const first = await importOf(file);
    expect(first).toMatchObject({ kind: 'created', texts: true, emails: true });
    await merge(shop, own, other);
    const { length } = await world.events.read(streams.contact(own));
    expect(await importOf(file)).toEqual(first);
    expect(await world.events.read(streams.contact(own))).toHaveLength(length);
  });

  it('comes to the same between the steps of a merge', async () => {
    const { shop, file, own, other } = await open();
    const first = await importOf(file);
    await halfMerge(shop, own, other);
    expect(await importOf(file)).toEqual(first);
    await world.commands.contacts.followMergeThrough(byUploads(), { contactId: own });
    expect(await importOf(file)).toEqual(first);
  });

  it('goes to the survivor of a merge that is under way', async () => {
    const { shop, file, own, other } = await open();
    await importOf(earlier(file));
    await halfMerge(shop, own, other);
    expect(await importOf(file)).toMatchObject({ kind: 'changed' });
    expect(await contactOf(own)).toMatchObject({ firstName: 'Bob', tags: ['spring'] });
    await world.commands.contacts.followMergeThrough(byUploads(), { contactId: own });
    expect(await contactOf(own)).toMatchObject({ firstName: 'Bob', absorbed: [other] });
  });

  it('goes to the survivor of a merge at the same moment', async () => {
    const { shop, file, own, other } = await open();
    await importOf(earlier(file));
    expect(
      await importOf(
        file,
        before(() => merge(shop, own, other)),
      ),
    ).toMatchObject({ kind: 'changed' });
    expect(await contactOf(own)).toMatchObject({ firstName: 'Bob', absorbed: [other] });
  });
});

describe('who is erased after somebody vouched for a file', () => {
  const attest = async ({ uploadId, businessId, plan: { consent } }: File, by: Shop) =>
    world.events.append(
      streams.upload(uploadId),
      'noStream',
      said(
        [
          ImportAttested.create({
            uploadId,
            businessId,
            consent,
            statement: 'They have agreed.',
            ipAddress: null,
            attestedBy: UserId.parse(by.person.actor.kind === 'user' ? by.person.actor.userId : ''),
          }),
        ],
        { businessId },
      ),
    );
  const erase = async (shop: Shop, contactId: ContactId) => {
    await world.commands.contacts.erase(context(shop.person), { contactId });
    await world.commands.contacts.completeErasure(byUploads(), { contactId });
  };
  const successorOf = (other: ContactId) => ContactId.parse(world.identifiers.successor(other, 1));

  it('does not come back by it, and a row that was done before counts once', async () => {
    const { shop, file, other } = await open();
    await attest(file, shop);
    expect(await importOf(file)).toMatchObject({ kind: 'created', texts: true });
    await erase(shop, other);
    expect(await importOf(file)).toMatchObject({ kind: 'created', texts: true });
    expect(await contactOf(successorOf(other))).toMatchObject({ status: 'none' });
  });

  it('is passed over where their row comes later', async () => {
    const { shop, file, other } = await open();
    await importOf(earlier(file));
    await attest(file, shop);
    await erase(shop, other);
    expect(await importOf(file)).toEqual({ kind: 'erased' });
    expect(await contactOf(successorOf(other))).toMatchObject({ status: 'none' });
  });

  it('comes back by a file of later', async () => {
    const { shop, file, other } = await open();
    await importOf(earlier(file));
    await erase(shop, other);
    await attest(file, shop);
    expect(await importOf(file)).toMatchObject({ kind: 'created' });
    expect(await contactOf(successorOf(other))).toMatchObject({ status: 'subscribed' });
  });
});

describe('taking a file back after a merge', () => {
  /** As the contact was when nothing but what it did itself was said of it. */
  const alone = { status: 'subscribed', firstName: 'Ann', tags: ['vip'], emails: null };
  const knownAs = async ({ person }: Shop, contactId: ContactId) => {
    await world.commands.contacts.name(context(person), { contactId, firstName: 'Ann', lastName: null });
    await world.commands.contacts.tag(context(person), { contactId, tags: ['vip'] });
  };

  it('leaves what the survivor had been', async () => {
    const { shop, file, own, other } = await open();
    await knownAs(shop, own);
    await importOf(file);
    await merge(shop, own, other);
    expect(await contactOf(own)).toMatchObject({ ...alone, tags: ['vip', 'spring'], emails: 'subscribed' });
    expect(await undoOf(file)).toEqual({ removed: 0, restored: 1, left: 0 });
    expect(await contactOf(own)).toMatchObject({ ...alone, details: { email: null } });
    // The same command once more.
    expect(await undoOf(file)).toEqual({ removed: 0, restored: 1, left: 0 });
  });

  it('leaves what the other had been, where the survivor came by the file', async () => {
    const { shop, file, own, other } = await open();
    await knownAs(shop, own);
    await importOf(file);
    await world.commands.contacts.merge(context(shop.person), {
      contactId: other,
      otherId: own,
      taken: ['name', 'phone'],
    });
    expect(await contactOf(other)).toMatchObject({ status: 'subscribed', firstName: 'Ann', phone: shop.phone });
    expect(await undoOf(file)).toEqual({ removed: 0, restored: 1, left: 0 });
    expect(await contactOf(other)).toMatchObject({ ...alone, phone: shop.phone, details: { email: null } });
  });

  it('takes back the consent of the number that the file brought', async () => {
    const { shop, file, own, other } = await open();
    await importOf(file);
    await merge(shop, other, own);
    expect(await contactOf(other)).toMatchObject({ status: 'subscribed', firstName: 'Bob' });
    await undoOf(file);
    expect(await contactOf(other)).toMatchObject({ status: 'unknown', firstName: null, tags: [] });
  });

  it('lets in nobody who had said stop as either', async () => {
    const { shop, file, own, other } = await open();
    await importOf(file);
    await shop.text('STOP');
    await merge(shop, other, own);
    await undoOf(file);
    expect(await contactOf(other)).toMatchObject({ status: 'optedOut' });
  });

  it('waits for a merge that is under way, or happens at the same moment', async () => {
    for (const meanwhile of [true, false]) {
      const { shop, file, own, other } = await open();
      await knownAs(shop, own);
      await importOf(file);
      if (!meanwhile) await halfMerge(shop, own, other);
      const commands = meanwhile ? before(() => merge(shop, own, other)) : world.commands;
      expect(await undoOf(file, commands)).toEqual({ removed: 0, restored: 1, left: 0 });
      expect(await contactOf(own)).toMatchObject({ ...alone, absorbed: [other], merging: null });
    }
  });
});

it('a name that somebody has given since a file brought its contact stays when the file is taken back', async () => {
  const { shop, file, other } = await open();
  await importOf(file);
  await world.commands.contacts.name(context(shop.person), { contactId: other, firstName: 'Robert', lastName: null });
  expect(await undoOf(file)).toEqual({ removed: 0, restored: 1, left: 0 });
  expect(await contactOf(other)).toMatchObject({ status: 'unknown', firstName: 'Robert', tags: [], emails: null });
});
