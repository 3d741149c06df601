import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { streams } from '../../domain/streams.ts';
import type { ActiveUser } from '../../domain/users/user.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

type Person = Pick<ActiveUser, 'email' | 'firstName' | 'lastName' | 'agencyId' | 'businessId'>;

/** What everybody who knows a person knows of them: names, address, business and agency. A password is not made of these. */
export async function aboutUser(world: CommandServices, person: Person): Promise<string[]> {
  const { email, firstName, lastName, agencyId, businessId } = person;
  const business =
    businessId === null ? null : stateOf(Business, await world.events.read(streams.business(businessId)));
  const agency = agencyId === null ? null : stateOf(Agency, await world.events.read(streams.agency(agencyId)));
  const tenants = [business, agency].map((one) => (one === null || one.status === 'none' ? null : one.name));
  return [email, firstName, lastName, ...tenants].filter((one) => one !== null);
}
