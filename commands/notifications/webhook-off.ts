import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, WebhookEndpointId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { command } from '../kernel/command.ts';
import { tell } from './notice.ts';
import { emailOwner } from './owner-email.ts';

const reasons = {
  gone: 'It answered 410, which means that it is gone for good.',
  failing: 'Nothing that was sent to it succeeded for five days.',
} as const;

/** An endpoint was turned off automatically: the people of the business are told, and its owner by email. */
export const webhookOff = command({
  input: z.object({
    businessId: BusinessId,
    endpointId: WebhookEndpointId,
    reason: z.enum(['gone', 'failing']),
    /** Of the event that says so. */
    eventId: z.string(),
  }),
  by: ['system'],
  async run({ world, context }, { businessId, endpointId, reason, eventId }) {
    const business = await world.loadState(streams.business(businessId), Business);
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const endpoint = await world.loadState(streams.webhookEndpoint(endpointId), WebhookEndpoint);
    const { agencyId, ownerId } = business;
    const tenant = { agencyId, businessId };
    if (endpoint.status !== 'disabled') return tell(world, context, tenant, []);
    const said = {
      of: ['webhook-off', eventId],
      title: `Webhooks to ${new URL(endpoint.url).host} are off`,
      content: `${reasons[reason]} Nothing is lost: fix the endpoint and turn it on to send everything since then.`,
      link: `/business/settings/webhook-endpoints/${endpointId}`,
    };
    const told = await tell(world, context, tenant, [
      { ...said, audience: 'business', targetId: businessId, kind: 'webhook-off' },
    ]);
    const emailed = await emailOwner(world, context, { tenant, agencyId, ownerId }, { ...said, kind: 'usage-alert' });
    return emailed ?? told;
  },
});
