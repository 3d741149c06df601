import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, WebhookEndpointId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import * as decide from '../../domain/webhooks/endpoint.ts';
import {
  endpointFields,
  maxWebhookEndpoints,
  publishedNames,
  secretOverlapField,
} from '../../domain/webhooks/fields.ts';
import { businessOf } from '../kernel/business-user.ts';
import { people } from '../kernel/caller.ts';
import { command, decision, question } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ownEndpoint, signingSecretOf } from './access.ts';

const of = { endpointId: WebhookEndpointId };
const common = { by: people, aggregate: decide.WebhookEndpoint, at: ownEndpoint };
/** Empty: everything. */
const types = z
  .array(z.enum(publishedNames, 'This event type does not exist.'))
  .max(publishedNames.length)
  .transform((given) => [...new Set(given)]);
const { url, description, version, since } = endpointFields;
const written = { url, description, types, version };

/** `held`: how many endpoints the business has, as its list shows. Answers the secret. */
export const createEndpoint = command({
  input: z.object({ ...of, ...written, since, held: z.number().int().min(0) }),
  by: people,
  async run(call, { held, ...given }) {
    const { stream, businessId, tenant, userId: createdBy, now } = ownEndpoint(call, given);
    if (held >= maxWebhookEndpoints)
      throw new DomainError('conflict', `A business can have at most ${maxWebhookEndpoints} webhook endpoints.`);
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream,
      aggregate: decide.WebhookEndpoint,
      decide: (current) => decide.createEndpoint({ businessId, createdBy, now, ...given }, current),
    });
    return work.outcome({ secret: signingSecretOf(call.world, given.endpointId, 0) });
  },
});

export const changeEndpoint = decision({
  ...common,
  input: z.object({ ...of, ...written }),
  decide: (given, current, { businessId }) => decide.changeEndpoint({ businessId, ...given }, current),
});

/** Answers the new secret. The one before signs as well for so many hours more; 0: it ends at once. */
export const rotateEndpoint = command({
  input: z.object({ ...of, overlapHours: secretOverlapField }),
  by: people,
  async run(call, given) {
    const { stream, businessId, tenant, now } = ownEndpoint(call, given);
    const work = startUnitOfWork(call.world, call.context, { tenant });
    const { events } = await work.change({
      stream,
      aggregate: decide.WebhookEndpoint,
      decide: (current) => decide.rotateEndpoint({ businessId, now, ...given }, current),
    });
    const [rotated] = events;
    if (rotated?.type !== 'WebhookEndpointRotated') throw new Error('A rotation says its generation.');
    const { generation } = rotated.data;
    return work.outcome({ secret: signingSecretOf(call.world, given.endpointId, generation) });
  },
});

export const switchEndpoint = decision({
  ...common,
  input: z.object({ ...of, isOn: z.boolean() }),
  decide: ({ isOn, ...given }, current, { businessId }) =>
    isOn ?
      decide.enableEndpoint({ businessId, ...given }, current)
    : decide.disableEndpoint({ businessId, reason: 'person', ...given }, current),
});

/** It answered that it is gone, or nothing has succeeded for days. */
export const giveUpEndpoint = decision({
  input: z.object({ ...of, reason: z.enum(['gone', 'failing']) }),
  by: ['system'],
  aggregate: decide.WebhookEndpoint,
  at: ({ context }, { endpointId }) => ({ ...businessOf(context), stream: streams.webhookEndpoint(endpointId) }),
  decide: (given, current, { businessId }) =>
    current.status === 'deleted' ? [] : decide.disableEndpoint({ businessId, ...given }, current),
});

export const replayEndpoint = decision({
  ...common,
  input: z.object({ ...of, since: since.unwrap() }),
  decide: (given, current, { businessId, now }) => decide.replayEndpoint({ businessId, now, ...given }, current),
});

export const redeliverEvent = decision({
  ...common,
  input: z.object({ ...of, eventId: z.uuid() }),
  decide: (given, current, { businessId }) => decide.redeliver({ businessId, ...given }, current),
});

export const testEndpoint = decision({
  ...common,
  input: z.object({ ...of, testId: z.uuid() }),
  decide: (given, current, { businessId }) => decide.testEndpoint({ businessId, ...given }, current),
});

export const deleteEndpoint = decision({
  ...common,
  input: z.object(of),
  decide: (given, current, { businessId }) => decide.deleteEndpoint({ businessId, ...given }, current),
});

/** The secrets that sign now, the newest first. */
export const signingSecrets = question(async (world, endpointId: string, generations: readonly number[]) =>
  generations.map((generation) => signingSecretOf(world, endpointId, generation)),
);

/** Whether a business has an endpoint, from its stream. */
export const endpointOf = question(async ({ loadState }, business: string, endpointId: string) =>
  decide.existingEndpoint(
    { businessId: BusinessId.parse(business) },
    await loadState(streams.webhookEndpoint(WebhookEndpointId.parse(endpointId)), decide.WebhookEndpoint),
  ),
);
