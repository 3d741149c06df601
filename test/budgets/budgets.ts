/**
 * What each hot path may cost, in counts that no machine changes. A test fails when a path costs more than its budget, and
 * when it costs less, so that a number is lowered where everybody sees it. A higher number needs a reason in `why`. How
 * it is counted: docs/budgets.md.
 */
export interface Budget {
  /** Why it may cost what it costs. */
  readonly why: string;
  /** The share by which counts may be below: what falls together in one question, and which loops look meanwhile. Default 0.02. */
  readonly varies?: number;
  /** Statements that Postgres ran (`begin` and `commit` too), and how often it was waited for. */
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
  /** Bytes of the answer, before it is compressed. */
  readonly answerBytes?: number;
  /** Files that a start loads, packages included. */
  readonly modules?: number;
  /** Files that a screen loads (charts come later and are not counted), their compressed bytes, and calls of the API. */
  readonly files?: number;
  readonly bytes?: number;
  readonly asks?: number;
  /** How often what is shown is asked for again. */
  readonly dashboard?: number;
  readonly conversations?: number;
  readonly conversation?: number;
  readonly contacts?: number;
  readonly broadcast?: number;
  readonly automation?: number;
}

const oneOf = <T extends Readonly<Record<string, Budget>>>(all: T): Readonly<Record<keyof T, Budget>> => all;

export const budgets = oneOf({
  'text in': {
    why: 'webhook, one reaction, two batches into the read models (the text, and that a person has to answer), the screen of live chat and its bell',
    statements: 53,
    roundTrips: 27,
    returned: 12,
    written: 8,
    events: 3,
    logBytes: 2357,
    frames: 3,
    pushedBytes: 383,
  },
  'text out': {
    why: 'a teammate answers in live chat: call, outbox, last look, carrier, and its two reports (sent, delivered)',
    statements: 145,
    roundTrips: 82,
    returned: 32,
    written: 29,
    events: 5,
    logBytes: 3285,
    frames: 4,
    pushedBytes: 659,
  },
  'broadcast of 100 texts': {
    why: '6 events and some 200 statements for the broadcast itself; for each recipient 2 events (one batch for all sends, one append for each delivery report, which the carrier posts one by one)',
    varies: 0.06,
    statements: 540,
    roundTrips: 474,
    written: 545,
    events: 206,
    logBytes: 154028,
  },
  'broadcast of 100 emails': {
    why: 'some 10 events and 290 statements for the broadcast, its links and versions; for each recipient 2 events, taken and sent in batches',
    varies: 0.08,
    statements: 298,
    roundTrips: 246,
    written: 640,
    events: 210,
    logBytes: 196552,
  },
  'form taken': {
    why: 'one submission, its contact with consent, the text that says thank you in the outbox, and the visitor counted; a new contact of a business with a contact limit is one look at how many it has; it is counted for its payer, and among the sign-ups of its page',
    statements: 89,
    roundTrips: 57,
    returned: 17,
    written: 33,
    events: 7,
    logBytes: 6615,
  },
  'page view': {
    why: 'drawn without asking the database; the visit is written down with all others of the same seconds',
    statements: 4,
    roundTrips: 3,
    returned: 2,
    written: 5,
    events: 1,
    logBytes: 648,
    answerBytes: 34270,
  },
  'automation of one step': {
    why: 'a contact opts in and is counted for its payer, enrolls, gets a tag and completes',
    varies: 0.04,
    statements: 79,
    roundTrips: 66,
    written: 27,
    events: 7,
    logBytes: 4978,
  },
  'automation of six steps': {
    why: 'each step more is 10 statements and 3 events (started, what it did, completed): what has been done must be known before the next',
    varies: 0.04,
    statements: 129,
    roundTrips: 116,
    written: 37,
    events: 22,
    logBytes: 15727,
  },
  'import of 100 rows': {
    why: 'one event and one row of contacts for each row of the file, counted together for their payer; what is left is the same for 5,000 rows',
    varies: 0.2,
    statements: 66,
    roundTrips: 52,
    written: 112,
    events: 104,
    logBytes: 99694,
  },
  'list of contacts': {
    why: 'one page of 30: ids by an index, then their rows, and a maintained count',
    statements: 18,
    roundTrips: 9,
    returned: 61,
    answerBytes: 8940,
  },
  'list of conversations': {
    why: 'one page of 30 and the counts of all filters',
    statements: 12,
    roundTrips: 6,
    returned: 31,
    answerBytes: 16801,
  },
  'a conversation': { why: 'one query', statements: 6, roundTrips: 3, returned: 1, answerBytes: 473 },
  'list of broadcasts': {
    why: 'one page of 30 and a count',
    statements: 12,
    roundTrips: 6,
    returned: 31,
    answerBytes: 13453,
  },
  'list of campaigns': {
    why: 'all of a business, with its brand for their addresses',
    statements: 8,
    roundTrips: 5,
    returned: 31,
    answerBytes: 12689,
  },
  'list of automations': {
    why: 'all of a business; two questions bring what is known of its streams up to date',
    statements: 8,
    roundTrips: 5,
    returned: 30,
    answerBytes: 8423,
  },
  'report of the dashboard': {
    why: 'five questions at once, each behind row-level security',
    statements: 31,
    roundTrips: 16,
    returned: 49,
    answerBytes: 6765,
  },
  'an idle minute': {
    why: 'leases, signs of life, and looks of the loops for what no one rang for, syncs and registrations among them; nothing else happens',
    statements: 303,
    roundTrips: 295,
    written: 4,
    events: 0,
    logBytes: 0,
  },
  'warm start': {
    why: 'one look at the wall of each of the 44 read models, sent together, and seven questions; the modules are packages, of which the largest three are in our own bundle, one of each migration, what carriers and registrations share, what statements, bills and prices in reports share, fees in statements and how they are read, where developer pages and assistants register, how spans are asked for where no collector is configured, and from when numbers have to be registered',
    statements: 51,
    modules: 907,
  },
  'asks while events stream in': {
    why: 'ten seconds of 20 texts a second: figures every 3 seconds and lists every second, at once and for the last word; the list of conversations four times a second, and a conversation as often as something is said in it',
    dashboard: 5,
    conversations: 41,
    conversation: 29,
    contacts: 11,
    broadcast: 11,
    automation: 11,
  },
  'screen: login': {
    why: 'what stands before the sign-in stays light: React, one font, no library of components, and the list of all screens, of which prices, statements, wallets, health, calls, integrations and webhooks are new',
    files: 7,
    bytes: 112400,
  },
  'screen: order': {
    why: 'as the sign-in, with the offer and the form; nothing of the workspace but the addresses of its screens, and the provider’s form only when someone pays',
    files: 9,
    bytes: 118950,
    asks: 1,
  },
  'screen: dashboard': {
    why: 'React, the library of components, the frame of the workspace and the figures; charts come later, and lead from a day to its texts; and the addresses of business files',
    files: 13,
    bytes: 257450,
    asks: 5,
  },
  'screen: live chat': {
    why: 'as the dashboard, with forms, the conversation and its calls; which files say why a number is blocked, or take a picture; and the addresses of business files',
    files: 23,
    bytes: 449550,
    asks: 5,
  },
  'screen: contacts': {
    why: 'as the dashboard, with forms and the list; which files take a picture; and the addresses of business files',
    files: 15,
    bytes: 413150,
    asks: 13,
  },
  'screen: campaigns': {
    why: 'as the dashboard, with forms and the list; which files take a picture; and the addresses of business files',
    files: 17,
    bytes: 422400,
    asks: 5,
  },
  'screen: broadcasts': {
    why: 'as the dashboard, with forms and the list; which files take a picture; and the addresses of business files',
    files: 19,
    bytes: 420550,
    asks: 4,
  },
  'screen: automations': {
    why: 'as the dashboard, with forms and the list; and the addresses of the opt-ins and of business files among all screens',
    files: 21,
    bytes: 424750,
    asks: 11,
  },
});
