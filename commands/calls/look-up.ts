import { z } from 'zod';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { Call, type HeardOfCall, hearOfCall } from '../../domain/calls/call.ts';
import type { CallEvent } from '../../domain/calls/events.ts';
import { CallId } from '../../domain/kernel/ids.ts';
import { carrierNumber } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { accountHolding } from '../providers/held-account.ts';
import { asking } from '../providers/numbers.ts';

/** Carriers end a call after a day at the latest. */
const longestMs = 26 * 3_600_000;

/**
 * Asks the carrier how a call went whose end it never told, and ends it as if it had told: what is known already stays,
 * and what it tells later changes nothing. `again`: it still goes on.
 */
export const lookUp = command({
  input: z.object({ callId: CallId }),
  by: ['system'],
  async run({ world, context }, { callId }) {
    const seen = await world.events.read(streams.call(callId));
    const call = stateOf(Call, seen);
    const cause = seen[0];
    const work = startUnitOfWork(world, context, {
      tenant: cause?.metadata.tenant ?? context.caller.tenant,
      ...(cause === undefined ? {} : { causationId: cause.id, correlationId: cause.metadata.correlationId }),
    });
    const { numbers } = world;
    const isOver =
      call.status === 'none' || (call.ended.has('in') && (call.forwarded === null || call.ended.has('out')));
    if (isOver || numbers === undefined) return work.outcome({ again: false });
    const { to, provider, providerCallId, receivedAt } = call.received;
    const account = await accountHolding(
      {
        read: (stream) => world.events.read(stream),
        secret: (ref) => world.vault.get(ref),
        installation: world.platformCarrier ?? null,
      },
      await world.loadState(streams.numberClaim(to), NumberClaim),
    );
    // The number has moved to another carrier since, which knows nothing of the call.
    if (account === null || (account.carrier ?? 'twilio') !== provider) return work.outcome({ again: false });
    const found = await asking('callId', () => numbers.call(account, providerCallId, new Date(receivedAt)));
    if (found === null) return work.outcome({ again: false });
    if (found.seconds === null)
      return work.outcome({ again: world.now().getTime() - Date.parse(receivedAt) < longestMs });
    const { seconds, forwarded } = found;
    const heard: readonly HeardOfCall[] = [
      {
        kind: 'forward-ended',
        result: forwarded?.result ?? 'hung-up',
        connected: forwarded?.connected ?? null,
        seconds: forwarded?.seconds ?? 0,
        forwardedTo: carrierNumber(forwarded?.to ?? '') ?? to,
      },
      { kind: 'ended', seconds },
    ];
    const at = world.now().toISOString();
    await work.change({
      stream: streams.call(callId),
      aggregate: Call,
      seen,
      decide: (state) => {
        const events: CallEvent[] = [];
        for (const one of heard) events.push(...hearOfCall({ heard: one, at }, events.reduce(Call.evolve, state)));
        return events;
      },
    });
    return work.outcome({ again: false });
  },
});
