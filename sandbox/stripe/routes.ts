/* eslint-disable max-len -- Stripe's own words are one line */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Chance } from '../chance.ts';
import type { Call } from './call.ts';
import { apiVersion } from './core.ts';
import { StripeError } from './errors.ts';
import { expanded } from './expand.ts';
import { readForm } from './form.ts';
import { readParams } from './params.ts';
import type { StripeStandIn } from './stripe.ts';

interface Route {
  readonly call: Call;
  readonly id: string;
}

/** Stripe's API under `/v1`, with its sign-in, versions, idempotency and errors. */
export function stripeRoutes(
  app: FastifyInstance,
  stripe: StripeStandIn,
  keys: { readonly secret: string | null; readonly publishable: string | null },
  chance: Chance,
): void {
  const running = new Set<string>();
  let second = 0;
  let asked = 0;
  let count = 0;

  const patterns = stripe.calls.map((call) => ({
    call,
    parts: call.path.split('/'),
    // What has no parameter in its address goes first.
    fixed: call.path.split('/').filter((part) => part !== ':id').length,
  }));
  function find(method: string, path: string): Route | null {
    const parts = path.split('/');
    const found = patterns
      .filter(
        (one) =>
          one.call.method === method &&
          one.parts.length === parts.length &&
          one.parts.every((part, index) => part === ':id' || part === parts[index]),
      )
      .sort((one, other) => other.fixed - one.fixed)[0];
    if (found === undefined) return null;
    const at = found.parts.indexOf(':id');
    return { call: found.call, id: at < 0 ? '' : decodeURIComponent(parts[at]!) };
  }

  function signedIn(request: FastifyRequest): 'secret' | 'publishable' {
    const header = request.headers.authorization ?? '';
    const key =
      header.startsWith('Basic ') ?
        Buffer.from(header.slice(6), 'base64').toString('utf8').split(':')[0]!
      : header.replace(/^Bearer /, '');
    if (key === '')
      throw new StripeError(
        401,
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        { isEarly: true },
      );
    const isSecret = keys.secret === null ? /^sk_test_\w{4,}$/.test(key) : key === keys.secret;
    // A restricted key of an account: the stand-in's reads everything and changes nothing.
    const isRestricted = /^rk_test_\w{16,}$/.test(key) && request.method === 'GET';
    const isPublishable = keys.publishable === null ? /^pk_test_\w{4,}$/.test(key) : key === keys.publishable;
    if (isSecret || isRestricted) return 'secret';
    if (isPublishable) return 'publishable';
    throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`, {
      isEarly: true,
    });
  }

  /** When a request of a past that is being made up counts as made, in seconds; null: now. */
  function timeOf(request: FastifyRequest): number | null {
    const said = request.headers['sandbox-time'];
    if (said === undefined) return null;
    const at = Number(said);
    if (!Number.isSafeInteger(at) || at < 0 || at > stripe.core.now())
      throw new StripeError(400, 'The sandbox-time of a request is a second of the past, counted from 1970.', {
        isEarly: true,
      });
    return at;
  }

  function limited(): void {
    const { requestsPerSecond } = stripe.behaviour();
    if (requestsPerSecond === null) return;
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      asked = 0;
    }
    if ((asked += 1) > requestsPerSecond)
      throw new StripeError(
        429,
        'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
        { code: 'rate_limit', isEarly: true },
      );
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requestId = `req_${String((count += 1)).padStart(6, '0')}${stripe.core.now().toString(36)}`;
    const send = async (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
      const { delayMs, lostAnswerRate } = stripe.behaviour();
      await stripe.flush();
      if (delayMs > 0) await pause(delayMs);
      if (request.method !== 'GET' && chance('stripe answer', requestId) < lostAnswerRate) {
        reply.hijack();
        reply.raw.destroy();
        return;
      }
      await reply
        .code(status)
        .headers({
          'request-id': requestId,
          'stripe-version': apiVersion,
          'cache-control': 'no-cache, no-store',
          ...headers,
        })
        .type('application/json')
        .send(body);
    };
    const refuse = (error: StripeError) =>
      send(error.status, JSON.stringify(error.body(), null, 2), {
        ...(error.status === 429 ? { 'stripe-should-retry': 'true' } : {}),
      });

    const { away } = stripe.behaviour();
    if (away === 'reset') {
      reply.hijack();
      reply.raw.destroy();
      return;
    }
    if (away === 'error') {
      await refuse(new StripeError(500, 'An unknown error occurred', { isEarly: true }));
      return;
    }

    const [path = '', query = ''] = request.url.split('?');
    const body = request.body instanceof URLSearchParams ? request.body.toString() : '';
    const key = request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
    let mine = false;
    try {
      limited();
      const by = signedIn(request);
      const version = request.headers['stripe-version'];
      if (version !== undefined && version !== apiVersion)
        throw new StripeError(
          400,
          `Invalid Stripe API version: ${String(version)}. The sandbox's stand-in for Stripe speaks ${apiVersion}.`,
          { isEarly: true },
        );
      const route = find(request.method, path);
      if (route === null)
        throw new StripeError(
          404,
          `Unrecognized request URL (${request.method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. The sandbox's stand-in for Stripe has only the calls of its README.`,
          { isEarly: true },
        );
      if (by === 'publishable' && !route.call.isForBrowsers)
        throw new StripeError(
          403,
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
          { code: 'secret_key_required', isEarly: true },
        );
      if (key !== undefined && key.length > 255)
        throw new StripeError(400, 'Idempotency keys can have up to 255 characters.', { isEarly: true });

      const fingerprint = stripe.fingerprint(request.method, path, body);
      if (key !== undefined) {
        const before = stripe.memory.answers.get(key);
        if (before !== undefined && before.fingerprint !== fingerprint)
          throw new StripeError(
            400,
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
            { type: 'idempotency_error', isEarly: true },
          );
        if (running.has(key))
          throw new StripeError(
            409,
            `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again in a little while.`,
            { type: 'idempotency_error', code: 'idempotency_key_in_use', isEarly: true },
          );
        if (before !== undefined) {
          await send(before.status, before.body, { 'idempotent-replayed': 'true', 'original-request': requestId });
          return;
        }
        running.add(key);
        mine = true;
      }
      const time = timeOf(request);
      stripe.catchUp();
      const form = new URLSearchParams(query);
      for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
      const { expand = [], ...params } = readParams(route.call.fields, readForm(form)) as {
        readonly expand?: readonly string[];
      };
      const remember = (status: number, text: string) => {
        if (key !== undefined) stripe.memory.remember({ key, fingerprint, status, body: text, at: stripe.core.now() });
      };
      try {
        stripe.core.request = { id: requestId, key: key ?? null };
        const carryOut = () =>
          stripe.memory.change(() =>
            JSON.stringify(
              expanded(
                stripe.core,
                // eslint-disable-next-line no-restricted-syntax -- each call reads its own fields, and these are read by them
                latest(route.call.run(stripe.core, route.id, params as never, { isBrowser: by === 'publishable' })),
                expand,
              ),
              null,
              2,
            ),
          );
        const text = time === null ? carryOut() : stripe.inThePast(time, carryOut);
        remember(200, text);
        stripe.write();
        await send(200, text, key === undefined ? {} : { 'idempotency-key': key });
      } catch (error) {
        if (error instanceof StripeError && !error.isEarly)
          remember(error.status, JSON.stringify(error.body(), null, 2));
        stripe.write();
        throw error;
      } finally {
        stripe.core.request = null;
      }
    } catch (error) {
      if (error instanceof StripeError) await refuse(error);
      else throw error;
    } finally {
      if (mine && key !== undefined) running.delete(key);
    }
  }

  /** The object as it is after all that followed from the call. */
  function latest(result: unknown): unknown {
    if (typeof result !== 'object' || result === null || !('id' in result) || !('object' in result)) return result;
    const { id, object } = result as { id: string; object: string };
    return ['subscription', 'invoice', 'payment_intent'].includes(object) ?
        (stripe.core.find(object as 'invoice', id) ?? result)
      : result;
  }

  app.all('/v1/*', { config: {} }, answer);
}
