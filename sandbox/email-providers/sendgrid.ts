import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Digits } from '../chance.ts';
import { type Delivery, fateOf } from './delivery.ts';
import type { EmailEvents } from './events.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send: what `headers` must not hold. */
const reservedHeaders: ReadonlySet<string> = new Set(
  'x-sg-id x-sg-eid received dkim-signature content-type content-transfer-encoding to from subject reply-to cc bcc'.split(
    ' ',
  ),
);

/**
 * SendGrid's v3 API as far as an account is checked and an email is sent
 * (https://www.twilio.com/docs/sendgrid/api-reference). Keys begin with `SG.`; `SG.wrong…` is refused, `SG.readonly…`
 * may not send.
 */
export function sendgridRoutes(app: FastifyInstance, deliver: Delivery, digits: Digits, events: EmailEvents): void {
  const errors = (reply: FastifyReply, status: number, message: string, field: string | null = null) =>
    reply.code(status).send({ errors: [{ message, field, help: null }] });
  const keyOf = (request: FastifyRequest): string | null => {
    const key = /^Bearer (SG\.\S{5,})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    return key === null || key.startsWith('SG.wrong') ? null : key;
  };
  const unauthorized = (reply: FastifyReply) =>
    errors(reply, 401, 'The provided authorization grant is invalid, expired, or revoked');
  const maySend = (key: string) => !key.startsWith('SG.readonly');

  app.get('/v3/scopes', async (request, reply) => {
    const key = keyOf(request);
    if (key === null) return unauthorized(reply);
    return {
      scopes: [
        ...(maySend(key) ? ['mail.send', 'mail.batch.create'] : []),
        'alerts.read',
        'user.profile.read',
        '2fa_required',
        'sender_verification_eligible',
      ],
    };
  });

  interface Address {
    email?: string;
    name?: string;
  }
  interface Send {
    personalizations?: { to?: Address[]; subject?: string }[];
    from?: Address;
    subject?: string;
    content?: { type?: string; value?: string }[];
    attachments?: { content?: string; filename?: string; type?: string }[];
    headers?: Record<string, string>;
    reply_to?: Address;
    custom_args?: Record<string, string>;
  }
  let sent = 0;
  app.post<{ Body: Send | null }>('/v3/mail/send', async (request, reply) => {
    const key = keyOf(request);
    if (key === null) return unauthorized(reply);
    if (!maySend(key)) return errors(reply, 403, 'access forbidden');
    const {
      personalizations = [],
      from,
      subject,
      content = [],
      attachments = [],
      headers = {},
      reply_to,
      custom_args = {},
    } = request.body ?? {};
    const to = personalizations.flatMap((one) => one.to ?? []).map(({ email = '' }) => email);
    if (to.length === 0)
      return errors(
        reply,
        400,
        'The personalizations field is required and must have at least one personalization.',
        'personalizations',
      );
    if (to.some((address) => !/^[^@\s]+@[^@\s]+$/.test(address)))
      return errors(reply, 400, 'Does not contain a valid address.', 'personalizations.0.to.0.email');
    if (!from?.email)
      return errors(
        reply,
        400,
        'The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.',
        'from.email',
      );
    if (!subject) return errors(reply, 400, 'The subject is required.', 'subject');
    if (content.length === 0 || content.some((part) => !part.type || !part.value))
      return errors(
        reply,
        400,
        'The content value must be a string at least one character in length.',
        'content.0.value',
      );
    const reserved = Object.keys(headers).find((name) => reservedHeaders.has(name.toLowerCase()));
    if (reserved !== undefined)
      return errors(reply, 400, `The '${reserved}' header is reserved and cannot be used.`, `headers.${reserved}`);
    const fate = fateOf(to);
    if (fate === 'refused')
      return errors(reply, 400, 'Does not contain a valid address.', 'personalizations.0.to.0.email');
    if (fate === 'busy') return errors(reply.header('x-ratelimit-remaining', '0'), 429, 'too many requests');
    if (fate === 'down') return errors(reply, 500, 'An error occurred on a SendGrid server.');
    const messageId = Object.entries(headers).find(([name]) => name.toLowerCase() === 'message-id')?.[1] ?? null;
    const part = (type: string) => content.find((one) => one.type === type)?.value ?? null;
    await deliver({
      from: from.name ? `"${from.name}" <${from.email}>` : from.email,
      to,
      subject,
      text: part('text/plain'),
      html: part('text/html'),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'message-id')),
        ...(reply_to?.email === undefined ? {} : { 'Reply-To': reply_to.email }),
      },
      messageId,
      attachments: attachments.map(({ content = '', filename = '', type = 'text/plain' }) => ({
        name: filename,
        type,
        content,
      })),
      user: 'sendgrid',
    });
    const providerMessageId = digits('sendgrid', String((sent += 1))).slice(0, 22);
    events.taken('sendgrid', fate, { to: to[0]!, providerMessageId, marks: custom_args });
    if (fate === 'lost') return void reply.hijack().raw.destroy();
    return reply.code(202).header('x-message-id', providerMessageId).send();
  });
}
