import { z } from 'zod';
import { Broadcast } from '../../domain/broadcast/broadcast.ts';
import * as decide from '../../domain/broadcast/decide.ts';
import { PausedBy } from '../../domain/broadcast/fields.ts';
import { startOf } from '../../domain/broadcast/schedule.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { people } from '../caller.ts';
import { type Call, command, decision } from '../command.ts';
import { allowTenant, begin } from '../kernel.ts';
import { anyBroadcast, ownBroadcast, standingOf } from './own-broadcast.ts';

const ofBroadcast = z.object({ broadcastId: BroadcastId });

/**
 * It goes out when its schedule says, at once for “now”; above the agency's size it waits for approval.
 * `recipients`: how many would be written to, as the server has just counted; null: nobody has.
 */
export const scheduleBroadcast = command({
  input: ofBroadcast.extend({ recipients: z.number().int().min(0).nullable() }),
  by: people,
  async run(call, { broadcastId, recipients }) {
    const { world, context } = call;
    const { stream, seen, businessId, tenant } = await ownBroadcast(call, { broadcastId });
    const standing = await standingOf(world, businessId, tenant, recipients);
    const now = world.now();
    const work = begin(world, context, { tenant });
    await work.change({
      stream,
      aggregate: Broadcast,
      seen,
      decide: (current) => {
        const { setup } = decide.existing(current);
        const startAt = startOf(setup.schedule, standing.timezone, now);
        if (startAt === null || (setup.schedule.kind !== 'now' && Date.parse(startAt) < now.getTime() - graceMs)) {
          const message = 'This time is over. Choose a later one.';
          throw new DomainError('validation_failed', message, { schedule: [message] });
        }
        return decide.schedule({ startAt, now, standing }, current);
      },
    });
    return work.outcome(undefined);
  },
});
/** A form that was opened in time may be sent a little late. */
const graceMs = 5 * 60_000;

const own = { input: ofBroadcast, by: people, aggregate: Broadcast, at: ownBroadcast };
export const unscheduleBroadcast = decision({ ...own, decide: decide.unschedule });
export const resumeBroadcast = decision({ ...own, decide: decide.resume });
export const stopBroadcast = decision({ ...own, decide: decide.stop });
export const pauseBroadcast = decision({
  ...own,
  decide: (_, broadcast) => decide.pause({ by: 'person', note: '' }, broadcast),
});

/** A broadcast of a business of the agency, or any for the platform. */
async function agencysBroadcast(call: Call, given: z.output<typeof ofBroadcast>) {
  const found = await anyBroadcast(call, given);
  allowTenant(call.context.caller, found.tenant, 'This broadcast');
  return found;
}
const agencys = { by: ['admin', 'agency'], aggregate: Broadcast } as const;
export const approveBroadcast = decision({
  ...agencys,
  input: ofBroadcast,
  at: async (call, given) => ({ ...(await agencysBroadcast(call, given)), now: call.world.now() }),
  decide: (_, broadcast, { now }) => decide.approve({ now }, broadcast),
});
export const rejectBroadcast = decision({
  ...agencys,
  input: ofBroadcast.extend({ note: z.string().trim().max(500) }),
  at: agencysBroadcast,
  decide: decide.reject,
});

/** Its time has come. `position`: up to where the read model that is asked for its audience has come. */
export const startBroadcast = decision({
  input: ofBroadcast.extend({ position: z.bigint(), recipients: z.number().int().min(0) }),
  by: ['system'],
  aggregate: Broadcast,
  at: async (call, { broadcastId, recipients }) => {
    const found = await anyBroadcast(call, { broadcastId });
    const standing = await standingOf(call.world, found.broadcast.businessId, found.tenant, recipients);
    return { ...found, standing, now: call.world.now() };
  },
  decide: ({ position }, broadcast, { standing, now }) => decide.start({ position, standing, now }, broadcast),
});
export const completeBroadcast = decision({
  input: ofBroadcast,
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: decide.complete,
});
/** The software pauses it, and says why. */
export const haltBroadcast = decision({
  input: ofBroadcast.extend({ by: PausedBy.exclude(['person']), note: z.string().max(500) }),
  by: ['system'],
  aggregate: Broadcast,
  at: anyBroadcast,
  decide: decide.pause,
});
