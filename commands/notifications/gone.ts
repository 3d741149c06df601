import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationId, BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type UsableKind, usableKinds } from '../../domain/uses/fields.ts';
import { command } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { tell } from './notice.ts';

const nouns: Readonly<Record<UsableKind, string>> = {
  campaign: 'campaign was archived',
  field: 'custom field was deleted',
  design: 'email template was deleted',
  segment: 'segment was deleted',
  hook: 'webhook was deleted',
  upload: 'import was deleted',
  broadcast: 'broadcast was deleted',
};

/** Automations that are on use something that is gone: the people of the business are told, once for each of them. */
export const usedThingGone = command({
  input: z.object({
    businessId: BusinessId,
    /** Of the event that took it away. */
    eventId: z.string(),
    kind: z.enum(usableKinds),
    automations: z.array(z.object({ id: AutomationId, name: z.string() })).min(1),
  }),
  by: ['system'],
  async run({ world, context }, { businessId, eventId, kind, automations }) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { agencyId } = business;
    return tell(
      world,
      context,
      { agencyId, businessId },
      automations.map(({ id, name }) => ({
        of: [eventId, id],
        audience: 'business',
        targetId: businessId,
        kind: 'automation-broken',
        title: `“${name}” uses something that is gone`,
        content: `A ${nouns[kind]} while this automation is on. Open it to choose another, then publish it again.`,
        link: `/business/automations/${id}/edit`,
      })),
    );
  },
});
