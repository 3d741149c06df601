import { Agency } from '../../domain/agencies/agency.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import { existing, type BroadcastProgress } from '../../domain/broadcasts/decide.ts';
import { Business } from '../../domain/businesses/business.ts';
import { fieldsWithoutLink } from '../../domain/email-design/links.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { AgencyId, type BroadcastId, type BusinessId } from '../../domain/kernel/ids.ts';
import { cannotSend } from '../../domain/delivery/rules.ts';
import { postalAddress } from '../../domain/personalization/fields.ts';
import { senderValues } from '../../domain/personalization/values.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { picturesOf } from '../directory/pictures.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { businessOf } from '../kernel/business-user.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** A broadcast of the business that the session is at, or that the system acts for; anybody else's does not exist. */
export async function ownBroadcast({ world, context }: Call, { broadcastId }: { readonly broadcastId: BroadcastId }) {
  const desk = businessOf(context);
  const stream = streams.broadcast(broadcastId);
  const seen = await world.events.read(stream);
  const broadcast = existing(stateOf(Broadcast, seen));
  if (broadcast.businessId !== desk.businessId) throw new DomainError('not_found', 'This broadcast does not exist.');
  return { ...desk, stream, seen, broadcast };
}

/** One that a worker deals with, in the name of its tenant. */
export async function anyBroadcast({ world }: Call, { broadcastId }: { readonly broadcastId: BroadcastId }) {
  const stream = streams.broadcast(broadcastId);
  const seen = await world.events.read(stream);
  const state = stateOf(Broadcast, seen);
  if (state.status === 'none') throw new DomainError('not_found', 'This broadcast does not exist.');
  return { stream, seen, broadcast: state, tenant: seen[0]!.metadata.tenant };
}

/** What the business and its agency let a broadcast of so many recipients do. */
export async function standingOf(
  world: CommandServices,
  businessId: BusinessId,
  { agencyId }: Tenant,
  recipients: number | null,
): Promise<BroadcastProgress & { readonly timezone: string; readonly withoutLink: readonly string[] }> {
  const names = {
    business: streams.business(businessId),
    agency: agencyId === null ? null : streams.agency(AgencyId.parse(agencyId)),
  };
  const found = await world.events.readMany([names.business, ...(names.agency === null ? [] : [names.agency])]);
  const business = stateOf(Business, found.get(names.business));
  const agency = names.agency === null ? Agency.initial : stateOf(Agency, found.get(names.agency));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  return {
    number: business.number,
    timezone: business.timezone,
    withoutLink: fieldsWithoutLink(senderValues(business)),
    works: !cannotSend({ business, agency }),
    hasAddress: postalAddress(business.contactInfo) !== null,
    pictures: (await picturesOf(world, business)).isActiveMms,
    approvalLimit: agency.status === 'none' ? null : agency.approvalLimit,
    customFields: (await customMergeFields(world, businessId)).map(({ key }) => key),
    recipients,
    couponProblem: null,
    credit: null,
  };
}
