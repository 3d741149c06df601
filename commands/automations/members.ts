import type { Member } from '../../domain/automations/runs/alert-recipients.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { User, worksFor } from '../../domain/users/user.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

interface Whose {
  readonly businessId: string;
  readonly agencyId: string | null;
}

/** Somebody of the business, or of its agency, as they are reached today; null: they are not, or were erased. */
export function memberOf(stored: readonly object[] | undefined, whose: Whose): Member | null {
  const user = stateOf(User, stored);
  if (user.status !== 'active' || user.email === null || !worksFor(user, whose)) return null;
  return { phone: user.phone, email: user.email };
}

/** The same of several, by their ids. Who is not of the team is null. */
export async function membersOf(
  world: Pick<CommandServices, 'events'>,
  whose: Whose,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member | null>> {
  const names = new Map([...new Set(ids)].map((id) => [id, streams.user(UserId.parse(id))]));
  const found = await world.events.readMany([...names.values()]);
  return new Map([...names].map(([id, name]) => [id, memberOf(found.get(name), whose)]));
}
