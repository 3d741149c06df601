import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import type { ChannelTypes, DeliveryChannel, DeliveryIds } from './channel.ts';

/**
 * A recipient is not written to after all. One event where nothing was said; after a text or email that was queued, the
 * end of that. `seen`: its stream as it was just read.
 */
export async function withhold<C extends ChannelTypes>(
  { world, context }: Call,
  channel: DeliveryChannel<C>,
  ids: DeliveryIds,
  reason: C['Reason'],
  seen?: readonly StoredEvent[],
): Promise<void> {
  const work = startUnitOfWork(world, context, {
    tenant: context.caller.tenant,
    commandId: uuidV5(namespaces.command, 'broadcast-withhold', ids.id),
    causationId: null,
  });
  await work.change({
    stream: channel.streamOf(ids.id),
    aggregate: channel.aggregate,
    seen,
    decide: (state) => channel.withheld(ids, reason, state),
  });
}
