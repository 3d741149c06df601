import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Carrier } from './carrier.ts';
import { ConnectionReset } from './carrier.ts';
import { CarrierError, notFound, unauthenticated } from './errors.ts';
import { searchNumbers } from './inventory.ts';
import type { MediaStore } from './media.ts';
import { contentPath } from './fields.ts';
import { createCommand, listMessages } from './messages.ts';
import { buyNumber, listNumbers, numberBySid, updateNumber } from './numbers.ts';
import type { AccountRecord } from './records.ts';
import { accountResource, mediaResource, messageResource, numberResource } from './resources.ts';
import { tollfreeRoutes } from './tollfree.ts';

type Params = { account: string; sid: string; media: string; country: string; kind: string };
type Request = FastifyRequest<{ Params: Params; Body: unknown }>;

const accountPath = '/2010-04-01/Accounts/:account.json';
/** Tells accounts that opened themselves from those the sandbox was started with. */
const openName = 'Opened by its first sign-in';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Twilio's REST API, version 2010-04-01, as far as texts and their numbers go. */
export function carrierRoutes(app: FastifyInstance, carrier: Carrier, media: MediaStore, openAccounts = false): void {
  const { state } = carrier;
  const path = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? request.url;

  /** Basic auth with the account's sid and token. */
  function authenticate(request: FastifyRequest): AccountRecord {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    const token = text.slice(colon + 1);
    if (openAccounts && colon > 0) openAccount(text.slice(0, colon), token, request.routeOptions.url === accountPath);
    const account = state.accounts.get(text.slice(0, colon));
    if (scheme?.toLowerCase() !== 'basic' || colon < 0 || account === undefined) throw unauthenticated();
    if (!timingSafeEqual(digest(token), digest(account.authToken))) throw unauthenticated();
    return account;
  }
  /** The same; the path must be that account's. */
  function signIn(request: Request): AccountRecord {
    const account = authenticate(request);
    if (request.params.account !== account.sid) throw notFound(path(request));
    return account;
  }

  /**
   * Whoever comes with a well-formed pair has an account here. Asking for the account itself renews the token, as
   * rotating it at the carrier does.
   */
  function openAccount(sid: string, authToken: string, renew: boolean): void {
    const known = state.accounts.get(sid);
    if (!/^AC[0-9a-f]{32}$/i.test(sid) || !/^[\x21-\x7e]{8,}$/.test(authToken) || authToken.startsWith('wrong')) return;
    if (
      known === undefined ||
      known.authToken === '' ||
      (renew && known.friendlyName === openName && known.authToken !== authToken)
    ) {
      carrier.addAccount({
        sid,
        authToken,
        friendlyName: openName,
        type: authToken.startsWith('trial') ? 'Trial' : 'Full',
      });
    }
  }

  const form = (request: Request) => (request.body instanceof URLSearchParams ? request.body : new URLSearchParams());
  const query = (request: Request) => new URLSearchParams(request.url.split('?')[1] ?? '');
  const active = (account: AccountRecord): AccountRecord => {
    if (account.status !== 'active') throw new CarrierError(401, 20005, 'Account is not active');
    return account;
  };
  const messageOf = (request: Request, account: AccountRecord) => {
    const message = state.messages.get(request.params.sid);
    if (message === undefined || message.accountSid !== account.sid) throw notFound(path(request));
    return message;
  };

  const base = '/2010-04-01/Accounts/:account';

  app.get<{ Params: Params }>(accountPath, async (request) => accountResource(signIn(request)));

  app.post<{ Params: Params }>(`${base}/Messages.json`, async (request, reply) => {
    const command = createCommand(active(signIn(request)), state, form(request));
    try {
      const { message, answer } = await carrier.create(command);
      if (answer === 'never') return void reply.hijack();
      if (answer === 'reset') return reset(request, reply);
      return await reply.code(201).send(messageResource(message, 'queued'));
    } catch (error) {
      if (error instanceof ConnectionReset) return reset(request, reply);
      throw error;
    }
  });
  app.get<{ Params: Params }>(`${base}/Messages.json`, async (request) =>
    listMessages(signIn(request), state, path(request), query(request)),
  );
  app.get<{ Params: Params }>(`${base}/Messages/:sid.json`, async (request) =>
    messageResource(messageOf(request, signIn(request))),
  );
  app.get<{ Params: Params }>(`${base}/Messages/:sid/Media.json`, async (request) => {
    const message = messageOf(request, signIn(request));
    return {
      media_list: message.media.map((item) => mediaResource(message, item)),
      page: 0,
      page_size: 50,
      uri: path(request),
      next_page_uri: null,
      start: 0,
      end: 0,
    };
  });

  // Like the carrier's own: it may be asked for with the account's sign-in, must be when the account wants that, and
  // leads on to where the bytes are.
  app.get<{ Params: Params }>(`${base}/Messages/:sid/Media/:media`, async (request, reply) => {
    const message = state.messages.get(request.params.sid);
    const wanted = request.params.media.replace(/\.json$/, '');
    const item = message?.media.find((one) => one.sid === wanted);
    if (message === undefined || item === undefined || message.accountSid !== request.params.account)
      throw notFound(path(request));
    if (wanted !== request.params.media) {
      signIn(request);
      return mediaResource(message, item);
    }
    if (request.headers.authorization !== undefined || carrier.behaviour().mediaAuth) signIn(request);
    return reply.code(307).header('location', contentPath(item)).send();
  });
  app.get<{ Params: { media: string } }>('/cdn/media/:media', async (request, reply) => {
    const content = await media.read(request.params.media);
    const item = content === null ? undefined : carrier.mediaOf(request.params.media);
    if (content === null || item === undefined) throw notFound(path(request));
    return reply
      .header('content-type', item.contentType)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content);
  });

  app.get<{ Params: Params }>(`${base}/AvailablePhoneNumbers/:country/:kind.json`, async (request) => {
    signIn(request);
    const found = searchNumbers(state, request.params.country, request.params.kind, query(request));
    if (found === null) throw notFound(path(request));
    return { uri: path(request), available_phone_numbers: found };
  });

  app.get<{ Params: Params }>(`${base}/IncomingPhoneNumbers.json`, async (request) =>
    listNumbers(signIn(request), state, path(request), query(request)),
  );
  app.post<{ Params: Params }>(`${base}/IncomingPhoneNumbers.json`, async (request, reply) => {
    const number = buyNumber(carrier, active(signIn(request)), form(request));
    await carrier.flush();
    return reply.code(201).send(numberResource(number));
  });
  app.get<{ Params: Params }>(`${base}/IncomingPhoneNumbers/:sid.json`, async (request) => {
    const number = numberBySid(state, signIn(request), request.params.sid);
    if (number === null) throw notFound(path(request));
    return numberResource(number);
  });
  app.post<{ Params: Params }>(`${base}/IncomingPhoneNumbers/:sid.json`, async (request) => {
    const number = numberBySid(state, signIn(request), request.params.sid);
    if (number === null) throw notFound(path(request));
    const next = updateNumber(carrier, number, form(request));
    await carrier.flush();
    return numberResource(next);
  });
  app.delete<{ Params: Params }>(`${base}/IncomingPhoneNumbers/:sid.json`, async (request, reply) => {
    const number = numberBySid(state, signIn(request), request.params.sid);
    if (number === null) throw notFound(path(request));
    carrier.releaseNumber(number.number);
    await carrier.flush();
    return reply.code(204).send();
  });

  tollfreeRoutes(app, carrier, { signIn: (request) => active(authenticate(request)), now: carrier.now, reset });

  app.all<{ Params: Params }>('/2010-04-01/*', async (request) => {
    throw notFound(path(request));
  });
}

function reset(request: Pick<FastifyRequest, 'raw'>, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
}
