import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Digits } from '../chance.ts';
import { type Delivery, fateOf } from './delivery.ts';
import type { EmailEvents } from './events.ts';

/**
 * Amazon SES, API v2 (https://docs.aws.amazon.com/ses/latest/APIReference-V2). The signature's form is looked at, not
 * its value: the sandbox knows no secret keys. Access keys that start with `AKIAWRONG` are refused, with `AKIAPAUSED`
 * sending is switched off.
 */
export function sesRoutes(app: FastifyInstance, deliver: Delivery, digits: Digits, events: EmailEvents): void {
  const failure = (reply: FastifyReply, status: number, type: string, message: string) =>
    reply.code(status).header('x-amzn-errortype', type).send({ message });
  const keyOf = (request: FastifyRequest): string | null => {
    const key =
      /^AWS4-HMAC-SHA256 Credential=([\w]{16,128})\/\d{8}\/[\w-]+\/ses\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/.exec(
        request.headers.authorization ?? '',
      )?.[1] ?? null;
    return key === null || key.startsWith('AKIAWRONG') ? null : key;
  };
  const refused = (reply: FastifyReply) =>
    failure(reply, 403, 'UnrecognizedClientException', 'The security token included in the request is invalid.');

  app.get('/v2/email/account', async (request, reply) => {
    const key = keyOf(request);
    if (key === null) return refused(reply);
    return {
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: 'HEALTHY',
      ProductionAccessEnabled: true,
      SendingEnabled: !key.startsWith('AKIAPAUSED'),
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    };
  });

  interface Send {
    FromEmailAddress?: string;
    ReplyToAddresses?: string[];
    Destination?: { ToAddresses?: string[] };
    EmailTags?: { Name: string; Value: string }[];
    Content?: {
      Simple?: {
        Subject?: { Data?: string };
        Body?: { Text?: { Data?: string }; Html?: { Data?: string } };
        Attachments?: { FileName: string; ContentType?: string; RawContent: string }[];
        Headers?: { Name: string; Value: string }[];
      };
    };
  }
  let sent = 0;
  app.post<{ Body: Send | null }>('/v2/email/outbound-emails', async (request, reply) => {
    const key = keyOf(request);
    if (key === null) return refused(reply);
    if (key.startsWith('AKIAPAUSED'))
      return failure(reply, 400, 'SendingPausedException', 'Email sending is disabled for this account.');
    const {
      FromEmailAddress: from,
      Destination,
      Content,
      ReplyToAddresses: replyTo = [],
      EmailTags = [],
    } = request.body ?? {};
    const to = Destination?.ToAddresses ?? [];
    const simple = Content?.Simple;
    if (!from || to.length === 0 || simple?.Subject?.Data === undefined)
      return failure(reply, 400, 'BadRequestException', 'Missing required fields.');
    const fate = fateOf(to);
    if (fate === 'refused') return failure(reply, 400, 'MessageRejected', 'Email address is not verified.');
    if (fate === 'busy') return failure(reply, 429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
    if (fate === 'down') return failure(reply, 500, 'InternalFailure', 'An internal error occurred.');
    const id = `0100${digits('ses', String((sent += 1)))}-000000`;
    await deliver({
      from,
      to,
      subject: simple.Subject.Data,
      text: simple.Body?.Text?.Data ?? null,
      html: simple.Body?.Html?.Data ?? null,
      headers: {
        ...Object.fromEntries((simple.Headers ?? []).map(({ Name, Value }) => [Name, Value])),
        ...(replyTo.length === 0 ? {} : { 'Reply-To': replyTo.join(', ') }),
      },
      attachments: (simple.Attachments ?? []).map(({ FileName, ContentType, RawContent }) => ({
        name: FileName,
        type: ContentType ?? 'application/octet-stream',
        content: RawContent,
      })),
      messageId: `<${id}@email.amazonses.com>`,
      user: 'ses',
    });
    const marks = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value]));
    events.taken('ses', fate, { to: to[0]!, providerMessageId: id, marks });
    if (fate === 'lost') return void reply.hijack().raw.destroy();
    return { MessageId: id };
  });
}
