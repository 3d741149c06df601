import { CallMissed } from '../../domain/calls/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { workerContext } from '../context.ts';
import { reactions } from '../engine/reactions.ts';
import { forEachBounded } from '../engine/wait.ts';
import { callsToLookUp, lookUpCalls, lookUpTimer } from './look-up.ts';

const name = 'calls';
const concurrency = 16;

/** Callers who were missed are texted, and calls that the carrier said no more of are looked up. */
export const callReactions = reactions('calls', ({ commands, db, now }) => ({
  timers: { [lookUpTimer]: lookUpCalls({ commands, db, now }) },
  follows: [
    callsToLookUp(),
    {
      kind: 'commanding',
      name,
      handles: [CallMissed.type],
      batchSize: 200,
      async issue(events) {
        const missed = events.filter((event) => is(event, CallMissed));
        await forEachBounded(missed, concurrency, async (event) => {
          const { callId, businessId } = event.data;
          const { tenant, correlationId } = event.metadata;
          const links = { correlationId, causationId: event.id };
          const context = workerContext(name, { agencyId: tenant.agencyId, businessId }, 'text-back', [callId], links);
          await commands.calls.answerMissed(context, { callId });
        });
      },
    },
  ],
}));
