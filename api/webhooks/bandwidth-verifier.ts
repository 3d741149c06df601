import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiDependencies, WebhookAccount } from '../dependencies.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';

export type BandwidthWebhookAccount = Extract<WebhookAccount, { readonly carrier: 'bandwidth' }>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Who calls in Bandwidth's name, and what they say. Without any sign-in nothing is read. */
export function bandwidthVerifier(
  { carrier, log }: Pick<ApiDependencies, 'carrier' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
) {
  const refuse = (request: FastifyRequest): never => {
    metrics.webhooks.inc({ kind: 'bandwidth', outcome: 'refused' });
    refusals.note('bandwidth', 'Its sign-in is missing or wrong.');
    const signed = request.headers.authorization !== undefined;
    log.warn({ requestId: request.id, signed }, 'A webhook of Bandwidth was refused: its sign-in is missing or wrong.');
    throw new ApiError('signature_invalid', 'The sign-in is not valid.');
  };
  return {
    async read<S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<z.output<S>> {
      if (request.headers.authorization === undefined) return refuse(request);
      const read = schema.safeParse(request.body);
      if (!read.success) throw new ApiError('malformed_request', 'Send events as Bandwidth does.');
      return Promise.resolve(read.data);
    },
    /** 403 unless the request signs in as the application of the account that holds our number. */
    async by(request: FastifyRequest, number: string): Promise<BandwidthWebhookAccount> {
      const account = await carrier.account(number);
      if (account?.carrier !== 'bandwidth') return refuse(request);
      const { callbackUsername, callbackPassword } = account;
      const wanted = Buffer.from(`${callbackUsername}:${callbackPassword}`).toString('base64');
      const given = request.headers.authorization ?? '';
      return timingSafeEqual(digest(given), digest(`Basic ${wanted}`)) ? account : refuse(request);
    },
  };
}
export type BandwidthVerifier = ReturnType<typeof bandwidthVerifier>;
