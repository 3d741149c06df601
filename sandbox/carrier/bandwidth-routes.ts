import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bandwidthListItem, bandwidthMessage } from './bandwidth.ts';
import { type Carrier, ConnectionReset } from './carrier.ts';
import { CarrierError } from './errors.ts';
import type { MediaStore } from './media.ts';
import type { AccountRecord } from './records.ts';

/** A refusal in Bandwidth's words. */
class Refused extends Error {
  readonly status: number;
  readonly type: string;
  readonly fields: readonly { readonly fieldName: string; readonly description: string }[];
  constructor(status: number, type: string, description: string, fields: Refused['fields'] = []) {
    super(description);
    this.status = status;
    this.type = type;
    this.fields = fields;
  }
}

const unauthorized = () => new Refused(401, 'unauthorized', 'Authentication Failed');
const e164 = /^\+[1-9]\d{6,14}$/;
const Body = z.object({
  applicationId: z.string().min(1),
  to: z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1).max(1)]),
  from: z.string(),
  text: z.string().max(2_048).default(''),
  media: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(10)
    .default([]),
  tag: z.string().max(1_024).nullish(),
  priority: z.enum(['default', 'high']).optional(),
  expiration: z.iso.datetime({ offset: true }).optional(),
});
type Params = { account: string; media: string };
type Request = FastifyRequest<{ Params: Params; Querystring: Record<string, string | undefined> }>;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Bandwidth's messaging API, version 2, as far as texts go: send, search, media. */
export function bandwidthRoutes(
  app: FastifyInstance,
  carrier: Carrier,
  media: MediaStore,
  { openAccounts, callbackUrl }: { readonly openAccounts: boolean; readonly callbackUrl: string | null },
): void {
  const { state } = carrier;

  /** An open account takes the first sign-in that it comes with; a password that starts with `wrong` is refused. */
  function signIn(request: Request): AccountRecord {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const username = text.slice(0, colon);
    const password = text.slice(colon + 1);
    const id = request.params.account;
    if (scheme?.toLowerCase() !== 'basic' || colon < 1) throw unauthorized();
    const isGood = /^\d{5,10}$/.test(id) && /^[\x21-\x7e]{8,}$/.test(password) && !password.startsWith('wrong');
    const known = state.accounts.get(id);
    if (openAccounts && isGood && (known === undefined || known.authToken === ''))
      carrier.addAccount({
        sid: id,
        authToken: password,
        friendlyName: 'Opened by its first sign-in',
        bandwidth: { username, callbackUrl },
      });
    const account = state.accounts.get(id);
    if (account?.bandwidth?.username !== username || !timingSafeEqual(digest(password), digest(account.authToken)))
      throw unauthorized();
    return account;
  }

  const failed = async (error: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    if (error instanceof Refused) {
      const fieldErrors = error.fields.length === 0 ? {} : { fieldErrors: error.fields };
      return reply.code(error.status).send({ type: error.type, description: error.message, ...fieldErrors });
    }
    if (!(error instanceof CarrierError)) throw error;
    // It says how long to wait only for its search.
    return reply
      .code(error.status)
      .send(
        error.status === 429 ?
          { type: 'max-message-queue-size-exceeded', description: 'The SMS queue for your account is full.' }
        : { type: 'server-error', description: error.message },
      );
  };
  const reset = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
  };

  app.post<{ Params: Params; Querystring: Record<string, string | undefined> }>(
    '/api/v2/users/:account/messages',
    async (request, reply) => {
      try {
        const account = signIn(request);
        const read = Body.safeParse(request.body);
        if (!read.success)
          throw new Refused(
            400,
            'request-validation',
            'Your request could not be accepted.',
            read.error.issues.map(({ path, message }) => ({ fieldName: path.join('.'), description: message })),
          );
        const { applicationId, to, from, text, media: mediaUrls, tag = null } = read.data;
        const refuse = (fieldName: string, description: string) =>
          new Refused(400, 'request-validation', 'Your request could not be accepted.', [{ fieldName, description }]);
        if (!e164.test(to[0]!)) throw refuse('to', `'${to[0]}' must be replaced with a valid E164 formatted number`);
        if (applicationId.startsWith('00000000')) throw refuse('applicationId', 'The application is not known.');
        if (state.numbers.get(from)?.accountSid !== account.sid)
          throw refuse('from', `'${from}' is not associated with the application.`);
        if (to[0] === from) throw refuse('to', 'from and to must differ');
        if (text === '' && mediaUrls.length === 0) throw refuse('text', 'text or media is needed');
        const { message, answer } = await carrier.create({
          accountSid: account.sid,
          from,
          to: to[0]!,
          body: text,
          mediaUrls,
          statusCallback: account.bandwidth!.callbackUrl,
          bandwidth: { applicationId, tag },
        });
        if (answer === 'never') return void reply.hijack();
        if (answer === 'reset') return reset(request, reply);
        return await reply.code(202).send(bandwidthMessage(message));
      } catch (error) {
        if (error instanceof ConnectionReset) return reset(request, reply);
        return failed(error, reply);
      }
    },
  );

  app.get<{ Params: Params; Querystring: Record<string, string | undefined> }>(
    '/api/v2/users/:account/messages',
    async (request, reply) => {
      try {
        const account = signIn(request);
        const {
          messageId,
          sourceTn,
          destinationTn,
          messageDirection,
          fromDateTime,
          pageToken,
          limit = '100',
        } = request.query;
        if ([messageId, sourceTn, destinationTn, messageDirection, fromDateTime].every((one) => one === undefined))
          throw new Refused(400, 'request-validation', 'At least one query parameter is needed.');
        const from = fromDateTime === undefined ? 0 : Date.parse(fromDateTime);
        if (Number.isNaN(from)) throw new Refused(400, 'request-validation', 'fromDateTime is not a date.');
        // It searches the last 14 days.
        const all = (state.byAccount.get(account.sid) ?? [])
          .filter(
            (one) =>
              (messageId === undefined || one.sid === messageId) &&
              (sourceTn === undefined || one.from === sourceTn) &&
              (destinationTn === undefined || one.to === destinationTn) &&
              (messageDirection === undefined || (messageDirection === 'INBOUND') === (one.direction === 'inbound')) &&
              one.createdAt >= from,
          )
          .toReversed();
        const start = pageToken === undefined ? 0 : Number(Buffer.from(pageToken, 'base64').toString());
        const size = Math.min(1_000, Number(limit) || 100);
        const next = start + size;
        return await reply.send({
          totalCount: all.length,
          pageInfo: all.length > next ? { nextPageToken: Buffer.from(String(next)).toString('base64') } : {},
          messages: all.slice(start, next).map(bandwidthListItem),
        });
      } catch (error) {
        return failed(error, reply);
      }
    },
  );

  app.get<{ Params: Params; Querystring: Record<string, string | undefined> }>(
    '/api/v2/users/:account/media/:media',
    async (request, reply) => {
      try {
        const account = signIn(request);
        const content = await media.read(request.params.media);
        const item = content === null ? undefined : carrier.mediaOf(request.params.media);
        const isOwn = (state.byAccount.get(account.sid) ?? []).some((one) =>
          one.media.some(({ sid }) => sid === request.params.media),
        );
        if (content === null || item === undefined || !isOwn) throw new Refused(404, 'media-not-found', 'Not Found');
        return await reply.header('content-type', item.contentType).send(content);
      } catch (error) {
        return failed(error, reply);
      }
    },
  );
}
