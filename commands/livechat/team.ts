import { z } from 'zod';
import type { Presence } from '../../adapters/attendance/port.ts';
import { chatTeamFields, maxInTurn } from '../../domain/livechat/team/fields.ts';
import { ChatTeam, choose, setAway as decideAway } from '../../domain/livechat/team/team.ts';
import { type BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision, edit, question } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { checkSelf } from './answering.ts';
import { colleague } from './conversation.ts';

const ownTeam = async ({ world, context }: Call) => {
  const desk = businessUserOf(context);
  const stream = streams.chatTeam(desk.businessId);
  return { ...desk, stream, seen: await world.events.read(stream) };
};
const common = { by: people, aggregate: ChatTeam };

/** How conversations are assigned, and how soon contacts are answered. */
export const chooseChatTeam = edit({
  ...common,
  input: z.object({
    ...chatTeamFields,
    people: z.array(UserId).max(maxInTurn, `At most ${maxInTurn} people can take conversations by turns.`),
    answerOwns: z.boolean().optional(),
    assigneeOnly: z.boolean().optional(),
    revision: z.number().int().nullable(),
  }),
  async at(call, { people: chosen }) {
    const place = await ownTeam(call);
    const { people: before } = stateOf(ChatTeam, place.seen);
    // Who was chosen before may have left the business since; they take nothing, and are no reason to refuse.
    await Promise.all(chosen.filter((id) => !before.includes(id)).map((id) => colleague(call, id)));
    return place;
  },
  form:
    () =>
    ({ mode, people: chosen, replyMinutes, hours, answerOwns, assigneeOnly }) => ({
      mode,
      people: chosen,
      reply_minutes: replyMinutes,
      hours,
      answer_owns: answerOwns,
      assignee_only: assigneeOnly,
    }),
  decide: ({ revision: _, ...wanted }, team, { businessId }) => choose({ businessId, ...wanted }, team),
});

/** One's own switch: of who is signed in, or of who acts as them. */
export const setAway = decision({
  ...common,
  input: z.object({ userId: UserId, away: z.boolean() }),
  async at(call, { userId }) {
    checkSelf(call, userId);
    await colleague(call, userId);
    return ownTeam(call);
  },
  decide: ({ userId, away }, team, { businessId }) => decideAway({ businessId, userId, away }, team),
});

/** Who takes conversations by themselves. For what is looked at often. */
export const assignmentOf = question(({ loadState }, businessId: string) =>
  loadState(streams.chatTeam(businessId as BusinessId), ChatTeam),
);

/** Who of these businesses and agencies has the product open, and since when they have not touched it. */
export const presentAt = question(
  async ({ attendance }, tenantIds: readonly string[]): Promise<readonly Presence[]> => attendance?.at(tenantIds) ?? [],
);

/** How a business shares its live chat, as it is now, and the revision that a form of it is opened on. */
export const chatTeamOf = question(async ({ events }, businessId: string) => {
  const stored = await events.read(streams.chatTeam(businessId as BusinessId));
  return { ...stateOf(ChatTeam, stored), revision: stored.at(-1)?.revision ?? -1 };
});
