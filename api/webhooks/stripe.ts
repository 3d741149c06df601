import type { FastifyInstance } from 'fastify';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';
import type { WebhookRefusal } from '../../adapters/payments/port.ts';

/** An event has one object in it; Stripe's largest are some hundred kB. */
const bodyLimit = 1024 * 1024;

/** Why one was refused, for the operator. */
const reasons: Readonly<Record<WebhookRefusal, string>> = {
  'no-secret': 'No signing secret is configured.',
  'bad-signature': 'The signature is not valid.',
  'too-old': 'It is too old.',
  'in-the-future': 'Its time lies in the future.',
  malformed: 'It is not an event.',
};

/**
 * What Stripe tells. An event is a hint: nothing in it is believed but which object to look at. It is answered when what
 * was seen is written; until then Stripe tells it again.
 */
export function registerStripeWebhooks(
  app: FastifyInstance,
  { commands, paymentEvents, now, log }: Pick<ApiDependencies, 'commands' | 'paymentEvents' | 'now' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  app.removeAllContentTypeParsers();
  // The signature covers the bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  app.post('/webhooks/stripe', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers['stripe-signature'];
    const read = await paymentEvents?.read(body, typeof signature === 'string' ? signature : undefined, now());
    if (read?.kind !== 'event') {
      metrics.webhooks.inc({ kind: 'stripe', outcome: 'refused' });
      refusals.note('stripe', read === undefined ? 'Payments are off.' : reasons[read.why]);
      log.warn({ requestId: request.id, why: read?.why ?? 'payments are off' }, 'A webhook of Stripe was refused.');
      throw new ApiError('signature_invalid', 'The signature is not valid.');
    }
    const { id, object, customerId, previousCustomerId } = read.event;
    const commandId = uuidV5(namespaces.command, 'payment-event', id);
    const { result } = await commands.paymentEvents.hear(
      commandContext(
        { role: 'system', actor: { kind: 'provider', name: 'stripe' }, tenant: platformTenant },
        commandId,
        commandId,
      ),
      { object, customerId, previousCustomerId },
    );
    metrics.webhooks.inc({ kind: 'stripe', outcome: result.heard ? 'recorded' : 'unknown' });
    return reply.code(200).send();
  });
}
