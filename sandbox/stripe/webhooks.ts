import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Chance } from '../chance.ts';
import type { StripeBehaviour } from './behaviour.ts';
import type { OwedWebhook, StripeEvent } from './records.ts';

export interface WebhookEndpoint {
  readonly url: string;
  /** `whsec_…`; the whole text is the key of the signature. */
  readonly secret: string;
}

/** `Stripe-Signature` of a body at an instant in seconds. */
export const signatureOf = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

export interface StripeCourier {
  send(owed: OwedWebhook): void;
  /** Posts an event once more, at once. The HTTP status; null: nobody answered. */
  post(event: StripeEvent): Promise<number | null>;
  pending(): number;
  hurry(): void;
  close(): Promise<void>;
}

/** Carries events to the application: each by itself and in no order, tried again with growing pauses. */
export function createStripeCourier(parts: {
  endpoint(): WebhookEndpoint | null;
  behaviour(): StripeBehaviour;
  chance: Chance;
  event(id: string): StripeEvent | null;
  /** Milliseconds since 1970: what the application's clock says too. */
  clock(): number;
  settled(owed: OwedWebhook): void;
}): StripeCourier {
  const agent = new Agent({ connections: 16, pipelining: 1, keepAliveTimeout: 2_000, connectTimeout: 5_000 });
  const sleepers = new Set<() => void>();
  let underWay = 0;
  let closed = false;

  const sleep = (ms: number): Promise<void> =>
    ms <= 0 || closed ?
      Promise.resolve()
    : new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          sleepers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        sleepers.add(wake);
      });

  async function post(event: StripeEvent): Promise<number | null> {
    const endpoint = parts.endpoint();
    if (endpoint === null) return null;
    const body = JSON.stringify(event, null, 2);
    try {
      const answer = await request(endpoint.url, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          accept: '*/*',
          'stripe-signature': signatureOf(endpoint.secret, body, Math.floor(parts.clock() / 1000)),
        },
        body,
        headersTimeout: 15_000,
        bodyTimeout: 15_000,
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return null;
    }
  }

  async function deliver(owed: OwedWebhook, afterMs: number): Promise<void> {
    await sleep(afterMs);
    const { retryFirstMs, retryMaxMs, retryForMs } = parts.behaviour().webhooks;
    const until = Date.now() + retryForMs;
    for (let pause = retryFirstMs; !closed; pause = Math.min(pause * 2, retryMaxMs)) {
      const event = parts.event(owed.event);
      if (event === null || parts.endpoint() === null) return;
      const status = await post(event);
      // A redirect counts as a failure, as at Stripe.
      if ((status !== null && status >= 200 && status < 300) || Date.now() + pause > until) return;
      await sleep(pause);
    }
  }

  return {
    send(owed) {
      const way = parts.behaviour().webhooks;
      const chance = (purpose: string) => parts.chance('stripe', owed.event, purpose);
      if (parts.endpoint() === null || chance('loss') < way.lossRate) {
        parts.settled(owed);
        return;
      }
      const late = chance('reorder') < way.reorderRate ? Math.max(1, chance('reorder by') * way.reorderByMs) : 0;
      const delay = way.delayMs + chance('jitter') * way.jitterMs + late;
      underWay += 1;
      void deliver(owed, Math.round(delay)).finally(() => {
        underWay -= 1;
        if (!closed) parts.settled(owed);
      });
      if (chance('duplicate') >= way.duplicateRate) return;
      underWay += 1;
      void sleep(Math.round(delay + chance('duplicate by') * way.reorderByMs))
        .then(() => {
          const event = closed ? null : parts.event(owed.event);
          return event === null ? null : post(event);
        })
        .finally(() => {
          underWay -= 1;
        });
    },
    post,
    pending: () => underWay,
    hurry() {
      for (const wake of [...sleepers]) wake();
    },
    async close() {
      closed = true;
      for (const wake of [...sleepers]) wake();
      await agent.destroy();
    },
  };
}
