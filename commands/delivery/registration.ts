import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import { Business } from '../../domain/businesses/business.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { type ClosedGate, closedGate, closedNote } from '../../domain/registrations/limits.ts';
import { Tollfree } from '../../domain/registrations/tollfree/tollfree.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';

/** The streams that say whether carriers take the texts of a business: none where nothing can be registered. */
export const registrationStreams = ({ registrations }: CommandServices, id: BusinessId): readonly string[] =>
  registrations === undefined || registrations === null ? [] : [streams.registrations(id), streams.tollfree(id)];

/** The name that its texts begin with, from those streams; null: with none. */
export const prefixFrom = (found: ReadonlyMap<string, readonly StoredEvent[]>, businessId: BusinessId): string | null =>
  stateOf(A2pRegistration, found.get(streams.registrations(businessId))).prefix;

/** What its number waits for, from those streams as they were just read. Numbers at Bandwidth are registered there. */
export function unregisteredFrom(
  found: ReadonlyMap<string, readonly StoredEvent[]>,
  businessId: BusinessId,
  business: Business,
  now: Date,
): ClosedGate | null {
  const [a2p, tollfree] = [found.get(streams.registrations(businessId)), found.get(streams.tollfree(businessId))];
  const isBegun = (a2p?.length ?? 0) + (tollfree?.length ?? 0) > 0;
  if (!isBegun || business.status === 'none' || business.useBandwidth) return null;
  const { number } = business;
  return closedGate({ number, a2p: stateOf(A2pRegistration, a2p), tollfree: stateOf(Tollfree, tollfree) }, now);
}

/** The same of a business by its id. */
async function unregistered(
  world: CommandServices,
  businessId: BusinessId,
  business: Business,
): Promise<ClosedGate | null> {
  const names = registrationStreams(world, businessId);
  if (names.length === 0 || business.status === 'none' || business.useBandwidth) return null;
  const [a2p, tollfree] = await Promise.all([
    world.loadState(streams.registrations(businessId), A2pRegistration),
    world.loadState(streams.tollfree(businessId), Tollfree),
  ]);
  return closedGate({ number: business.number, a2p, tollfree }, world.now());
}

/** Why a broadcast of texts waits, in words; null: it need not. */
export async function unregisteredNote(world: CommandServices, broadcast: ExistingBroadcast): Promise<string | null> {
  if (broadcast.setup.type === 'email' || registrationStreams(world, broadcast.businessId).length === 0) return null;
  const business = await world.loadState(streams.business(broadcast.businessId), Business);
  const gate = await unregistered(world, broadcast.businessId, business);
  return gate === null ? null : closedNote(gate);
}
