import { z } from 'zod';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import * as decide from '../../domain/broadcasts/decide.ts';
import {
  broadcastFields,
  emptySetup,
  type EndState,
  endStates,
  LeftOut,
  Setup,
} from '../../domain/broadcasts/fields.ts';
import { present } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, decision, edit } from '../kernel/command.ts';
import { type BusinessUser, businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ownDesign } from '../emails/designs.ts';
import { ownBroadcast } from './own-broadcast.ts';
import { refuseForeign } from './own-things.ts';

const { name, type, ...rest } = broadcastFields;
/** What is left out of a new one is as an empty one has it; of a change it stays. */
const parts = z.object(rest).partial();

export const createBroadcast = decision({
  input: z.object({ broadcastId: BroadcastId, name, type, ...parts.shape }),
  by: people,
  aggregate: Broadcast,
  at: async ({ world, context }, { broadcastId, ...given }) => {
    const desk = businessUserOf(context);
    await refuseForeign(world, desk, present(given) as Partial<Setup>, null);
    return { ...desk, stream: streams.broadcast(broadcastId) };
  },
  decide: ({ broadcastId, ...given }, broadcast, { businessId }) =>
    decide.draft(
      {
        broadcastId,
        businessId,
        setup: Setup.parse({ ...emptySetup(given.name, given.type), ...present(given) }),
        from: null,
      },
      broadcast,
    ),
});

const changes = z.object(broadcastFields).partial();
/** Partial: what is left out stays. `revision`: that of the broadcast's stream which the form was opened on; null: none. */
export const changeBroadcast = edit({
  input: z.object({ broadcastId: BroadcastId, revision: revision.nullable(), changes }),
  by: people,
  aggregate: Broadcast,
  at: async (call, given) => {
    const own = await ownBroadcast(call, given);
    await refuseForeign(call.world, own, present(given.changes) as Partial<Setup>, own.broadcast.setup);
    return own;
  },
  form:
    ({ changes: given }) =>
    (broadcast) =>
      broadcast.status === 'none' ?
        {}
      : Object.fromEntries(Object.keys(given).map((field) => [field, broadcast.setup[field as keyof Setup]])),
  decide: ({ changes: given }, broadcast) => decide.change(present(given) as Partial<Setup>, broadcast),
});

export const deleteBroadcast = decision({
  input: z.object({ broadcastId: BroadcastId }),
  by: people,
  aggregate: Broadcast,
  at: ownBroadcast,
  decide: decide.remove,
});

/** A new draft with the setup of another. */
async function copy(
  { world, context }: Call,
  { businessId, tenant }: Pick<BusinessUser, 'businessId' | 'tenant'>,
  { broadcastId, setup, from }: Pick<Parameters<typeof decide.draft>[0], 'broadcastId' | 'setup' | 'from'>,
) {
  const work = startUnitOfWork(world, context, { tenant });
  // What is changed of a copy changes nothing of what it was made from.
  const contents = await Promise.all(
    setup.contents.map(async (content, index) => {
      if (content.kind !== 'mail' || content.designId === null) return content;
      const names = ['broadcast-design', broadcastId, String(index)];
      return { ...content, designId: await ownDesign(world, work, tenant, content.designId, names) };
    }),
  );
  await work.change({
    stream: streams.broadcast(broadcastId),
    aggregate: Broadcast,
    decide: (current) => decide.draft({ broadcastId, businessId, setup: { ...setup, contents }, from }, current),
  });
  return work.outcome(undefined);
}

export const duplicateBroadcast = command({
  input: z.object({ broadcastId: BroadcastId, of: BroadcastId, name }),
  by: people,
  async run(call, { broadcastId, of, name: called }) {
    const { broadcast, ...desk } = await ownBroadcast(call, { broadcastId: of });
    const setup = { ...broadcast.setup, name: called, schedule: { kind: 'now' as const } };
    return copy(call, desk, { broadcastId, setup, from: { broadcastId: of, as: 'duplicate' } });
  },
});

/** Who has it already gets it again only where somebody chooses them. */
const notReached: readonly EndState[] = endStates.filter((end) => end !== 'delivered');

/** A draft to recipients of an earlier one: who came to one of `ends`. Left out: all whom it did not reach. */
export const resendBroadcast = command({
  input: z.object({
    broadcastId: BroadcastId,
    of: BroadcastId,
    name,
    ends: z
      .array(z.enum(endStates))
      .min(1, 'Choose at least one.')
      .default([...notReached]),
  }),
  by: people,
  async run(call, { broadcastId, of, name: called, ends }) {
    const { broadcast, ...desk } = await ownBroadcast(call, { broadcastId: of });
    return copy(call, desk, {
      broadcastId,
      setup: onlyTo({ of, ends, reasons: [] }, broadcast.setup, called),
      from: { broadcastId: of, as: 'resend' },
    });
  },
});

/** A draft to those who were left out of an earlier one because they had just been written to. */
export const sendToSkipped = command({
  input: z.object({
    broadcastId: BroadcastId,
    of: BroadcastId,
    name,
    reasons: z.array(LeftOut).min(1, 'Choose at least one.').default(['too-often', 'daily-limit']),
  }),
  by: people,
  async run(call, { broadcastId, of, name: called, reasons }) {
    const { broadcast, ...desk } = await ownBroadcast(call, { broadcastId: of });
    return copy(call, desk, {
      broadcastId,
      setup: onlyTo({ of, ends: [], reasons }, broadcast.setup, called),
      from: { broadcastId: of, as: 'skipped' },
    });
  },
});

const onlyTo = (
  { of, ends, reasons }: { of: BroadcastId; ends: readonly EndState[]; reasons: readonly LeftOut[] },
  { audience, ...setup }: Setup,
  called: string,
): Setup => ({
  ...setup,
  name: called,
  test: null,
  contents: setup.contents.slice(0, 1),
  schedule: { kind: 'now' },
  audience: { ...audience, recipientsOf: { broadcastId: of, ends: [...ends], reasons: [...reasons] } },
});
