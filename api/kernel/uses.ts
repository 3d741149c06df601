import { namedUses, type UsableKind, type Use, type Used } from '../../domain/uses/uses.ts';
import { usedIn } from '../../projections/uses.ts';
import { ApiError } from './errors.ts';
import type { Call } from './route.ts';

export const usedOf = ({ parts, businessId }: Pick<Call, 'parts' | 'businessId'>): Promise<readonly Used[]> =>
  usedIn(parts.readModels, parts.commands.automations.uses, businessId);

/** What uses something; nothing does, where it is in no answer. */
const usesOf = async (
  call: Pick<Call, 'parts' | 'businessId'>,
  kind: UsableKind,
  id: string,
): Promise<readonly Use[]> =>
  (await usedOf(call)).find((used) => used.kind === kind && used.id === id.toLowerCase())?.uses ?? [];

/** Refuses with 409 `in_use` to take away what is used, unless the caller says that they mean it all the same. */
export async function refuseIfUsed(
  call: Pick<Call, 'parts' | 'businessId'>,
  kind: UsableKind,
  id: string,
  evenIfUsed: boolean | undefined,
): Promise<void> {
  if (evenIfUsed === true) return;
  const uses = await usesOf(call, kind, id);
  if (uses.length === 0) return;
  throw new ApiError('in_use', `This is used in ${namedUses(uses)}. Send \`even_if_used\` to go on all the same.`, {
    details: { uses },
  });
}
