import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';

const bodyLimit = 1024 * 1024;
const Asked = z.object({
  'hub.mode': z.string().max(40),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().max(200),
});

/**
 * Facebook tells that pages have new leads. A call is a hint: the connections of those pages are asked for news at once,
 * and a lead that is told twice counts once. Without such calls they are asked every few minutes.
 */
export function registerFacebookWebhooks(
  app: FastifyInstance,
  { commands, db, now, log }: Pick<ApiParts, 'commands' | 'db' | 'now' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  app.removeAllContentTypeParsers();
  // The signature covers the bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  app.get('/webhooks/facebook', async (request, reply) => {
    const read = Asked.safeParse(request.query);
    const answer =
      read.success ?
        await commands.integrations.facebookChallenge({
          mode: read.data['hub.mode'],
          token: read.data['hub.verify_token'],
          challenge: read.data['hub.challenge'],
        })
      : null;
    if (answer === null) throw new ApiError('signature_invalid', 'The verify token is wrong.');
    return reply.type('text/plain').header('x-content-type-options', 'nosniff').send(answer);
  });

  app.post('/webhooks/facebook', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers['x-hub-signature-256'];
    const pages = typeof signature === 'string' ? await commands.integrations.facebookNotice(body, signature) : null;
    if (pages === null) {
      metrics.webhooks.inc({ kind: 'facebook', outcome: 'refused' });
      refusals.note('facebook', 'The signature is not valid.');
      log.warn({ requestId: request.id }, 'A webhook of Facebook was refused.');
      throw new ApiError('signature_invalid', 'The signature is not valid.');
    }
    const { numAffectedRows } =
      await sql`update ops.integration_polls p set due_at = least(due_at, ${now()}::timestamptz)
      where due_at < 'infinity' and integration_id in
        (select integration_id from ops.integration_pages where page_id = any(${[...pages]}::text[]))`.execute(db);
    metrics.webhooks.inc({ kind: 'facebook', outcome: (numAffectedRows ?? 0n) > 0n ? 'recorded' : 'unknown' });
    return reply.code(200).send();
  });
}
