import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { type AlertPercent, alertWords, stepOf } from '../../domain/limits/alerts.ts';
import { limitsOf } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import { standingOf } from '../directory/payer-standing.ts';
import { command } from '../kernel/command.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { tell } from './notice.ts';
import { emailOwner } from './owner-email.ts';

const link = '/business/dashboard';

/**
 * A limit of a business is nearly used, or used up: its people are told in the product, its owner also by email, and its
 * agency's people when it is used up. Once for each limit, step and month (`2026-11`), however often it is asked. Which
 * limit holds is said by the streams. Answers the step that it was told of; null: it is not near a limit.
 */
export const usageAlert = command({
  input: z.object({
    businessId: BusinessId,
    kind: z.enum(['messages', 'contacts']),
    used: z.number().int().min(0),
    month: z.string().regex(/^\d{4}-\d{2}$/),
  }),
  by: ['system'],
  async run({ world, context }, { businessId, month, kind, used }): Promise<CommandOutcome<AlertPercent | null>> {
    const business = await world.loadState(streams.business(businessId), Business);
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { agencyId, ownerId, name } = business;
    const tenant = { agencyId, businessId };
    const standing = agencyId === null ? await standingOf(world, tenant) : null;
    const limit = limitsOf(business, standing)[kind];
    const step = limit === null ? null : stepOf({ used, limit });
    if (limit === null || step === null) return { ...(await tell(world, context, tenant, [])), result: null };
    const agency = agencyId === null ? null : await world.loadState(streams.agency(AgencyId.parse(agencyId)), Agency);
    const asked =
      agency === null || agency.status === 'none' ?
        null
      : { name: agency.name, email: agency.supportEmail ?? agency.email };
    const { title, content } = alertWords({ kind, used, limit }, step, asked);
    const id = ['usage-alert', businessId, kind, String(step), month];
    const told = await tell(world, context, tenant, [
      {
        of: [...id, 'business'],
        audience: 'business',
        targetId: businessId,
        kind: 'usage-alert',
        title,
        content,
        link,
      },
      ...(agencyId === null || step < 100 ?
        []
      : [
          {
            of: [...id, 'agency'],
            audience: 'agency' as const,
            targetId: agencyId,
            kind: 'usage-alert' as const,
            title: `${name}: all ${kind} are used`,
            content: `${name} has used ${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} ${kind}.`,
            link: `/agency/businesses/${businessId}/edit`,
          },
        ]),
    ]);
    const email = { of: id, kind: 'usage-alert' as const, title, content, link };
    const sent = await emailOwner(world, context, { tenant, agencyId, ownerId }, email);
    return { ...(sent ?? told), result: step };
  },
});
