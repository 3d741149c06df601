import { Business } from '../../domain/businesses/business.ts';
import { type Entry, entriesOf, type Reachable } from '../../domain/blocklists/entry.ts';
import type { ListKind } from '../../domain/blocklists/fields.ts';
import { isOn, Listing } from '../../domain/blocklists/listing.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import { type Country, defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** The id of an entry, which names its stream: a keyed digest in the shape of a UUID (version 8, RFC 9562). */
export function entryIdOf(
  { identifiers }: Pick<CommandServices, 'identifiers'>,
  businessId: string,
  entry: Entry,
): string {
  const hex = identifiers.digest('listed', businessId, entry.kind, entry.value);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The streams that say whether somebody stands on a list of a business. */
export const listEntryStreams = (world: CommandServices, businessId: string, person: Reachable): readonly string[] =>
  entriesOf(person).map((entry) => streams.listed(entryIdOf(world, businessId, entry)));

/**
 * On which lists of a business somebody stands, by their number, their address or its domain: from the streams, so that
 * an entry of a moment ago counts. One round trip.
 */
export async function listsOf(
  world: CommandServices,
  businessId: string,
  person: Reachable,
): Promise<Readonly<Record<ListKind, boolean>>> {
  const names = listEntryStreams(world, businessId, person);
  if (names.length === 0) return { black: false, white: false };
  const found = await world.events.readMany(names);
  const listings = names.map((name) => stateOf(Listing, found.get(name)));
  return {
    black: listings.some((listing) => isOn('black', listing)),
    white: listings.some((listing) => isOn('white', listing)),
  };
}

/** The same of somebody as they typed themselves into a form of the business: what is no number says nothing. */
export const listsAsTyped = question(async (world, businessId: string, typed: { phone: string; email: string }) => {
  const business = await world.loadState(streams.business(businessId as BusinessId), Business);
  if (business.status === 'none') return { black: false, white: false };
  return listsOf(world, businessId, {
    phone: numberOf(typed.phone, defaultCountry(business)),
    email: typed.email.trim() === '' ? null : typed.email,
  });
});
function numberOf(typed: string, country: Country): string | null {
  try {
    return parsePhone(typed, country);
  } catch {
    return null;
  }
}
