import { z } from 'zod';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type Call, command } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { tell } from './notice.ts';

/** `eventId`: of the event that is told of. */
const input = z.object({ broadcastId: BroadcastId, eventId: z.string() });

async function aboutOf({ world }: Call, { broadcastId }: z.output<typeof input>) {
  const broadcast = stateOf(Broadcast, await world.events.read(streams.broadcast(broadcastId)));
  if (broadcast.status === 'none') throw new DomainError('not_found', 'This broadcast does not exist.');
  const business = stateOf(Business, await world.events.read(streams.business(broadcast.businessId)));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  return { business, broadcastId, name: broadcast.setup.name };
}
const people = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

/** A broadcast waits for the agency: its people are told. */
export const approvalAsked = command({
  input: input.extend({ recipients: z.number().int() }),
  by: ['system'],
  async run(call, given) {
    const { business, broadcastId, name } = await aboutOf(call, given);
    const { agencyId, businessId } = business;
    return tell(call.world, call.context, { agencyId, businessId }, [
      ...(agencyId === null ?
        []
      : [
          {
            of: [given.eventId, 'agency'],
            audience: 'agency' as const,
            targetId: agencyId,
            kind: 'broadcast-approval' as const,
            title: `${business.name} asks to send a broadcast`,
            content: `“${name}” is to go to ${people(given.recipients)} and waits for your approval.`,
            link: `/agency/approvals/${broadcastId}`,
          },
        ]),
    ]);
  },
});

/** The agency has decided: the people of the business are told. `note`: why it came back; null: it was approved. */
export const approvalDecided = command({
  input: input.extend({ note: z.string().nullable() }),
  by: ['system'],
  async run(call, given) {
    const { business, broadcastId, name } = await aboutOf(call, given);
    const { agencyId, businessId } = business;
    const { note } = given;
    return tell(call.world, call.context, { agencyId, businessId }, [
      {
        of: [given.eventId, 'business'],
        audience: 'business',
        targetId: businessId,
        kind: 'broadcast-decided',
        title: note === null ? `“${name}” was approved` : `“${name}” was not approved`,
        content: note === null ? 'It goes out as it was scheduled.' : `${note} It is a draft again.`,
        link: `/business/broadcasts/${broadcastId}/edit`,
      },
    ]);
  },
});
