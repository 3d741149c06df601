import Fastify from 'fastify';
import type Stripe from 'stripe';
import type { Payments } from '../../../adapters/payments/port.ts';
import { createStripePayments } from '../../../adapters/payments/stripe/payments.ts';
import { eventOf } from '../../../adapters/payments/stripe/present.ts';
import { createChance as createSandboxChance, createDigits } from '../../../sandbox/chance.ts';
import { StripeError } from '../../../sandbox/stripe/errors.ts';
import { stripeRoutes } from '../../../sandbox/stripe/routes.ts';
import { createStripe, type StripeStandIn } from '../../../sandbox/stripe/stripe.ts';
import { quietLog } from '../../support/quiet.ts';
import type { Chance } from '../engine/chance.ts';
import type { Process } from '../engine/process.ts';
import type { Timeline } from '../engine/timeline.ts';

/** How Stripe is minded: likelihoods from 0 to 1. */
export interface StripeWeather {
  readonly name: string;
  /** Of a request: no connection; 500, done or not; the connection breaks, and the request may be on its way. */
  readonly away: number;
  readonly broken: number;
  readonly cutOff: number;
  /** Of webhooks. */
  readonly loses: number;
  readonly doubles: number;
  readonly late: number;
}

export const fairStripe: StripeWeather = { name: 'well', away: 0, broken: 0, cutOff: 0, loses: 0, doubles: 0, late: 0 };
export const stripeWeathers: readonly (StripeWeather & { readonly weight: number })[] = [
  { ...fairStripe, weight: 2 },
  { ...fairStripe, name: 'away', away: 0.9, late: 0.5, weight: 2 },
  { ...fairStripe, name: 'losing answers', broken: 0.2, cutOff: 0.3, doubles: 0.2, late: 0.2, weight: 3 },
  { ...fairStripe, name: 'losing answers and webhooks', broken: 0.2, cutOff: 0.4, loses: 0.9, weight: 3 },
  { ...fairStripe, name: 'late and twice with its webhooks', doubles: 0.6, late: 0.7, weight: 3 },
  { ...fairStripe, name: 'losing its webhooks', loses: 0.8, weight: 2 },
];

/** What something that happened at Stripe says of itself. */
export type StripeHint = ReturnType<typeof eventOf>;

export interface SimulatedStripe {
  /** What it holds, for laws and for what its own people do. */
  readonly standIn: StripeStandIn;
  /** The port as a process has it: the product's own adapter and Stripe's SDK over requests that the timeline carries. */
  from(process: Process): Payments;
  /** A browser asks with the publishable key. Null: it was refused. */
  browse(path: string, fields: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>> | null>;
  /** Somebody does something on Stripe's own pages. */
  atStripe(path: string, fields?: Readonly<Record<string, string>>): void;
  /** Stripe's own people end a subscription. */
  endAtStripe(subscriptionId: string): void;
  /** Somebody pays on a page of Stripe, with a card that is entered there; the bank may want them to confirm it. */
  payOnPage(sessionId: string, name: string, confirms: boolean): void;
  /** What fell due happens, and what happened is told. */
  look(): void;
  /** What was never told is, as somebody presses “resend”. In half the stories no one does, and the reconciler has to find it. */
  resend(): void;
  /** When the last thing happened that it would tell of, in ms; null: nothing has. */
  lastEventAt(): number | null;
  close(): Promise<void>;
}

type HttpClient = NonNullable<Parameters<typeof createStripePayments>[0]['httpClient']>;
type Response = Awaited<ReturnType<HttpClient['makeRequest']>>;

/** A connection that breaks may bring its request late, as at the carrier. */
const lingersMs = 20_000;
const timeoutMs = 20_000;
const secretKey = 'sk_test_simulation';
const publishableKey = 'pk_test_simulation';
const connectionError = (code: string): Error => Object.assign(new Error(code), { code });
/** Not `ECONNRESET`: the SDK repeats that once after a pause by the real clock, whatever it is told of retries. */
const cutOffCode = 'ETIMEDOUT';

/** The sandbox's stand-in for Stripe with the timeline's clock, as well as its weather lets it be. */
export function createSimulatedStripe(parts: {
  readonly seed: number;
  readonly isResent: boolean;
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly weather: () => StripeWeather;
  /** Carries a webhook to the product. */
  readonly tellProduct: (hint: StripeHint) => void;
  readonly tell: (line: string) => void;
}): SimulatedStripe {
  const { seed, isResent, timeline, chance, weather, tellProduct, tell } = parts;
  const began = timeline.now().getTime() - timeline.elapsed;
  const draw = createSandboxChance(`simulation ${seed}`);
  const standIn = createStripe({
    lines: [],
    journal: { append: () => {}, flush: async () => {} },
    digits: createDigits(`simulation ${seed}`),
    chance: draw,
    clock: () => began + timeline.elapsed,
    baseUrl: () => 'https://stripe.example.test',
    behaviour: {},
    endpoint: null,
    log: quietLog,
    changed: () => {},
  });
  // It would look at the real clock, and carry webhooks by it.
  void standIn.close();

  const app = Fastify({ logger: false });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  stripeRoutes(app, standIn, { secret: secretKey, publishable: publishableKey }, draw);

  let told = 0;
  const lost: StripeHint[] = [];
  function spread(): void {
    const events = standIn.core.all('event');
    for (const event of events.slice(told)) {
      tell(`stripe: ${event.type}`);

      const hint = eventOf(event as unknown as Stripe.Event);
      const { loses, doubles, late } = weather();
      if (chance.is(loses)) {
        lost.push(hint);
        continue;
      }
      for (let copy = chance.is(doubles) ? 2 : 1; copy > 0; copy -= 1)
        timeline.in(chance.is(late) ? chance.between(1_000, 200_000) : chance.between(5, 400), () => tellProduct(hint));
    }
    told = events.length;
  }

  async function serve(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(method === 'GET' ? {} : { payload: body }),
    });
    if (method !== 'GET') tell(`stripe: ${method} ${path} ${answer.statusCode}`);
    spread();
    return {
      status: answer.statusCode,
      body: answer.body,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    };
  }

  /** Carries a request there and the answer back. */
  const carried = (process: Process, request: Parameters<typeof serve>): Promise<Response> =>
    new Promise<Response>((resolve, reject) => {
      const answer = (ms: number, then: () => void): void => void timeline.in(ms, then, process);
      const { away, broken, cutOff } = weather();
      if (chance.is(away)) return answer(chance.between(1, 50), () => reject(connectionError('ECONNREFUSED')));
      if (chance.is(broken)) {
        const isDone = chance.is(0.5);
        return void timeline.in(chance.between(5, 500), async () => {
          if (isDone) await serve(...request);
          answer(chance.between(10, 400), () => resolve(responseOf(500, '{"error":{"message":"x"}}', {})));
        });
      }
      if (chance.is(cutOff)) {
        if (chance.is(0.5)) timeline.in(chance.between(5, lingersMs), async () => void (await serve(...request)));
        return answer(chance.is(0.5) ? timeoutMs : chance.between(1, 900), () => reject(connectionError(cutOffCode)));
      }
      timeline.in(chance.between(5, 80), async () => {
        const { status, body, headers } = await serve(...request);
        answer(chance.is(0.1) ? chance.between(500, 8_000) : chance.between(5, 80), () =>
          resolve(responseOf(status, body, headers)),
        );
      });
    });

  return {
    standIn,
    from: (process) =>
      createStripePayments({
        secretKey,
        webhookSecret: null,
        mode: 'sandbox',
        httpClient: {
          getClientName: () => 'simulation',
          makeRequest: (_host, _port, path, method, headers, body) =>
            carried(process, [method, path, headers as Record<string, string>, body]),
        },
      }),
    browse: (path, fields) =>
      new Promise((resolve) => {
        timeline.in(chance.between(50, 2_000), async () => {
          const headers = {
            authorization: `Bearer ${publishableKey}`,
            'content-type': 'application/x-www-form-urlencoded',
          };
          const { status, body } = await serve('POST', path, headers, new URLSearchParams(fields).toString());
          resolve(status === 200 ? (JSON.parse(body) as Record<string, unknown>) : null);
        });
      }),
    atStripe(path, fields = {}) {
      timeline.in(chance.between(50, 2_000), async () => {
        const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
        await serve('POST', path, headers, new URLSearchParams(fields).toString());
      });
    },
    endAtStripe(subscriptionId) {
      timeline.in(chance.between(50, 2_000), async () => {
        const headers = { authorization: `Bearer ${secretKey}` };
        await serve('DELETE', `/v1/subscriptions/${subscriptionId}`, headers, '');
      });
    },
    payOnPage(sessionId, name, confirms) {
      timeline.in(chance.between(50, 2_000), async () => {
        const number = chance.is(0.8) ? '4242424242424242' : '4000002760003184';
        const headers = {
          authorization: `Bearer ${publishableKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        };
        const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2034', 'card[cvc]': '123' };
        const fields = new URLSearchParams({ type: 'card', ...card }).toString();
        const { id } = JSON.parse((await serve('POST', '/v1/payment_methods', headers, fields)).body) as { id: string };
        try {
          const method = standIn.core.get('payment_method', id);
          const { authenticate } = standIn.complete(sessionId, { email: 'pays@example.test', name, method });
          if (authenticate !== null) standIn.authenticate(authenticate, confirms ? 'succeed' : 'fail');
        } catch (error) {
          if (!(error instanceof StripeError)) throw error;
          tell(`stripe: the page ${sessionId.slice(-4)} refuses: ${error.message}`);
        }
        spread();
      });
    },
    look() {
      standIn.catchUp();
      spread();
    },
    lastEventAt() {
      const last = standIn.core.all('event').at(-1);
      return last === undefined ? null : last.created * 1_000;
    },
    resend() {
      if (!isResent) return;
      for (const hint of lost.splice(0)) timeline.in(chance.between(5, 2_000), () => tellProduct(hint));
    },
    close: () => app.close(),
  };
}

const responseOf = (status: number, body: string, headers: Readonly<Record<string, string>>): Response => ({
  getStatusCode: () => status,
  getHeaders: () => ({ ...headers }),
  getRawResponse: () => ({}),
  toStream: () => null,
  toJSON: async () => JSON.parse(body) as unknown,
});
