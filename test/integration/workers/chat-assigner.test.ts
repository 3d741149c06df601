import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { chatAssigner } from '../../../workers/livechat/give-out.ts';
import { openBusiness } from '../commands/world.ts';
import { chatWorld } from './chat-world.ts';

const chat = chatWorld();
const { as, caughtUp, whose } = chat;
/** Two of the business and one of its agency. */
let people: string[];

async function join(role: 'Business' | 'Agency'): Promise<string> {
  const userId = await chat.register(role);
  await isSeen(userId, { tenant: role === 'Business' ? chat.place.businessId : chat.place.agencyId });
  return userId;
}
/** They have the product open now; `touched`: and are at work in it. */
const isSeen = (userId: string, { touched = false, tenant = '' }: { touched?: boolean; tenant?: string } = {}) =>
  sql`insert into ops.sessions (token_hash, session_id, user_id, role, business_id, created_at, last_seen_at, connected_at,
      active_at, expires_at)
    values (${userId}, ${userId}, ${userId}, 'Business', nullif(${tenant}, '')::uuid, '2026-01-01', '2026-01-01',
      ${chat.world.now()}, ${touched ? chat.world.now() : null}, '2030-01-01')
    on conflict (token_hash) do update set connected_at = excluded.connected_at,
      active_at = coalesce(excluded.active_at, sessions.active_at)`.execute(chat.world.db);
/** Who has the product open, and since how many minutes they have not touched it. */
const presence = async () =>
  (await chat.world.commands.livechat.presentAt([chat.place.businessId, chat.place.agencyId])).map(
    ({ userId, idleSince }) => [
      userId,
      idleSince === null ? null : (chat.world.now().getTime() - idleSince.getTime()) / 60_000,
    ],
  );
const minutesPass = (minutes: number) => {
  chat.world.clock.at = new Date(chat.world.clock.at.getTime() + minutes * 60_000);
};
const choose = (mode: 'off' | 'round-robin' | 'least-busy', chosen = people) =>
  chat.world.commands.livechat.chooseTeam(as(people[0]!), {
    mode,
    people: chosen,
    replyMinutes: null,
    hours: null,
    revision: null,
  });
const setAway = (userId: string, away: boolean) => chat.world.commands.livechat.setAway(as(userId), { userId, away });

/** Somebody new writes, or somebody again: what is said of who deals with it. */
async function write(phone?: string) {
  const { messageId, ...rest } = await chat.receive(phone);
  const left = (await chat.world.events.read(streams.message(messageId))).find(
    ({ type }) => type === 'MessageRoutedToInbox',
  );
  return { ...rest, left: left! };
}
const newWorker = () =>
  chatAssigner(chat.world.commands, { db: chat.world.db, loadsOf: chat.world.readModels.chatLoads });
/** Somebody new writes: who is given the conversation. */
async function given() {
  const { contactId, left } = await write();
  await newWorker().issue([left]);
  return whose(contactId);
}
const assignments = async (contactId: ContactId) =>
  (await chat.world.events.read(streams.conversation(contactId))).filter(({ type }) => type === 'ConversationAssigned');

beforeEach(async () => {
  people = [await join('Business'), await join('Business'), await join('Agency')];
});

describe('conversations that go to somebody by themselves', () => {
  it('go to nobody as long as the business has not chosen so', async () => {
    const { contactId, left } = await write();
    await newWorker().issue([left]);
    expect(await assignments(contactId)).toEqual([]);
  });

  it('go round, people of the agency among them, whether the read models follow or not', async () => {
    await choose('round-robin');
    const all = [];
    for (let count = 0; count < 7; count += 1) all.push(await write());
    const worker = newWorker();
    await worker.issue(all.slice(0, 2).map(({ left }) => left));
    await worker.issue(all.slice(2, 3).map(({ left }) => left));
    await caughtUp();
    await worker.issue(all.slice(3, 5).map(({ left }) => left));
    await caughtUp();
    // Another process takes over.
    await newWorker().issue(all.slice(5).map(({ left }) => left));
    const [a, b, c] = people;
    expect(await Promise.all(all.map(({ contactId }) => whose(contactId)))).toEqual([a, b, c, a, b, c, a]);
    const [event] = await assignments(all[0]!.contactId);
    expect(event).toMatchObject({
      data: { why: 'automatic' },
      metadata: { actor: { kind: 'system', name: 'chat-assigner' }, causationId: all[0]!.left.id },
    });
  });

  it('are given once, however often and by how many at once the text is looked at', async () => {
    await choose('round-robin');
    const { phone, contactId, left } = await write();
    const again = await write(phone);
    await Promise.all([1, 2, 3, 4].map(() => newWorker().issue([left, again.left])));
    await newWorker().issue([again.left]);
    expect(await assignments(contactId)).toHaveLength(1);
  });

  it('go round over two processes that give at the same moment', async () => {
    await choose('round-robin');
    const all = [];
    for (let count = 0; count < 9; count += 1) all.push(await write());
    const [one, two] = [newWorker(), newWorker()];
    for (let at = 0; at < 9; at += 3) {
      const [a, b, c] = all.slice(at, at + 3).map(({ left }) => left);
      await Promise.all([one.issue([a!]), two.issue([b!]), two.issue([c!])]);
    }
    const owners = await Promise.all(all.map(({ contactId }) => whose(contactId)));
    expect(people.map((id) => owners.filter((owner) => owner === id).length)).toEqual([3, 3, 3]);
  });

  it('remember what was given when a process dies before it could say so', async () => {
    await choose('round-robin');
    const [first, second] = [await write(), await write()];
    await newWorker().issue([first.left]);
    // What it left for the others went with it; the text is looked at once more.
    await sql`update ops.chat_turns set given = '[]'`.execute(chat.world.db);
    await newWorker().issue([first.left, second.left]);
    expect([await whose(first.contactId), await whose(second.contactId)]).toEqual(people.slice(0, 2));
  });

  it('go to who has the fewest', async () => {
    await choose('least-busy', people.slice(0, 2));
    const [busy, free] = people as [string, string];
    const first = [await write(), await write()];
    for (const { contactId } of first)
      await chat.world.commands.livechat.assign(as(busy), { contactId, assigneeId: busy });
    await caughtUp();
    const next = [await write(), await write(), await write()];
    await newWorker().issue(next.map(({ left }) => left));
    const got = await Promise.all(next.map(({ contactId }) => whose(contactId)));
    expect(got.slice(0, 2)).toEqual([free, free]);
  });

  it('pass over who is away or gone, who keep what they have; with nobody here they wait for everybody', async () => {
    await choose('round-robin', people.slice(0, 2));
    const [a, b] = people as [string, string];
    const mine = await write();
    await newWorker().issue([mine.left]);
    await setAway(a, true);
    expect(await whose(mine.contactId)).toBe(a);
    const more = await write(mine.phone);
    const other = await write();
    await newWorker().issue([more.left, other.left]);
    expect([await whose(mine.contactId), await whose(other.contactId)]).toEqual([a, b]);
    await setAway(b, true);
    const late = await write();
    await newWorker().issue([late.left]);
    expect(await assignments(late.contactId)).toEqual([]);
    await setAway(a, false);
    const again = await write(late.phone);
    await newWorker().issue([again.left]);
    expect(await whose(late.contactId)).toBe(a);
  });

  it('pass over who closed everything some minutes ago, and are theirs again when they return, unless they said otherwise', async () => {
    await choose('round-robin', people.slice(0, 2));
    const [a, b] = people as [string, string];
    minutesPass(4);
    await isSeen(b);
    expect(await given()).toBe(a);
    minutesPass(4);
    expect([await given(), await given()]).toEqual([b, b]);
    expect(await presence()).toEqual([[b, null]]);
    minutesPass(4);
    expect(await given()).toBeNull();
    await isSeen(a);
    expect(await given()).toBe(a);
    await setAway(a, true);
    minutesPass(60);
    await isSeen(a);
    expect(await given()).toBeNull();
  });

  it('pass over who has it open and has not touched it for ten minutes, and are theirs again when they do', async () => {
    await choose('round-robin', people.slice(0, 2));
    const [a, b] = people as [string, string];
    const stayOpen = async (minutes: number) => {
      minutesPass(minutes);
      for (const one of [a, b]) await isSeen(one);
    };
    for (const one of [a, b]) await isSeen(one, { touched: true });
    await stayOpen(4);
    await isSeen(b, { touched: true });
    await stayOpen(4);
    expect(await presence()).toEqual(
      expect.arrayContaining([
        [a, null],
        [b, null],
      ]),
    );
    expect([await given(), await given()]).toEqual([a, b]);
    await stayOpen(4);
    expect(await presence()).toEqual(
      expect.arrayContaining([
        [a, 12],
        [b, null],
      ]),
    );
    expect([await given(), await given()]).toEqual([b, b]);
    // At work in one of two browsers is at work.
    await isSeen(a, { touched: true });
    expect(await given()).toBe(a);
    expect(await presence()).toEqual(expect.arrayContaining([[a, null]]));
  });

  it('leave, when they are opened again, who is at the product no more', async () => {
    await choose('round-robin', people.slice(0, 2));
    const [a, b] = people as [string, string];
    const { phone, contactId, left } = await write();
    await newWorker().issue([left]);
    expect(await whose(contactId)).toBe(a);
    await chat.world.commands.livechat.setOpen(as(a), { contactId, open: false });
    minutesPass(6);
    await isSeen(b);
    await newWorker().issue([(await write(phone)).left]);
    expect(await whose(contactId)).toBe(b);
  });

  it('opened again by the contact they stay with who had them, if here; else somebody else has them, or nobody', async () => {
    await choose('round-robin', people.slice(0, 2));
    const [a, b] = people as [string, string];
    const { phone, contactId, left } = await write();
    await newWorker().issue([left]);
    expect(await whose(contactId)).toBe(a);
    const closeIt = () => chat.world.commands.livechat.setOpen(as(a), { contactId, open: false });
    await closeIt();
    await newWorker().issue([(await write(phone)).left]);
    expect(await whose(contactId)).toBe(a);
    await setAway(a, true);
    // It is open: who has it keeps it.
    await newWorker().issue([(await write(phone)).left]);
    expect(await whose(contactId)).toBe(a);
    await closeIt();
    await newWorker().issue([(await write(phone)).left]);
    expect(await whose(contactId)).toBe(b);
    await closeIt();
    await setAway(b, true);
    await newWorker().issue([(await write(phone)).left]);
    expect(await whose(contactId)).toBeNull();
    expect((await assignments(contactId)).at(-1)).toMatchObject({ data: { why: 'automatic', assigneeId: null } });
  });

  it('do not go to somebody of another agency, nor can they be chosen, nor anybody be sent away by another', async () => {
    const stranger = { ...chat.place };
    chat.place = await openBusiness(chat.world);
    const foreign = await join('Agency');
    chat.place = stranger;
    await expect(choose('round-robin', [foreign])).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      chat.world.commands.livechat.setAway(as(people[0]!), { userId: people[1]!, away: true }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
