import { z } from 'zod';
import { Broadcast, Freezing } from '../../domain/broadcasts/broadcast.ts';
import { completeAudience } from '../../domain/broadcasts/decide.ts';
import { BroadcastAudienceFrozen } from '../../domain/broadcasts/events.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { anyBroadcast } from './own-broadcast.ts';

/**
 * Freezes a part of the audience, at the place it has; after the last the broadcast is told how many there are. Of two
 * who freeze one part the second changes nothing: whoever asks again reads how far it has come (`freezing`).
 */
export const freezeAudience = command({
  input: z.object({
    broadcastId: BroadcastId,
    part: BroadcastAudienceFrozen.schema.omit({ broadcastId: true, businessId: true }),
  }),
  by: ['system'],
  async run(call, { broadcastId, part }): Promise<CommandOutcome<Freezing & { readonly over: boolean }>> {
    const { stream, seen, broadcast, tenant } = await anyBroadcast(call, { broadcastId });
    const { businessId, status } = broadcast;
    const work = startUnitOfWork(call.world, call.context, { tenant });
    if (status === 'stopped' || status === 'completed') return work.outcome({ ...Freezing.initial, over: true });
    const audience = streams.broadcastAudience(broadcastId);
    await work.change({
      stream: audience,
      aggregate: Freezing,
      seen: await call.world.events.read(audience, { from: Math.max(0, part.chunk - 1) }),
      decide: (_, recorded) => {
        const last = recorded.at(-1);
        // Nothing follows the last part, whoever asks for one late.
        if ((last?.revision ?? -1) !== part.chunk - 1 || (last !== undefined && last.data['next'] === null)) return [];
        return [BroadcastAudienceFrozen.create({ broadcastId, businessId, ...part })];
      },
    });
    const after = await call.world.loadState(audience, Freezing);
    if (after.complete) {
      const { recipients, leftOut, waiting } = after;
      await work.change({
        stream,
        aggregate: Broadcast,
        seen,
        decide: (current) => completeAudience({ recipients, leftOut, waiting }, current),
      });
    }
    return work.outcome({ ...after, over: false });
  },
});
