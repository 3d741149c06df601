import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CarrierStatus } from '../../adapters/sms/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { ofBandwidth } from '../../domain/messages/bandwidth-codes.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { carrierCaller, commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { storableText } from '../kernel/text.ts';
import type { Metrics } from '../operations/metrics.ts';
import { bandwidthVerifier } from './bandwidth-verifier.ts';
import { registerBandwidthVoice } from './bandwidth-voice.ts';
import type { Refusals } from './refusals.ts';

const provider = 'bandwidth';
/** A text of 2,048 characters and ten media addresses, a few events at once. */
const bodyLimit = 256 * 1024;
const line = z.string().max(100);
const Event = z.object({
  type: z.string().max(60),
  errorCode: z.number().int().min(0).max(99_999).nullish(),
  message: z.object({
    id: z.string().regex(/^[A-Za-z0-9-]{10,64}$/),
    owner: line,
    from: line,
    text: z.string().nullish(),
    tag: z.string().max(1_024).nullish(),
    media: z.array(z.string()).max(100).nullish(),
  }),
});
type Event = z.output<typeof Event>;
/** https://dev.bandwidth.com/docs/messaging/webhooks: lists of events. */
const Events = z.array(Event).min(1).max(100);

const statuses: Readonly<Record<string, CarrierStatus>> = {
  'message-sending': 'sending',
  'message-delivered': 'delivered',
  'message-failed': 'failed',
  'message-read': 'delivered',
};

/** What Bandwidth calls, at the addresses that its applications name: texts that came in, what became of ours, and calls. */
export function registerBandwidthWebhooks(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'carrier' | 'config' | 'now' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  const { commands } = deps;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('malformed_request', 'Send JSON.'));
    }
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(new ApiError('malformed_request', 'Send JSON.')));

  const signedIn = bandwidthVerifier(deps, metrics, refusals);
  registerBandwidthVoice(app, deps, metrics, signedIn);

  async function verified(request: FastifyRequest): Promise<readonly { event: Event; tenant: Tenant }[]> {
    const read = await signedIn.read(request, Events);
    return Promise.all(
      read.map(async (event) => ({ event, tenant: (await signedIn.by(request, event.message.owner)).tenant })),
    );
  }

  async function received({ message }: Event, tenant: Tenant): Promise<void> {
    // Derived from the carrier's id: a repeat is the same command and belongs to the same story.
    const commandId = uuidV5(namespaces.command, provider, message.id, 'receive');
    const { result } = await commands.messages.receive(
      commandContext(carrierCaller(provider, tenant), commandId, commandId),
      {
        provider,
        providerMessageId: message.id,
        from: storableText(message.from),
        to: storableText(message.owner),
        body: storableText(message.text ?? ''),
        media: (message.media ?? [])
          .filter((url) => url.length <= 2_000)
          .slice(0, 10)
          .map((url) => ({ url: storableText(url), contentType: null })),
        receivedAt: deps.now().toISOString(),
      },
    );
    const outcome =
      result.repeated ? 'repeated'
      : result.businessId === null ? 'unrouted'
      : 'received';
    metrics.webhooks.inc({ kind: 'inbound', outcome });
  }

  async function told({ type, errorCode, message }: Event, tenant: Tenant, requestId: string): Promise<void> {
    const messageId = z.uuid().toLowerCase().safeParse(message.tag);
    const status = Object.hasOwn(statuses, type) ? statuses[type] : undefined;
    const code = errorCode == null || errorCode === 0 || status !== 'failed' ? null : ofBandwidth(errorCode);
    let known = false;
    if (messageId.success && status !== undefined) {
      const about = [message.id, messageId.data, 'status', status, String(errorCode ?? null)];
      const commandId = uuidV5(namespaces.command, provider, ...about);
      const { result } = await commands.delivery.text.hear(
        commandContext(carrierCaller(provider, tenant), commandId, commandId),
        {
          id: messageId.data,
          provider,
          providerMessageId: message.id,
          word: { status, errorCode: code, sender: message.owner },
        },
      );
      known = result.known;
    }
    if (!known)
      deps.log.info(
        { requestId, providerMessageId: message.id, type },
        'A callback of Bandwidth for a message that is not ours.',
      );
    metrics.webhooks.inc({ kind: 'status', outcome: known ? 'recorded' : 'unknown' });
  }

  app.post('/webhooks/bandwidth/messages', async (request, reply) => {
    for (const { event, tenant } of await verified(request))
      await (event.type === 'message-received' ? received(event, tenant) : told(event, tenant, request.id));
    return reply.code(204).send();
  });
}
