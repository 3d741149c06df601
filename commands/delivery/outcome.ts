import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Outcome } from '../../domain/delivery/outcome.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ChannelTypes, DeliveryChannel, Heard } from './channel.ts';

/** Says how a request to a provider ended, on the stream of the text or email, and what follows from it. */
export async function record<C extends ChannelTypes>(
  call: Call,
  channel: DeliveryChannel<C>,
  id: string,
  outcome: Outcome,
): Promise<CommandOutcome> {
  const stored = await call.world.events.read(channel.streamOf(id));
  const state = stateOf(channel.aggregate, stored);
  if (channel.queuedOf(state) === null) throw new DomainError('not_found', channel.missing);
  // That it was taken is one fact, whether the answer or a look-up tells.
  const cause = outcome.kind === 'accepted' ? (['accepted', id, outcome.providerMessageId] as const) : null;
  const work = await append(call, channel, { id, stored, cause }, (current) => channel.recorded(outcome, current));
  return work.outcome(undefined);
}

/**
 * What a provider says of a text or email that it has: a callback, a webhook, or a look-up. Late, repeated and reordered
 * words change nothing that they should not. An account answers for its own tenant only: to a word about another's text
 * or email there is no such thing.
 */
export async function hear<C extends ChannelTypes>(
  call: Call,
  channel: DeliveryChannel<C>,
  id: string,
  heard: Heard<C['Word']>,
): Promise<CommandOutcome<{ known: boolean }>> {
  const stored = await call.world.events.read(channel.streamOf(id));
  const state = stateOf(channel.aggregate, stored);
  const owner = stored[0]?.metadata.tenant;
  const isUnknown = channel.queuedOf(state) === null || owner === undefined;
  if (isUnknown || isForeign(call.context.caller.tenant, owner) || channel.isForeign?.(heard, state) === true)
    return { position: null, result: { known: false } };
  const cause = channel.wordId(id, heard);
  const work = await append(call, channel, { id, stored, cause }, (current) => channel.heard(heard, current));
  return work.outcome({ known: true });
}

const isForeign = (caller: Tenant, owner: Tenant): boolean =>
  (caller.businessId !== null && caller.businessId !== owner.businessId) ||
  (caller.agencyId !== null && caller.agencyId !== owner.agencyId);

/** `cause`: of what the command's id is made; null: it is the one that was called. */
async function append<C extends ChannelTypes>(
  { world, context }: Call,
  channel: DeliveryChannel<C>,
  { id, stored, cause }: { id: string; stored: readonly StoredEvent[]; cause: readonly string[] | null },
  decide: (state: C['State']) => readonly C['Event'][],
): Promise<UnitOfWork> {
  const { tenant, correlationId } = stored[0]!.metadata;
  const causationId = context.causationId ?? stored.at(-1)!.id;
  const commandId = cause === null ? {} : { commandId: uuidV5(namespaces.command, ...cause) };
  const work = startUnitOfWork(world, context, { tenant, correlationId, causationId, ...commandId });
  const { aggregate } = channel;
  const { before, events } = await work.change({ stream: channel.streamOf(id), aggregate, seen: stored, decide });
  await channel.follow(work, before, events);
  return work;
}
