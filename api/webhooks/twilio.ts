import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CarrierStatus } from '../../adapters/sms/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Media } from '../../domain/sms/values.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { carrierCaller, commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { storableText } from '../kernel/text.ts';
import type { Metrics } from '../operations/metrics.ts';
import { parseForm } from './form.ts';
import type { Refusals } from './refusals.ts';
import { twilioVerifier } from './twilio-verifier.ts';
import { registerTwilioVoice } from './twilio-voice.ts';

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
  const { commands } = deps;

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

  const verified = twilioVerifier(deps, metrics, refusals);
  registerTwilioVoice(app, deps, metrics, verified);

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
