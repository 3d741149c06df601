import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSecretOf } from '../../commands/kernel/secrets.ts';
import type { ExistingHook } from '../../domain/automations/hooks/hook.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { longestHookBody } from '../../domain/contacts/sent-fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Metrics } from '../operations/metrics.ts';
import { type HookCall, keepHookCall, keepSample, wrongSecret } from './hook-calls.ts';
import { bodyOf, callOf, secretIn } from './hook-body.ts';
import type { Refusals } from './refusals.ts';

const callsAMinute = 600;
/** Of one client, at one address: each is written down. */
const refusalsAMinute = 60;
const Params = z.object({ hookId: z.uuid().toLowerCase() });

/** What other systems send to start automations: JSON or a form, with the secret of the address. */
export function registerAutomationWebhooks(
  app: FastifyInstance,
  { commands, db, now, rateLimits, log }: Pick<ApiParts, 'commands' | 'db' | 'now' | 'rateLimits' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestHookBody }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/webhooks/automations/:hookId', async (request, reply) => {
    const named = Params.safeParse(request.params);
    const hook = named.success ? await commands.automations.hookState(named.data.hookId) : null;
    const secret = secretIn(request);
    if (hook === null || secret === null || !isSecretOf(hook, secret)) {
      await rateLimits.take([
        {
          key: `automation-hook-refused:${hook?.hookId ?? ''}:${clientOf(request.ip)}`,
          max: refusalsAMinute,
          windowMs: 60_000,
        },
      ]);
      metrics.webhooks.inc({ kind: 'automation', outcome: 'refused' });
      refusals.note('automation', wrongSecret);
      if (hook !== null) await keepCall(hook, { outcome: 'refused', message: wrongSecret, contactId: null });
      log.warn({ requestId: request.id, isKnown: hook !== null }, 'A webhook of an automation was refused.');
      throw new ApiError('signature_invalid', 'There is no such address, or its secret is another one.');
    }
    await rateLimits.take([{ key: `automation-hook:${hook.hookId}`, max: callsAMinute, windowMs: 60_000 }]);
    try {
      return await heard(hook, request, reply);
    } catch (error) {
      const isRefusal = error instanceof ApiError || error instanceof DomainError;
      if (isRefusal) await keepCall(hook, { outcome: 'refused', message: error.message, contactId: null });
      throw error;
    }
  });

  async function heard(hook: ExistingHook, request: FastifyRequest, reply: FastifyReply) {
    const text = typeof request.body === 'string' ? request.body : '';
    const body = bodyOf(text, request.headers['content-type'] ?? '');
    // Only until the fields are mapped: what people send is personal.
    if (hook.mapping.length === 0) await keepSample(db, { ...hook, body, at: now() });
    const callId = uuidV5(namespaces.automation, 'hook-call', hook.hookId, ...callOf(request, text, now()));
    const context = { ...commandContext(publicCaller('webhook'), callId, request.id), correlationId: callId };
    const { result } = await commands.automations.receive(context, { hookId: hook.hookId, callId, body });
    metrics.webhooks.inc({ kind: 'automation', outcome: 'recorded' });
    const message = result.leftOut.length === 0 ? null : result.leftOut.join(' ').slice(0, 500);
    await keepCall(hook, { outcome: result.kind, message, contactId: result.contactId });
    return reply.code(202).send({ success: true, status: result.kind });
  }

  const keepCall = ({ hookId, businessId }: ExistingHook, call: Pick<HookCall, 'outcome' | 'message' | 'contactId'>) =>
    keepHookCall(db, { ...call, hookId, businessId, at: now() });
}
