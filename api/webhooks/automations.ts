import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { isSecretOf } from '../../commands/automations/hook.ts';
import type { ExistingHook } from '../../domain/automations/hooks/hook.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { longestHookBody } from '../../domain/automations/values/hook-fields.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { storable } from '../../domain/kernel/text.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Metrics } from '../operations/metrics.ts';
import { type HookCall, keepHookCall, wrongSecret } from './hook-calls.ts';
import type { Refusals } from './refusals.ts';

const callsAMinute = 600;
/** Of one client, at one address: each is written down. */
const refusalsAMinute = 60;
/** Nothing that people map lies deeper. */
const deepest = 64;
/** Without an id of its own the same body is the same call for so long. */
const sameForMs = 600_000;
const Params = z.object({ hookId: z.uuid().toLowerCase() });

const secretIn = ({ headers, query }: FastifyRequest): string | null => {
  const bearer = /^Bearer (.+)$/u.exec(headers.authorization ?? '')?.[1];
  const given = headers['x-webhook-secret'] ?? bearer ?? (query as Record<string, unknown>)['secret'];
  return typeof given === 'string' && given !== '' ? given : null;
};

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
    if (hook.mapping.length === 0) await keepSample(hook, body);
    const callId = uuidV5(namespaces.automation, 'hook-call', hook.hookId, ...callOf(request, text));
    const context = { ...commandContext(publicCaller('webhook'), callId, request.id), correlationId: callId };
    const { result } = await commands.automations.receive(context, { hookId: hook.hookId, callId, body });
    metrics.webhooks.inc({ kind: 'automation', outcome: 'recorded' });
    const message = result.leftOut.length === 0 ? null : result.leftOut.join(' ').slice(0, 500);
    await keepCall(hook, { outcome: result.kind, message, contactId: result.contactId });
    return reply.code(202).send({ success: true, status: result.kind });
  }

  const keepCall = ({ hookId, businessId }: ExistingHook, call: Pick<HookCall, 'outcome' | 'message' | 'contactId'>) =>
    keepHookCall(db, { ...call, hookId, businessId, at: now() });

  const callOf = ({ headers }: FastifyRequest, text: string): string[] => {
    const id = headers['idempotency-key'] ?? headers['x-delivery-id'];
    if (typeof id === 'string' && id !== '') return ['id', id.slice(0, 200)];
    const digest = createHash('sha256').update(text).digest('hex');
    return ['body', digest, String(Math.floor(now().getTime() / sameForMs))];
  };

  /** Only until somebody has said how to read it: what people send is personal. */
  async function keepSample({ hookId, businessId }: { hookId: string; businessId: string }, body: unknown) {
    await sql`insert into ops.automation_hook_samples (hook_id, business_id, body, heard_at)
      values (${hookId}, ${businessId}, ${JSON.stringify(body)}::jsonb, ${now()}::timestamptz)
      on conflict (hook_id) do update set body = excluded.body, heard_at = excluded.heard_at`.execute(db);
  }
}

function bodyOf(text: string, type: string): unknown {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return keepable(Object.fromEntries(new URLSearchParams(text)), 0);
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof body !== 'object' || body === null)
    throw new ApiError('malformed_request', 'Send a JSON object, or a form.');
  return keepable(body, 0);
}

/** What was sent, as Postgres can keep it: names and texts without U+0000 and halves of surrogate pairs. */
function keepable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw new ApiError('malformed_request', `What is sent can be nested ${deepest} deep at most.`);
  if (Array.isArray(value)) return value.map((part) => keepable(part, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), keepable(part, depth + 1)]));
}
