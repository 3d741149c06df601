import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';

/** A batch of events is some kB each. */
const bodyLimit = 1024 * 1024;

/**
 * What the carrier tells of brands, campaigns and numbers: an array of CloudEvents. Each has to be signed by the account
 * of the business that it is about; the signature covers the address, in which the digest of the body stands.
 */
export function registerRegistrationWebhooks(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'carrier' | 'config' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  const { commands, carrier, config, log } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  app.post<{ Querystring: { bodySHA256?: unknown } }>('/webhooks/twilio/registrations', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers['x-twilio-signature'];
    const isWhole = createHash('sha256').update(body).digest('hex') === request.query.bodySHA256;
    const signed = { url: `${config.publicUrl}${request.raw.url ?? ''}`, params: {} };
    const isSigned = (token: string): boolean =>
      typeof signature === 'string' && carrier.verify({ ...signed, signature }, token);
    const told = isWhole && typeof signature === 'string' ? await commands.registrations.a2pTold(json(body)) : [];
    const tokens = [...new Set(told.map(({ authToken }) => authToken))];
    if (tokens.length === 0 || !tokens.every(isSigned)) {
      metrics.webhooks.inc({ kind: 'registration', outcome: 'refused' });
      refusals.note('twilio', 'Its signature is missing or wrong.');
      log.warn(
        { requestId: request.id, signed: signature !== undefined, known: told.length },
        'A webhook about registrations was refused.',
      );
      throw new ApiError('signature_invalid', 'The signature is not valid.');
    }
    let news = 0;
    for (const { businessId, event } of told) {
      const commandId = uuidV5(namespaces.command, 'a2p-event', businessId, event.reference, event.report.reportedAt);
      const caller = { role: 'system', actor: { kind: 'carrier', name: 'twilio' }, tenant: platformTenant } as const;
      const { result } = await commands.registrations.hearA2p(commandContext(caller, commandId, commandId), {
        businessId,
        event,
      });
      if (result.isNews) news += 1;
    }
    metrics.webhooks.inc({ kind: 'registration', outcome: news > 0 ? 'recorded' : 'repeated' });
    return reply.code(200).send();
  });
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
