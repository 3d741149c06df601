import { type Limits, limitsOf, type OwnLimits } from '../../domain/limits/contacts.ts';
import type { Call } from './route.ts';

/** The limits that hold of a business; only one that pays for itself has more than those that are set. */
export const limitsFor = async ({ parts }: Pick<Call, 'parts'>, businessId: string, own: OwnLimits): Promise<Limits> =>
  limitsOf(
    own,
    own.agencyId === null ? await parts.commands.subscriptions.standingOf({ agencyId: null, businessId }) : null,
  );
