import type { Used, Users } from '../domain/uses/uses.ts';
import type { ReadModels } from './read-models.ts';

/** Tells what is used of all that read models know; the documents of automations stand in the log. */
export type UsedAsked = Omit<Users, 'automations' | 'fields'> & {
  readonly live: readonly { readonly id: string; readonly name: string; readonly version: number }[];
};

/** Everything of a business that something of it uses, and by what. */
export async function usedIn(
  readModels: Pick<ReadModels, 'publishedAutomations' | 'broadcastsAhead' | 'segments' | 'campaigns'>,
  ask: (businessId: string, asked: UsedAsked) => Promise<readonly Used[]>,
  businessId: string,
): Promise<readonly Used[]> {
  const [live, broadcasts, segments, campaigns] = await Promise.all([
    readModels.publishedAutomations(businessId),
    readModels.broadcastsAhead(businessId),
    readModels.segments(businessId),
    readModels.campaigns(businessId),
  ]);
  return ask(businessId, { live, broadcasts, segments, campaigns });
}
