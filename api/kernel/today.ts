import { localDay } from '../../domain/kernel/day.ts';
import type { ApiParts } from './parts.ts';
import type { Session } from './sessions.ts';

type Parts = Pick<ApiParts, 'now' | 'readModels'>;

/** The day that it is where the caller is. Usage and prices go by days of who uses them, never by those of UTC. */
export async function todayOf(
  { now, readModels }: Parts,
  { userId, agencyId, businessId }: Pick<Session, 'userId' | 'agencyId' | 'businessId'>,
): Promise<string> {
  const zone =
    businessId !== null ? (await readModels.usersOfUsage({ businessId }))[0]?.zone
    : agencyId !== null ? (await readModels.agency(agencyId))?.timezone
    : (await readModels.user(userId))?.settings.timezone;
  return localDay(zone ?? 'UTC', now());
}
/** The month that a call is about where it names none: `2026-11`. */
export const askedMonth = async (parts: Parts, session: Session, month: string | undefined): Promise<string> =>
  month ?? (await todayOf(parts, session)).slice(0, 7);
