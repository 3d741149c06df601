import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSecretOf } from '../../commands/kernel/secrets.ts';
import { longestHookBody, valueAt } from '../../domain/contacts/sent-fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Metrics } from '../operations/metrics.ts';
import { bodyOf, callOf, secretIn } from './hook-body.ts';
import { type HookCall, keepHookCall, keepSample, wrongSecret } from './hook-calls.ts';
import type { Refusals } from './refusals.ts';

const callsAMinute = 600;
/** The key of a website's form is in the page: one visitor sends few. */
const callsOfVisitor = 30;
const refusalsAMinute = 60;
const Params = z.object({ integrationId: z.uuid().toLowerCase() });
const longest = { words: 2_000, address: 300 } as const;
const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on', 'y']);

/** Contacts that other systems and forms of a business's own site send, with the key of the integration. */
export function registerIntegrationWebhooks(
  app: FastifyInstance,
  { commands, db, now, rateLimits, log }: Pick<ApiParts, 'commands' | 'db' | 'now' | 'rateLimits' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestHookBody }, (_request, body, done) =>
    done(null, body),
  );
  type Inbound = NonNullable<Awaited<ReturnType<typeof commands.integrations.inboundState>>>;

  app.post('/webhooks/integrations/:integrationId', async (request, reply) => {
    const named = Params.safeParse(request.params);
    const found = named.success ? await commands.integrations.inboundState(named.data.integrationId) : null;
    const key = secretIn(request);
    const client = clientOf(request.ip);
    if (found === null || key === null || !isSecretOf(found, key)) {
      await rateLimits.take([
        { key: `integration-refused:${found?.integrationId ?? ''}:${client}`, max: refusalsAMinute, windowMs: 60_000 },
      ]);
      metrics.webhooks.inc({ kind: 'integration', outcome: 'refused' });
      refusals.note('integration', wrongSecret);
      if (found !== null) await keepCall(found, { outcome: 'refused', message: wrongSecret, contactId: null });
      log.warn({ requestId: request.id, isKnown: found !== null }, 'A contact sent to an integration was refused.');
      throw new ApiError('signature_invalid', 'This address does not exist, or the key is wrong.');
    }
    const { integrationId, type } = found;
    await rateLimits.take([
      { key: `integration:${integrationId}`, max: callsAMinute, windowMs: 60_000 },
      ...(type === 'cms' ?
        [{ key: `integration:${integrationId}:${client}`, max: callsOfVisitor, windowMs: 60_000 }]
      : []),
    ]);
    try {
      return await received(found, request, reply);
    } catch (error) {
      const isRefusal = error instanceof ApiError || error instanceof DomainError;
      if (isRefusal) await keepCall(found, { outcome: 'refused', message: error.message, contactId: null });
      throw error;
    }
  });

  async function received(found: Inbound, request: FastifyRequest, reply: FastifyReply) {
    const { integrationId } = found;
    const text = typeof request.body === 'string' ? request.body : '';
    const body = bodyOf(text, request.headers['content-type'] ?? '');
    // Only until the fields are mapped: what people send is personal.
    if (found.intake.mapping.length === 0) await keepSample(db, { ...hookOf(found), body, at: now() });
    const own = valueAt(body, 'id');
    const source = own === null ? callOf(request, text, now()).join(' ') : `id ${own.slice(0, 190)}`;
    const commandId = uuidV5(namespaces.command, 'integration-call', integrationId, source);
    const { consent, pageAddress, missing } = consentIn(body);
    const { result } = await commands.integrations.receive(
      commandContext(publicCaller('webhook'), commandId, request.id),
      {
        integrationId,
        kind: 'lead',
        source,
        part: '',
        body,
        consent,
        pageAddress,
        paid: null,
        // Who sends it is a server of the business, or the visitor of its site.
        ipAddress: found.type === 'cms' ? request.ip : null,
        at: now().toISOString(),
      },
    );
    metrics.webhooks.inc({ kind: 'integration', outcome: 'recorded' });
    const leftOut = [...result.leftOut, ...(missing === null ? [] : [missing])];
    const message = leftOut.length === 0 ? null : leftOut.join(' ').slice(0, 500);
    if (result.kind === 'received')
      await keepCall(found, { outcome: 'received', message, contactId: result.contactId });
    return reply.code(202).send({ success: true, status: result.kind, left_out: leftOut });
  }

  const hookOf = ({ integrationId: hookId, businessId }: Inbound) => ({ hookId, businessId });
  const keepCall = (found: Inbound, call: Pick<HookCall, 'outcome' | 'message' | 'contactId'>) =>
    keepHookCall(db, { ...call, ...hookOf(found), at: now() });
}

/** A consent counts with the words that were agreed to and the page that they stood on. `missing`: why it doesn't. */
function consentIn(body: unknown) {
  const agreed = yes.has((valueAt(body, 'consent') ?? '').toLowerCase());
  const words = valueAt(body, 'consent_text');
  const page = pageIn(valueAt(body, 'page_url'));
  const none = { consent: null, pageAddress: page };
  if (!agreed) return { ...none, missing: null };
  if (words === null) return { ...none, missing: 'No consent was recorded: consent_text is missing.' };
  if (words.length > longest.words) return { ...none, missing: 'No consent was recorded: consent_text is too long.' };
  if (page === null) return { ...none, missing: 'No consent was recorded: page_url is missing.' };
  return { consent: { text: words, ticked: true }, pageAddress: page, missing: null };
}
/** Without what follows a `?`: it may name a person. */
function pageIn(given: string | null): string | null {
  const url = given === null ? null : URL.parse(given);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return (url.origin + url.pathname).slice(0, longest.address);
}
