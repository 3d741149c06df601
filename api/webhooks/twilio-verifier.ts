import type { FastifyRequest } from 'fastify';
import type { Tenant } from '../../domain/kernel/event.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Refusals } from './refusals.ts';

/**
 * 403 unless the account that holds `number` signed exactly this address and form. The Host header has no say in the
 * address. `tenant`: whose account it is, and so the only tenant it can speak for.
 */
export function twilioVerifier(
  deps: Pick<ApiDependencies, 'carrier' | 'config' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
) {
  const { carrier } = deps;
  return async function verified(
    request: FastifyRequest,
    kind: string,
    number: (form: Record<string, string>) => string,
  ): Promise<{ readonly form: Record<string, string>; readonly tenant: Tenant }> {
    const form = request.body as Record<string, string> | undefined;
    if (form === undefined) throw new ApiError('malformed_request', 'Send a form.');
    const signature = request.headers['x-twilio-signature'];
    const account = typeof signature === 'string' ? await carrier.account(number(form)) : null;
    if (
      account === null ||
      account.carrier === 'bandwidth' ||
      !carrier.verify(
        { url: `${deps.config.publicUrl}${request.raw.url ?? ''}`, signature: signature as string, params: form },
        account.authToken,
      )
    ) {
      metrics.webhooks.inc({ kind, outcome: 'refused' });
      refusals.note('twilio', signature === undefined ? 'It is not signed.' : 'Its signature is wrong.');
      deps.log.warn(
        { kind, requestId: request.id, signed: signature !== undefined },
        'A webhook was refused: its signature is missing or wrong.',
      );
      throw new ApiError('signature_invalid', 'The signature is not valid.');
    }
    return { form, tenant: account.tenant };
  };
}
export type TwilioVerifier = ReturnType<typeof twilioVerifier>;
