import { z } from 'zod';
import * as approval from '../../domain/broadcasts/approval.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import type { BroadcastEvent } from '../../domain/broadcasts/events.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { type Call, command } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { versionOf } from '../delivery/email-version.ts';
import { anyBroadcast } from './own-broadcast.ts';

const by = ['admin', 'agency'] as const;
/** `revision`: of the broadcast as it was looked at; left out or null: whatever is there. */
const input = z.object({ broadcastId: BroadcastId, revision: z.number().int().nullable().default(null) });

/** Decides on a broadcast of a business of the agency, or on any for the platform; anybody else's does not exist. */
async function decideOn(
  call: Call,
  { broadcastId, revision }: z.output<typeof input>,
  decide: (look: approval.Look, state: Broadcast) => readonly BroadcastEvent[],
) {
  const { world, context } = call;
  const { stream, seen, tenant } = await anyBroadcast(call, { broadcastId });
  allowTenant(context.caller, tenant, 'This broadcast');
  const work = startUnitOfWork(world, context, { tenant });
  const { events } = await work.change({
    stream,
    aggregate: Broadcast,
    seen,
    decide: (state, recorded) => decide({ saw: revision, is: recorded.at(-1)?.revision ?? -1 }, state),
  });
  return work.outcome({ decided: events.length > 0 });
}

/** Of an email each variant as it was compiled when it was asked about: what goes out. None: it is a text. */
export const askedEmails = command({
  input: input.pick({ broadcastId: true }),
  by,
  async run(call, given) {
    const { broadcast, tenant } = await anyBroadcast(call, given);
    allowTenant(call.context.caller, tenant, 'This broadcast');
    const found = await Promise.all(broadcast.versions.map((id) => versionOf(call.world, id)));
    return { position: null, result: found.filter((version) => version !== null) };
  },
});

/** `decided`: false where somebody else had approved it before. */
export const approveBroadcast = command({
  input,
  by,
  run: (call, given) =>
    decideOn(call, given, (look, state) => approval.approve({ now: call.world.now(), look }, state)),
});
export const rejectBroadcast = command({
  input: input.extend({ note: z.string().trim().min(1, 'Say why.').max(500) }),
  by,
  run: (call, { note, ...given }) => decideOn(call, given, (look, state) => approval.reject({ note, look }, state)),
});
