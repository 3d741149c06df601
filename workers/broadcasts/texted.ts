import type { Clock } from '../../adapters/clock/port.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { TextedBroadcastConfirmed, TextedBroadcastRequested } from '../../domain/texted-broadcasts/events.ts';
import { audienceOf } from '../../domain/texted-broadcasts/setup.ts';
import { defaultWindowHours } from '../../domain/broadcasts/fields.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';
import type { AudienceReader } from './task.ts';

/** So often, and every so many ms, it is asked whether the read models show who has opted in meanwhile. */
const [most, pauseMs] = [25, 200];

/** Asks broadcasters who text whether to send, and sends what they confirm. */
export function textedBroadcasts({
  commands,
  audience,
  clock,
}: {
  readonly commands: Commands;
  readonly audience: Pick<AudienceReader, 'reached' | 'recipients'>;
  readonly clock: Clock;
}): CommandingWorker {
  /** A count that is a little late is no reason to keep somebody waiting: the broadcast counts again as it starts. */
  const shown = async (position: bigint) => {
    for (let asked = 0; asked < most && !(await audience.reached(position)); asked += 1) await clock.sleep(pauseMs);
  };
  const react = async (event: StoredEvent) => {
    const isRequest = is(event, TextedBroadcastRequested);
    if (!isRequest && !is(event, TextedBroadcastConfirmed)) return;
    const { businessId, contactId, broadcastId, keyword } = event.data;
    const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
    const context = workerContext('texted-broadcasts', tenant, event.type, [event.id], {
      correlationId: event.metadata.correlationId,
      causationId: event.id,
    });
    const recipients = await audience.recipients(businessId, 'text', audienceOf(keyword), defaultWindowHours.text);
    await commands.textedBroadcasts[isRequest ? 'offer' : 'send'](context, { contactId, broadcastId, recipients });
  };
  return {
    kind: 'commanding',
    name: 'texted-broadcasts',
    handles: [TextedBroadcastRequested.type, TextedBroadcastConfirmed.type],
    async issue(events) {
      await shown(events.at(-1)!.position);
      for (const event of events) await react(event);
    },
  };
}
