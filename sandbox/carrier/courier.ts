import { Agent, request } from 'undici';
import type { Behaviour } from '../behaviour.ts';
import type { Chance } from '../chance.ts';
import type { CallbackRecord, WebhookResult } from './records.ts';

/** One post to the application, as the carrier that it stands for makes it. */
export interface Webhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CourierParts {
  behaviour(): Behaviour;
  chance: Chance;
  /** What a callback says; null when it has nobody to say it to any more. */
  webhookOf(callback: CallbackRecord): Webhook | null;
  /** After the first try that failed, and at the end. */
  progress(callback: CallbackRecord, result: WebhookResult): void;
  settled(callback: CallbackRecord, result: WebhookResult): void;
  now(): number;
}

export interface Courier {
  /** Takes over a callback. `queue` names the callbacks that go one after another, as long as none of them is reordered. */
  send(callback: CallbackRecord, queue: string): void;
  /** The first answer, or null when none comes within the time of a webhook. */
  firstAnswer(id: string): Promise<WebhookResult | null>;
  /** Posts once more, at once, without any chance or record; for trying duplicates. */
  post(webhook: Webhook): Promise<{ httpStatus: number | null; error: string | null }>;
  /** Callbacks under way. */
  pending(): number;
  /** Tries whatever waits for its next attempt now. */
  hurry(): void;
  close(): Promise<void>;
}

const retryable = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Carries webhooks to the application: signed, one after another per queue, tried again with growing pauses.
 *
 * The real carrier tries a status callback once, and an incoming text once at its address and once at the fall-back address. This one is
 * more patient, so that an application that restarts gets what happened in the meantime.
 */
export function createCourier(parts: CourierParts): Courier {
  const agent = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 2_000, connectTimeout: 5_000 });
  const queues = new Map<string, Promise<void>>();
  const waiters = new Map<string, ((result: WebhookResult | null) => void)[]>();
  const sleepers = new Set<{ wake(): void; hurried: boolean }>();
  let underWay = 0;
  let closed = false;

  function sleep(ms: number, hurried: boolean): Promise<void> {
    if (ms <= 0 || closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => sleeper.wake(), ms);
      const sleeper = {
        hurried,
        wake() {
          clearTimeout(timer);
          sleepers.delete(sleeper);
          resolve();
        },
      };
      sleepers.add(sleeper);
    });
  }

  async function post(webhook: Webhook): Promise<{ httpStatus: number | null; error: string | null }> {
    try {
      const answer = await request(webhook.url, {
        method: 'POST',
        dispatcher: agent,
        headers: webhook.headers,
        body: webhook.body,
        headersTimeout: parts.behaviour().webhookTimeoutMs,
        bodyTimeout: parts.behaviour().webhookTimeoutMs,
      });
      await answer.body.dump();
      return { httpStatus: answer.statusCode, error: null };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { httpStatus: null, error: code ?? message };
    }
  }

  async function attempt(callback: CallbackRecord): Promise<void> {
    const { retry } = parts.behaviour();
    const startedAt = parts.now();
    let pause = retry.firstMs;
    for (let attempts = 1; !closed; attempts += 1) {
      const webhook = parts.webhookOf(callback);
      if (webhook === null) return finish(callback, { state: 'none', httpStatus: null, attempts: 0, error: null });
      const { httpStatus, error } = await post(webhook);
      if (closed && httpStatus === null) return;
      const result = { httpStatus, attempts, error };
      if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300)
        return finish(callback, { state: 'delivered', ...result });
      if (httpStatus !== null && !retryable(httpStatus)) return finish(callback, { state: 'refused', ...result });
      if (parts.now() + pause - startedAt > retry.forMs) return finish(callback, { state: 'gaveUp', ...result });
      parts.progress(callback, { state: 'pending', ...result });
      answer(callback.id, { state: 'pending', ...result });
      await sleep(pause, true);
      pause = Math.min(pause * retry.factor, retry.maxMs);
    }
  }

  function answer(id: string, result: WebhookResult | null): void {
    const waiting = waiters.get(id);
    waiters.delete(id);
    for (const resolve of waiting ?? []) resolve(result);
  }

  function finish(callback: CallbackRecord, result: WebhookResult): void {
    parts.settled(callback, result);
    answer(callback.id, result);
  }

  async function duplicate(callback: CallbackRecord, afterMs: number): Promise<void> {
    underWay += 1;
    await sleep(afterMs, false);
    const webhook = closed ? null : parts.webhookOf(callback);
    if (webhook !== null) await post(webhook);
    underWay -= 1;
  }

  return {
    send(callback, queue) {
      const way = parts.behaviour()[callback.kind];
      const chance = (purpose: string) => parts.chance(callback.kind, callback.sid, callback.state, purpose);
      if (chance('loss') < way.lossRate)
        return finish(callback, { state: 'lost', httpStatus: null, attempts: 0, error: null });
      if (chance('duplicate') < way.duplicateRate)
        void duplicate(callback, Math.round(chance('duplicate by') * way.reorderByMs));

      underWay += 1;
      const late = chance('reorder') < way.reorderRate;
      const delay =
        way.delayMs +
        chance('jitter') * way.jitterMs +
        (late ? Math.max(1, chance('reorder by') * way.reorderByMs) : 0);
      const due = callback.owedAt + Math.round(delay);
      const before = late ? Promise.resolve() : (queues.get(queue) ?? Promise.resolve());
      const done = before
        .then(() => sleep(due - parts.now(), false))
        .then(() => attempt(callback))
        .catch((error: unknown) =>
          finish(callback, { state: 'gaveUp', httpStatus: null, attempts: 1, error: String(error) }),
        )
        .finally(() => {
          underWay -= 1;
          if (queues.get(queue) === done) queues.delete(queue);
        });
      if (!late) queues.set(queue, done);
    },
    firstAnswer(id) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => give(null), parts.behaviour().webhookTimeoutMs + 1_000);
        const give = (result: WebhookResult | null) => {
          clearTimeout(timer);
          resolve(result);
        };
        waiters.set(id, [...(waiters.get(id) ?? []), give]);
      });
    },
    post,
    pending: () => underWay,
    hurry() {
      for (const sleeper of [...sleepers]) if (sleeper.hurried) sleeper.wake();
    },
    async close() {
      closed = true;
      for (const sleeper of [...sleepers]) sleeper.wake();
      for (const id of [...waiters.keys()]) answer(id, null);
      await agent.destroy();
    },
  };
}
