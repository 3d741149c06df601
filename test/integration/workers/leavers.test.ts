import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { BusinessId, type ContactId, type UserId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import type { MemberRole } from '../../../domain/team/fields.ts';
import { assignedToLeavers, giveBackOfLeaver, leavers, leaverTimer } from '../../../workers/livechat/leavers.ts';
import { context, personOf } from '../commands/world.ts';
import { chatWorld } from './chat-world.ts';

const chat = chatWorld();
const { as, caughtUp, events, whose } = chat;
let owner: string;
beforeEach(async () => {
  owner = await chat.register();
});
const byOwner = () => as(owner);
async function invite(role: MemberRole, commandId = randomUUID()): Promise<UserId> {
  const caller = personOf(chat.place.businessId, chat.place.agencyId, owner);
  const person = { email: `${commandId}@example.test`, firstName: 'Marta', lastName: 'Conti', role };
  return (await chat.world.commands.team.invite(context(caller, commandId), person)).result.userId;
}
const conversation = async (): Promise<ContactId> => (await chat.receive()).contactId;
const assign = (contactId: ContactId, assigneeId: string) =>
  chat.world.commands.livechat.assign(byOwner(), { contactId, assigneeId });
const close = (contactId: ContactId) => chat.world.commands.livechat.setOpen(byOwner(), { contactId, open: false });
const notes = async (contactId: ContactId) =>
  (await events(contactId)).flatMap((event) => (event.type === 'ConversationNoteAdded' ? [event.data] : []));

/** What the worker notes of the team's newest event, and does until nothing is left. */
async function work(): Promise<void> {
  await caughtUp();
  const newest = (await chat.world.events.read(streams.team(BusinessId.parse(chat.place.businessId)))).at(-1)!;
  await chat.world.db.transaction().execute((trx) => leavers(() => undefined).record([newest], trx));
  const fire = giveBackOfLeaver({
    db: chat.world.db,
    commands: chat.world.commands,
    clock: chat.world.clock,
    assigned: {
      reached: (position) => chat.world.runner.waitFor(position, { timeoutMs: 5_000, projectors: ['conversations'] }),
      of: chat.world.readModels.assignedTo,
    },
  });
  for (let times = 0; times < 20; times += 1) {
    const { rows } = await sql<{ id: string; kind: string; due_at: Date; payload: Record<string, unknown> }>`
      delete from ops.timers where kind = ${leaverTimer} and payload->>'businessId' = ${chat.place.businessId}
      returning id, kind, due_at, payload`.execute(chat.world.db);
    if (rows.length === 0) return;
    for (const { id, kind, due_at: dueAt, payload } of rows) await fire({ id, kind, dueAt, payload });
    await caughtUp();
  }
  throw new Error('It does not come to an end.');
}

describe('a teammate who is removed', () => {
  it('has no conversation any more, and each open one says why', async () => {
    const marta = await invite('agent');
    const [open, other, closed] = [await conversation(), await conversation(), await conversation()];
    for (const contactId of [open, closed]) await assign(contactId, marta);
    await assign(other, owner);
    await close(closed);
    await chat.world.commands.team.remove(byOwner(), { userId: marta });
    await work();
    expect(await Promise.all([open, other, closed].map(whose))).toEqual([null, owner, null]);
    expect(await notes(open)).toMatchObject([
      { userId: owner, text: 'Marta Conti left the team. This conversation has no assignee now.' },
    ]);
    expect(await notes(closed)).toEqual([]);
    const before = (await events(open)).length;
    await work();
    expect((await events(open)).length).toBe(before);
  });

  it('loses what they are given at the same moment', async () => {
    const marta = await invite('agent');
    const contactId = await conversation();
    await assign(contactId, marta);
    await chat.world.commands.team.remove(byOwner(), { userId: marta });
    const assigned = (await events(contactId)).filter(({ type }) => type === 'ConversationAssigned');
    await assignedToLeavers(chat.world.commands).issue(assigned);
    expect(await whose(contactId)).toBeNull();
    await assignedToLeavers(chat.world.commands).issue(assigned);
    expect(await notes(contactId)).toHaveLength(1);
  });

  it('is not given anything from then on', async () => {
    const marta = await invite('agent');
    const contactId = await conversation();
    await chat.world.commands.team.remove(byOwner(), { userId: marta });
    await expect(assign(contactId, marta)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a teammate who gets a role without the inbox', () => {
  it('has no conversation any more; with another role they keep them', async () => {
    const marta = await invite('agent');
    const contactId = await conversation();
    await assign(contactId, marta);
    await chat.world.commands.team.changeRole(byOwner(), { userId: marta, role: 'manager' });
    await work();
    expect(await whose(contactId)).toBe(marta);
    await chat.world.commands.team.changeRole(byOwner(), { userId: marta, role: 'till' });
    await work();
    expect(await whose(contactId)).toBeNull();
    expect(await notes(contactId)).toHaveLength(1);
    await expect(assign(contactId, marta)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an invitation', () => {
  it('that is cut off anywhere comes to the same when it is asked again', async () => {
    const commandId = randomUUID();
    const cut = new Error('cut off');
    for (const prefix of ['team-', 'user-', 'accountMail-']) {
      const cutting = chat.world.commandsWith({
        events: {
          ...chat.world.events,
          append: async (stream, expected, given) => {
            if (stream.startsWith(prefix)) throw cut;
            return chat.world.events.append(stream, expected, given);
          },
        },
      });
      const caller = personOf(chat.place.businessId, chat.place.agencyId, owner);
      const person = {
        email: `${commandId}@example.test`,
        firstName: 'Marta',
        lastName: 'Conti',
        role: 'agent' as const,
      };
      await expect(cutting.team.invite(context(caller, commandId), person)).rejects.toBe(cut);
    }
    const userId = await invite('agent', commandId);
    expect(await invite('agent', commandId)).toBe(userId);
    const types = async (stream: string) => (await chat.world.events.read(stream)).map(({ type }) => type);
    expect(await types(streams.user(userId))).toEqual(['UserRegistered', 'UserInvited']);
    expect(await types(streams.team(BusinessId.parse(chat.place.businessId)))).toEqual(['TeammateInvited']);
  });

  it('is refused to whoever lacks the right, also where no API stands before', async () => {
    const agent = await invite('agent');
    const caller = personOf(chat.place.businessId, chat.place.agencyId, agent);
    const person = { email: 'x@example.test', firstName: 'X', lastName: '', role: 'owner' as const };
    await expect(chat.world.commands.team.invite(context(caller), person)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(chat.world.commands.team.remove(context(caller), { userId: owner })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      chat.world.commands.team.changeRole(context(caller), { userId: agent, role: 'owner' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
