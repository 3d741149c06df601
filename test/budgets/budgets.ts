/**
 * What each hot path may cost, in counts that no machine changes. A test fails when a path costs more than its budget, and
 * when it costs less, so that a number is lowered where everybody sees it. A higher number needs a reason in `why`. How
 * it is counted: docs/budgets.md.
 */
export type Budget = {
  /** Why it may cost what it costs. */
  readonly why: string;
  /** Statements that Postgres ran (`begin` and `commit` too), and the times somebody waited for it. */
  readonly statements?: number;
  readonly roundTrips?: number;
  /** Rows that came back, and rows that were inserted, updated, deleted or copied. */
  readonly returned?: number;
  readonly written?: number;
  /** Events appended, and the bytes of their data and metadata. */
  readonly events?: number;
  readonly logBytes?: number;
  /** What is pushed to the one screen that is open. */
  readonly frames?: number;
  readonly pushedBytes?: number;
};

const oneOf = <T extends Readonly<Record<string, Budget>>>(all: T): Readonly<Record<keyof T, Budget>> => all;

export const budgets = oneOf({
  'text in': {
    why:
      'webhook, one reaction, two heaps of events into the read models (what came in, and that a person has to answer), ' +
      'the screen of live chat and its bell',
    statements: 53,
    roundTrips: 27,
    returned: 12,
    written: 8,
    events: 3,
    logBytes: 2245,
    frames: 3,
    pushedBytes: 383,
  },
  'text out': {
    why: 'a person answers in live chat: call, outbox, last look, carrier, and its two reports (sent, delivered)',
    statements: 145,
    roundTrips: 82,
    returned: 32,
    written: 30,
    events: 5,
    logBytes: 3229,
    frames: 4,
    pushedBytes: 659,
  },
  'an idle minute': {
    why: 'leases, signs of life and the looks of loops for what nobody rang for; nothing else happens',
    statements: 248,
    roundTrips: 240,
    returned: 175,
    written: 4,
    events: 0,
    logBytes: 0,
  },
});
