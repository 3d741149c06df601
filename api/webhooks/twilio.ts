import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CarrierStatus } from '../../adapters/sms/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Media } from '../../domain/sms/values.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { carrierCaller, commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { storableText } from '../kernel/text.ts';
import type { Metrics } from '../operations/metrics.ts';
import { parseForm } from './form.ts';
import type { Refusals } from './refusals.ts';

/** A text of 10,000 emoji, percent-encoded, and ten media addresses fit. */
const formLimit = 256 * 1024;
const sid = z.string().regex(/^[A-Za-z0-9]{10,64}$/);

/** Twilio's words for a message's state (docs: "Message status values") as ours. */
const statuses: Readonly<Record<string, CarrierStatus>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

const provider = 'twilio';
const empty = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** What Twilio calls: a text came in, or a message of ours changed its state. */
export function registerTwilioWebhooks(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'carrier' | 'config' | 'now' | 'log'>,
  metrics: Metrics,
  refusals: Refusals,
): void {
  const { carrier, commands } = deps;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    (_request, body, done) => {
      try {
        done(null, parseForm(body as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.addContentTypeParser('*', (_request, _payload, done) => done(new ApiError('malformed_request', 'Send a form.')));

  /**
   * 403 unless the account that holds `number` signed exactly this address and form. The Host header has no say in the
   * address. `tenant`: whose account it is, and so the only tenant it can speak for.
   */
  async function verified(
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
  }

  app.post('/webhooks/twilio/inbound', async (request, reply) => {
    const { form, tenant } = await verified(request, 'inbound', (fields) => fields['To'] ?? '');
    const providerMessageId = sid.safeParse(form['MessageSid'] ?? form['SmsSid']);
    const { From: from, To: to } = form;
    if (!providerMessageId.success || !from || !to || from.length > 100 || to.length > 100)
      throw new ApiError('malformed_request', 'MessageSid, From and To are needed.');
    // Derived from the carrier's id: a repeat is the same command and belongs to the same story.
    const commandId = uuidV5(namespaces.command, provider, providerMessageId.data, 'receive');
    const { result } = await commands.messages.receive(
      commandContext(carrierCaller(provider, tenant), commandId, commandId),
      {
        provider: provider,
        providerMessageId: providerMessageId.data,
        from: storableText(from),
        to: storableText(to),
        body: storableText(form['Body'] ?? ''),
        media: mediaOf(form),
        receivedAt: deps.now().toISOString(),
      },
    );
    metrics.webhooks.inc({
      kind: 'inbound',
      outcome:
        result.repeated ? 'repeated'
        : result.businessId === null ? 'unrouted'
        : 'received',
    });
    return reply.type('text/xml; charset=utf-8').send(empty);
  });

  app.post<{ Querystring: { m?: unknown } }>('/webhooks/twilio/status', async (request, reply) => {
    const { form, tenant } = await verified(request, 'status', (fields) => fields['From'] ?? '');
    const providerMessageId = sid.safeParse(form['MessageSid'] ?? form['SmsSid']);
    const word = form['MessageStatus'] ?? form['SmsStatus'];
    if (!providerMessageId.success || !word)
      throw new ApiError('malformed_request', 'MessageSid and MessageStatus are needed.');
    const messageId = z.uuid().toLowerCase().safeParse(request.query.m);
    const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
    const errorCode = /^\d{1,6}$/.test(form['ErrorCode'] ?? '') ? Number(form['ErrorCode']) : null;
    let known = false;
    if (messageId.success && status !== undefined) {
      const commandId = uuidV5(
        namespaces.command,
        provider,
        providerMessageId.data,
        messageId.data,
        'status',
        status,
        String(errorCode),
      );
      const { result } = await commands.delivery.text.hear(
        commandContext(carrierCaller(provider, tenant), commandId, commandId),
        {
          id: messageId.data,
          provider: provider,
          providerMessageId: providerMessageId.data,
          word: { status, errorCode, sender: form['From'] ?? '' },
        },
      );
      known = result.known;
    }
    if (!known)
      deps.log.info(
        { requestId: request.id, providerMessageId: providerMessageId.data, status: word.slice(0, 40) },
        'A status callback for a message that is not ours.',
      );
    metrics.webhooks.inc({ kind: 'status', outcome: known ? 'recorded' : 'unknown' });
    return reply.type('text/xml; charset=utf-8').send(empty);
  });
}

/** NumMedia, MediaUrl0…, MediaContentType0…: at most ten (Twilio's own limit). */
function mediaOf(form: Record<string, string>): Media[] {
  const count = Math.min(Number.parseInt(form['NumMedia'] ?? '0', 10) || 0, 10);
  const media: Media[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = form[`MediaUrl${index}`];
    if (url === undefined || url.length > 2_000) continue;
    const contentType = form[`MediaContentType${index}`];
    media.push({
      url: storableText(url),
      contentType: contentType === undefined ? null : storableText(contentType.slice(0, 100)),
    });
  }
  return media;
}
