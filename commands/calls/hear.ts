import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Call, hearOfCall } from '../../domain/calls/call.ts';
import { CallId } from '../../domain/kernel/ids.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** The longest call that is believed: carriers end one after a day at the latest. */
const seconds = z.int().min(0).max(172_800);

/** What the carrier tells of a call of the number `to`. What it tells of a call that is not known changes nothing. */
export const hear = command({
  input: z.object({
    callId: CallId,
    to: z.string(),
    heard: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted') }),
      z.object({
        kind: z.literal('forward-ended'),
        result: z.enum(['completed', 'no-answer', 'busy', 'unreachable', 'hung-up']),
        connected: z.boolean().nullable(),
        seconds,
        forwardedTo: E164,
      }),
      z.object({ kind: z.literal('ended'), seconds }),
    ]),
  }),
  by: ['carrier', 'system'],
  async run({ world, context }, { callId, to, heard }) {
    const seen = await world.events.read(streams.call(callId));
    const call = stateOf(Call, seen);
    const cause = seen[0];
    // Who signs for one number says nothing about the calls of another.
    if (cause === undefined || call.status === 'none' || call.received.to !== to)
      return startUnitOfWork(world, context, { tenant: context.caller.tenant }).outcome({
        known: false,
        missed: false,
      });
    const work = startUnitOfWork(world, context, {
      tenant: cause.metadata.tenant,
      causationId: cause.id,
      correlationId: cause.metadata.correlationId,
    });
    await work.change({
      stream: streams.call(callId),
      aggregate: Call,
      seen,
      decide: (state) => hearOfCall({ heard, at: world.now().toISOString() }, state),
    });
    return work.outcome({ known: true, missed: call.status === 'missed' });
  },
});

/** What is said to the person who picks up; null: the call is not known. */
export const whisper = question(async (world, callId: CallId, to: string): Promise<string | null> => {
  const call = await world.loadState(streams.call(callId), Call);
  if (call.status === 'none' || call.received.to !== to) return null;
  const business = await world.loadState(streams.business(call.received.businessId), Business);
  return `Call for ${business.status === 'none' ? 'you' : business.name}. Press 1 to answer.`;
});
