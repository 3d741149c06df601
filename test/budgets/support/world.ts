import pg from 'pg';
import type { ApiConfig } from '../../../api/server.ts';
import { createTwilioCarrier } from '../../../adapters/sms/twilio/index.ts';
import type { PageRenderer } from '../../../api/contract/page-view.ts';
import type { SmsCarrier } from '../../../adapters/sms/port.ts';
import type { Outside } from '../../../main/compose.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { Workers } from '../../../workers/index.ts';
import { startTestApi, type TestApi } from '../../integration/api/support.ts';
import { promptCarrier } from '../../support/carrier-world.ts';
import { standingClock } from '../../support/standing-clock.ts';
import { account, unlimited } from '../../support/spine.ts';
import { type Counted, type Counts, listed } from './counted.ts';
import { createGate } from './gate.ts';
import { openWire, type Statement } from '../../support/wire.ts';

export interface BudgetWorld {
  readonly app: TestApi;
  readonly sandbox: Sandbox;
  /** Lets the product's time pass, from one sleeper to the next. */
  pass(ms: number): Promise<void>;
  settled(): Promise<void>;
  /** Asks the database without being counted: how many rows a question has. */
  rows(question: string): Promise<number>;
  /** Inside of what is counted: until nothing follows from what was done so far. */
  rest(): Promise<void>;
  /**
   * What `work` and all that follows from it costs, at rest before and after. Of several runs the least of each count:
   * the first ones open connections and fill what is kept, and a run in which two questions could not be asked as one says
   * nothing of the path.
   */
  count(
    work: () => Promise<unknown>,
    options?: {
      readonly runs?: number;
      /** Between two runs, uncounted. */
      readonly after?: () => Promise<unknown>;
      /** What else was counted since it was last asked. */
      readonly also?: () => Counts;
    },
  ): Promise<Counted>;
  startWorkers(
    outside?: Partial<Omit<Outside, 'config'>> & { readonly config?: Partial<Outside['config']> },
  ): Promise<Workers>;
  close(): Promise<void>;
}

const never = 2 ** 31 - 1;
const hour = 3_600_000;

/**
 * The whole product in this process, over a wire that counts, in a time that stands: loops do what they are woken for and
 * nothing else, and all who follow the log get it in the same heaps (`gate.ts`).
 */
export async function openBudgetWorld(
  options: { readonly pages?: PageRenderer; readonly config?: Partial<ApiConfig> } = {},
): Promise<BudgetWorld> {
  // Midday in Los Angeles, where its businesses are, whenever it runs.
  const { clock, pass } = standingClock(new Date().setUTCHours(20, 0, 0, 0));
  const gate = createGate();
  let wire!: Awaited<ReturnType<typeof openWire>>;
  let direct!: pg.Client;
  const app = await startTestApi({
    now: () => clock.now(),
    ...(options.pages ? { pages: options.pages } : {}),
    async through(connectionString) {
      direct = new pg.Client({ connectionString });
      direct.on('error', () => {});
      await direct.connect();
      wire = await openWire(connectionString);
      return wire.connectionString;
    },
    composition: { clock, before: gate.through, projections: { limits: { lingerMs: 0, saveMs: never } } },
    config: {
      live: { gapCheckMs: never, heartbeatMs: never, presenceMs: never },
      visitsEveryMs: never,
      ...options.config,
    },
  });
  const sandbox = await startSandbox({
    accounts: [account],
    openAccounts: true,
    seed: 7,
    behaviour: { ...promptCarrier, progress: { sentAfterMs: hour, deliveredAfterMs: hour, jitterMs: 0 } },
  });
  let outside = 0;
  let workers: Workers | null = null;
  /** A request to the outside is under way: what follows from its answer is still to come. */
  const awaited = async <T>(request: Promise<T>): Promise<T> => {
    outside += 1;
    return request.finally(() => (outside -= 1));
  };

  const settled = () => wire.settled(() => outside > 0);

  let turn: Promise<unknown> = Promise.resolve();
  /** One at a time drives the product: who counts, or the work that is counted. */
  const driving = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  /** Goes on, heap by heap, until nothing follows any more. */
  const rest = (): Promise<void> =>
    driving(async () => {
      for (;;) {
        await settled();
        if (!gate.isBehind()) return;
        gate.open();
      }
    });

  async function once(work: () => Promise<unknown>, also: () => Counts) {
    await settled();
    const { rows: before } = await direct.query<{ head: string }>(
      'select coalesce(max(position), 0) as head from es.events',
    );
    gate.isAjar = false;
    wire.take();
    also();
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    working.catch(() => {});
    do await rest();
    while (!isDone);
    await working;
    await rest();
    const { statements, roundTrips } = wire.take();
    const more = also();
    gate.isAjar = true;
    const { rows: events } = await direct.query<{ type: string; bytes: number }>(
      `select type, octet_length(data::text) + octet_length(metadata::text) as bytes from es.events
       where position > $1 order by position`,
      [before[0]!.head],
    );
    const sum = <T>(of: readonly T[], what: (one: T) => number) => of.reduce((all, one) => all + what(one), 0);
    const counts = {
      statements: statements.length,
      roundTrips,
      returned: sum(statements, (one) => one.returned),
      written: sum(statements, (one) => one.touched),
      events: events.length,
      logBytes: sum(events, (one) => one.bytes),
      ...more,
    };
    return { counts, statements, events };
  }

  return {
    app,
    sandbox,
    settled,
    rest,
    rows: async (question) => (await direct.query(question)).rowCount ?? 0,
    pass: (ms) => driving(() => pass(ms, settled)),
    async count(work, { runs = 5, after, also = () => ({}) } = {}) {
      let least: Record<string, number> = {};
      let cheapest: {
        readonly statements: readonly Statement[];
        readonly events: readonly { type: string; bytes: number }[];
      } | null = null;
      for (let run = -2; run < runs; run += 1) {
        const { counts, ...what } = await once(work, also);
        await after?.();
        if (run < 0) continue;
        if (cheapest === null || what.statements.length < cheapest.statements.length) cheapest = what;
        least = Object.fromEntries(
          Object.entries(counts).map(([name, value]) => [name, Math.min(value, least[name] ?? value)]),
        );
      }
      const appended = cheapest!.events.map(({ type, bytes }) => `${type} (${bytes} B)`).join(', ');
      return { counts: least, detail: `Appended: ${appended}\n${listed(cheapest!.statements)}` };
    },
    async startWorkers({ config, ...more } = {}) {
      const carrier = createTwilioCarrier({
        accountSid: account.sid,
        authToken: account.authToken,
        baseUrl: sandbox.url,
        timeoutMs: 15_000,
      });
      const counting: SmsCarrier = { ...carrier, send: (...given) => awaited(carrier.send(...given)) };
      workers = app.workers({
        carrierFor: () => counting,
        // None of them dies: leases are not renewed.
        config: {
          publicUrl: 'http://localhost',
          leaseMs: never,
          sender: { rateFor: unlimited, drainMs: 0 },
          ...config,
        },
        ...more,
      });
      await workers.start();
      await pass(20_000, settled);
      return workers;
    },
    async close() {
      const stopped = workers?.stop();
      if (stopped) {
        await pass(120_000, settled);
        await stopped;
      }
      await sandbox.close();
      await app.close();
      await wire.close();
      await direct.end();
    },
  };
}
