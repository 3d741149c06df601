import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Chance, Digits } from '../chance.ts';
import type { Journal } from '../store/journal.ts';
import { behaviourAfter, steady, type StripeBehaviour, type StripeBehaviourChange } from './behaviour.ts';
import { type Call, call, inRange, page, paging } from './call.ts';
import { catalogCalls } from './catalog.ts';
import { createCheckout } from './checkout.ts';
import { createMemory } from './core.ts';
import { customerCalls } from './customers.ts';
import { createIntents, closeDispute, intentCalls } from './intents.ts';
import { createInvoices, invoiceCalls } from './invoices.ts';
import { methodCalls } from './methods.ts';
import { list, range, str } from './params.ts';
import type { OwedWebhook, StripeLine } from './records.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createStripeCourier, type WebhookEndpoint } from './webhooks.ts';

export interface StripeParts {
  readonly lines: readonly StripeLine[];
  readonly journal: Pick<Journal<StripeLine>, 'append' | 'flush'>;
  readonly digits: Digits;
  readonly chance: Chance;
  /** Milliseconds since 1970. */
  clock(): number;
  baseUrl(): string;
  readonly behaviour: StripeBehaviourChange;
  readonly endpoint: WebhookEndpoint | null;
  readonly log: Logger;
  /** Something changed: open pages look again. */
  changed(): void;
}

export type StripeStandIn = ReturnType<typeof createStripe>;
/** Answers of idempotent requests are forgotten after a day, as at Stripe. */
const answersFor = 86_400;
/** The account that all of this belongs to. */
const account = {
  id: 'acct_1SandboxAccount00',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
} as const;

export function createStripe(parts: StripeParts) {
  const memory = createMemory({ digits: parts.digits, clock: () => parts.clock() });
  const { core } = memory;
  for (const line of parts.lines) memory.apply(line);
  let behaviour: StripeBehaviour = behaviourAfter(steady, parts.behaviour);
  let endpoint = parts.endpoint;

  const intents = createIntents(core, () => parts.baseUrl());
  const invoices = createInvoices(
    core,
    intents,
    () => parts.baseUrl(),
    () => behaviour,
  );
  const subscriptions = createSubscriptions(core, invoices, intents, () => behaviour);
  const checkout = createCheckout(core, intents, subscriptions, () => parts.baseUrl());

  const eventCalls = [
    call('GET', '/v1/events/:id', {}, (_core, id) => core.get('event', id)),
    call('GET', '/v1/events', { ...paging, type: str(), types: list(str()), created: range() }, (_core, _id, query) =>
      page(
        core,
        'event',
        '/v1/events',
        query,
        (one) =>
          inRange(one.created, query.created) &&
          // Stripe keeps events for 30 days.
          one.created > core.now() - 30 * 86_400 &&
          (query.type === undefined || fits(one.type, query.type)) &&
          (query.types === undefined || query.types.some((type) => fits(one.type, type))),
      ),
    ),
  ];
  const calls: readonly Call[] = [
    ...customerCalls,
    ...methodCalls,
    ...intentCalls(intents),
    ...catalogCalls,
    // `create_preview` and `:id` stand at the same place.
    ...subscriptions.calls,
    ...invoiceCalls(invoices),
    ...checkout.calls,
    ...eventCalls,
    call('GET', '/v1/account', {}, () => account),
  ];

  const courier = createStripeCourier({
    endpoint: () => endpoint,
    behaviour: () => behaviour,
    chance: parts.chance,
    event: (id) => core.find('event', id),
    clock: () => parts.clock(),
    settled(owed) {
      memory.settle(owed.id);
      write();
    },
  });

  /** Writes down what was changed, and sends what is owed of it. */
  function write(): void {
    const line = memory.takeLine();
    if (line === null) return;
    parts.journal.append(line);
    const owed: readonly OwedWebhook[] = line.owed ?? [];
    // Once the line is on disk: a webhook of something that a crash undid would be a lie.
    if (owed.length > 0)
      void parts.journal.flush().then(() => {
        for (const one of owed) courier.send(one);
      });
    if (line.puts.length > 0) parts.changed();
  }

  /** Lets what is due happen, each thing at its own time. */
  function catchUp(): void {
    happen();
    write();
  }

  function happen(): void {
    const until = core.now();
    let last = -1;
    let repeats = 0;
    for (;;) {
      const next = [invoices.nextDue(), subscriptions.nextDue(), checkout.nextDue()].reduce<number>(
        (least, one) => Math.min(least, one ?? Infinity),
        Infinity,
      );
      if (next > until) break;
      repeats = next === last ? repeats + 1 : 0;
      if (repeats > 50) {
        parts.log.error({ next }, 'Something at the stand-in for Stripe stays due');
        break;
      }
      last = next;
      memory.at(next, () =>
        memory.change(() => {
          subscriptions.due(next);
          invoices.due(next);
          checkout.due(next);
        }),
      );
    }
    memory.change(() => subscriptions.due(until));
    for (const [key, answer] of memory.answers) if (answer.at < until - answersFor) memory.answers.delete(key);
  }

  const beat = setInterval(() => {
    try {
      catchUp();
    } catch (error) {
      parts.log.error({ err: error }, 'The stand-in for Stripe could not go on');
    }
  }, 1_000);
  beat.unref();

  return {
    memory,
    core,
    calls,
    catchUp,
    write,
    flush: () => parts.journal.flush(),
    behaviour: () => behaviour,
    configure(change: StripeBehaviourChange): StripeBehaviour {
      behaviour = behaviourAfter(behaviour, change);
      return behaviour;
    },
    endpoint: () => endpoint,
    listen(to: WebhookEndpoint | null) {
      endpoint = to;
    },
    /**
     * Carries something out as if it had been asked then, and what has become due of it since. Its webhooks were told
     * then, to those who listened: now none is sent.
     */
    inThePast<T>(seconds: number, work: () => T): T {
      catchUp();
      try {
        const result = memory.at(seconds, work);
        happen();
        return result;
      } finally {
        memory.untold();
      }
    },
    /** Moves its time ahead by so many seconds; what becomes due happens at its own time. */
    advance(seconds: number): number {
      memory.moved(memory.aheadSeconds() + seconds);
      catchUp();
      return core.now();
    },
    authenticate(intentId: string, outcome: 'succeed' | 'fail') {
      catchUp();
      const intent = memory.change(() => intents.authenticate(intentId, outcome));
      write();
      return intent;
    },
    closeDispute(id: string, status: 'won' | 'lost') {
      const closed = memory.change(() => closeDispute(core, id, status));
      write();
      return closed;
    },
    complete(...about: Parameters<typeof checkout.complete>) {
      catchUp();
      try {
        return memory.change(() => checkout.complete(...about));
      } finally {
        write();
      }
    },
    /** Sends what was owed when it was stopped. */
    resume() {
      for (const owed of memory.owed.values()) courier.send(owed);
    },
    courier,
    fingerprint: (method: string, path: string, body: string) =>
      createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url'),
    async close() {
      clearInterval(beat);
      await courier.close();
    },
  };
}

const fits = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
