import type { Digits } from '../chance.ts';
import { missing, missingParam } from './errors.ts';
import type {
  Hidden,
  IdempotentAnswer,
  Invoice,
  Kind,
  Kinds,
  OwedWebhook,
  PaymentIntent,
  StripeEvent,
  StripeLine,
  Thing,
} from './records.ts';

export const apiVersion = '2026-10-28.endive';

/**
 * The stand-in's memory. What a request changes is put together in one step: all of it becomes a line of the journal, or,
 * when it is refused, none of it.
 */
export interface Core {
  /** Seconds since 1970. */
  now(): number;
  find<K extends Kind>(kind: K, id: string): Kinds[K] | null;
  /** Throws Stripe's 404, or with a parameter's name its 400. */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K];
  /** All that are not deleted, oldest first. */
  all<K extends Kind>(kind: K): readonly Kinds[K][];
  put<K extends Kind>(kind: K, thing: Kinds[K]): Kinds[K];
  hidden(id: string): Hidden;
  hide(id: string, change: Hidden): void;
  newId(prefix: string): string;
  /** Random-looking letters and digits that repeat with the seed. */
  letters(length: number): string;
  /** Says that something happened to an object; with what it was before, also what changed. */
  tell(type: string, thing: Thing, before?: Thing | null): void;
  /** What others do once a payment intent has come to a success or a failure. */
  readonly afterIntent: ((intent: PaymentIntent, outcome: 'succeeded' | 'failed') => void)[];
  readonly afterInvoice: ((invoice: Invoice, outcome: 'paid' | 'failed' | 'last-failure') => void)[];
  /** What is said of the request in its events. */
  request: { readonly id: string; readonly key: string | null } | null;
}

export interface Memory {
  readonly core: Core;
  /** Carries something out; what it changed is undone when it throws, unless the error keeps it. */
  change<T>(work: () => T): T;
  readonly answers: Map<string, IdempotentAnswer>;
  readonly owed: Map<string, OwedWebhook>;
  apply(line: StripeLine): void;
  /** Carries something out as if it were then: what became due while nobody looked happens at its own time. */
  at<T>(seconds: number, work: () => T): T;
  /** What was changed since the last time, to be written down; null: nothing. */
  takeLine(): StripeLine | null;
  remember(answer: IdempotentAnswer): void;
  settle(id: string): void;
  /** What was changed since the last line is not told by webhook. */
  untold(): void;
  moved(ahead: number): void;
  readonly aheadSeconds: () => number;
  /** The shortest lines that give this state again. */
  snapshot(): readonly StripeLine[];
  count(kind: Kind): number;
}

const kinds: readonly Kind[] = [
  'customer',
  'payment_method',
  'setup_intent',
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'product',
  'price',
  'coupon',
  'promotion_code',
  'subscription',
  'invoice',
  'invoiceitem',
  'invoice_payment',
  'checkout.session',
  'event',
];
const names: Readonly<Partial<Record<Kind, string>>> = {
  payment_method: 'PaymentMethod',
  promotion_code: 'promotion code',
  setup_intent: 'setupintent',
  'checkout.session': 'checkout.session',
};

export function createMemory({
  digits,
  clock,
}: {
  readonly digits: Digits;
  /** Milliseconds since 1970, before the clock was moved here. */
  readonly clock: () => number;
}): Memory {
  const tables = new Map<string, Map<string, Thing>>(kinds.map((kind) => [kind, new Map()]));
  const table = (kind: string): Map<string, Thing> => tables.get(kind)!;
  const hidden = new Map<string, Hidden>();
  const answers = new Map<string, IdempotentAnswer>();
  const owed = new Map<string, OwedWebhook>();
  let ahead = 0;
  let counter = 0;

  let puts = new Map<string, Thing>();
  let hides = new Map<string, Hidden>();
  let newOwed: OwedWebhook[] = [];
  let settled: string[] = [];
  let newAnswer: IdempotentAnswer | undefined;
  let hasMoved = false;
  let pinned: number | null = null;
  /** How to undo what was done since `change` began; null outside of it. */
  let undo: (() => void)[] | null = null;

  const now = () => pinned ?? Math.floor(clock() / 1000) + ahead;
  const isThere = (thing: Thing) => hidden.get(thing.id)?.isDeleted !== true;
  const keyOf = (thing: Thing) => `${thing.object}/${thing.id}`;

  function letters(length: number): string {
    const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
    let made = '';
    while (made.length < length) {
      const hex = digits('stripe', (counter += 1));
      for (let at = 0; at < 32 && made.length < length; at += 2)
        made += alphabet[Number.parseInt(hex.slice(at, at + 2), 16) % alphabet.length];
    }
    return made;
  }

  const core: Core = {
    now,
    find<K extends Kind>(kind: K, id: string) {
      const found = table(kind).get(id);
      return found === undefined || !isThere(found) ? null : (found as Kinds[K]);
    },
    get<K extends Kind>(kind: K, id: string, param?: string) {
      const found = core.find(kind, id);
      if (found !== null) return found;
      const name = names[kind] ?? kind;
      throw param === undefined ? missing(name, id) : missingParam(name, id, param);
    },
    all: <K extends Kind>(kind: K) => [...table(kind).values()].filter(isThere) as unknown as readonly Kinds[K][],
    put<K extends Kind>(kind: K, thing: Kinds[K]) {
      const before = table(kind).get(thing.id);
      undo?.push(() => {
        if (before === undefined) table(kind).delete(thing.id);
        else table(kind).set(thing.id, before);
      });
      table(kind).set(thing.id, thing);
      puts.set(keyOf(thing), thing);
      return thing;
    },
    hidden: (id) => hidden.get(id) ?? {},
    hide(id, change) {
      const before = hidden.get(id);
      undo?.push(() => {
        if (before === undefined) hidden.delete(id);
        else hidden.set(id, before);
      });
      const after = { ...before, ...change };
      hidden.set(id, after);
      hides.set(id, after);
    },
    newId: (prefix) => `${prefix}_${letters(prefix === 'cus' ? 14 : 24)}`,
    letters,
    tell(type, thing, before = null) {
      const changed =
        before === null ? null : (
          Object.fromEntries(
            Object.entries(before).filter(
              ([key, value]) => JSON.stringify(value) !== JSON.stringify(thing[key as keyof Thing]),
            ),
          )
        );
      if (changed !== null && Object.keys(changed).length === 0) return;
      const event: StripeEvent & Readonly<Record<string, unknown>> = {
        id: core.newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        data: {
          object: thing as unknown as Readonly<Record<string, unknown>>,
          ...(changed === null ? {} : { previous_attributes: changed }),
        },
        livemode: false,
        pending_webhooks: 1,
        request: { id: core.request?.id ?? null, idempotency_key: core.request?.key ?? null },
        type,
      };
      core.put('event', event);
      const webhook: OwedWebhook = { id: `wh_${event.id.slice(4)}`, event: event.id, at: clock() };
      newOwed.push(webhook);
      undo?.push(() => {
        newOwed = newOwed.filter((one) => one !== webhook);
      });
    },
    afterIntent: [],
    afterInvoice: [],
    request: null,
  };

  return {
    core,
    change(work) {
      const outer = undo;
      const own: (() => void)[] = [];
      const before = { puts: new Map(puts), hides: new Map(hides) };
      undo = own;
      try {
        const result = work();
        outer?.push(...own);
        return result;
      } catch (error) {
        if ((error as { keeps?: boolean }).keeps === true) outer?.push(...own);
        else {
          for (const step of own.reverse()) step();
          ({ puts, hides } = before);
        }
        throw error;
      } finally {
        undo = outer;
      }
    },
    at(seconds, work) {
      const before = pinned;
      pinned = seconds;
      try {
        return work();
      } finally {
        pinned = before;
      }
    },
    answers,
    owed,
    apply(line) {
      for (const thing of line.puts) table(thing.object).set(thing.id, thing);
      for (const [id, one] of line.hidden) hidden.set(id, one);
      if (line.answer !== undefined) answers.set(line.answer.key, line.answer);
      for (const one of line.owed ?? []) owed.set(one.id, one);
      for (const id of line.settled ?? []) owed.delete(id);
      if (line.ahead !== undefined) ahead = line.ahead;
      counter = Math.max(counter, line.counter ?? 0);
    },
    takeLine() {
      for (const one of newOwed) owed.set(one.id, one);
      for (const id of settled) owed.delete(id);
      const line: StripeLine = {
        puts: [...puts.values()],
        hidden: [...hides],
        ...(newAnswer === undefined ? {} : { answer: newAnswer }),
        ...(newOwed.length === 0 ? {} : { owed: newOwed }),
        ...(settled.length === 0 ? {} : { settled }),
        ...(hasMoved ? { ahead } : {}),
        counter,
      };
      const isEmpty =
        line.puts.length + line.hidden.length + newOwed.length + settled.length === 0 &&
        newAnswer === undefined &&
        !hasMoved;
      puts = new Map();
      hides = new Map();
      newOwed = [];
      settled = [];
      newAnswer = undefined;
      hasMoved = false;
      return isEmpty ? null : line;
    },
    remember(answer) {
      answers.set(answer.key, answer);
      newAnswer = answer;
    },
    settle(id) {
      settled.push(id);
    },
    untold() {
      newOwed = [];
    },
    moved(seconds) {
      ahead = seconds;
      hasMoved = true;
    },
    aheadSeconds: () => ahead,
    snapshot: () => [
      ...[...tables.values()].flatMap((one) => [...one.values()].map((thing) => ({ puts: [thing], hidden: [] }))),
      ...[...answers.values()].map((answer) => ({ puts: [], hidden: [], answer })),
      { puts: [], hidden: [...hidden], owed: [...owed.values()], ahead, counter },
    ],
    count: (kind) => table(kind).size,
  };
}

/** Metadata after a change: an empty text unsets a key, null unsets all. */
export function merged(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> | null | undefined,
): Readonly<Record<string, string>> {
  if (change === undefined) return before;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
}
