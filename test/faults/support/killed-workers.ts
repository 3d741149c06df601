import { afterAll, beforeAll } from 'vitest';
import type { WorkersConfig } from '../../../workers/index.ts';
import { type BehaviourChange, startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { chosenSeed, seededChance } from '../../support/chance.ts';
import { eventually } from '../../support/eventually.ts';
import type { OpenOptions } from '../../support/composition.ts';
import { startTestPostgres } from '../../support/postgres.ts';
import { account, openSpine, receiveCallbacks, type Spine } from '../../support/spine.ts';
import { type Child, startChild } from './child.ts';

export interface Killing {
  readonly sandbox: Sandbox;
  readonly chance: () => number;
  /** How many texts the carrier has. */
  sent(): number;
  /**
   * Starts a process of the workers and kills it, `kills` times, each somewhere in its share of `of` texts sent, however
   * quick the machine is; the next one is loaded meanwhile. `before` runs before each kill, `after` after it. `atWork`:
   * so many work at once, of which the oldest is killed. `progress`: in place of texts sent. Answers the newest, which goes
   * on, and how far it had come at each kill.
   */
  through(what: {
    readonly kills: number;
    readonly of: number;
    readonly before?: (kill: number) => Promise<void>;
    readonly after?: (kill: number) => void;
    readonly atWork?: number;
    readonly progress?: () => number;
  }): Promise<{ readonly newest: Child; readonly atKills: readonly number[] }>;
  /** All clocks of the processes go so many milliseconds before the machine's from now on. */
  ahead(ms: number): void;
  close(): Promise<void>;
}

type KilledConfig = Pick<WorkersConfig, 'broadcasts' | 'sender' | 'automations'> & {
  readonly reaches?: readonly string[];
};

/** What the tests of one file that kill stand on. `killing.close` and the rest are done by themselves. */
export interface KilledWorld {
  /** It may be killed as well, and comes back. */
  readonly server: Awaited<ReturnType<typeof startTestPostgres>>;
  readonly spine: Spine;
  readonly killing: Killing;
}

/**
 * The product over a Postgres of its own, with a carrier, callbacks, and processes of the workers to be killed: opened
 * before the tests of a file, closed behind them. `config` is asked for when it is opened.
 */
export function killedWorld(
  number: string,
  behaviour: BehaviourChange,
  config: () => KilledConfig = () => ({}),
  options: OpenOptions = {},
): KilledWorld {
  const world = {} as { -readonly [Part in keyof KilledWorld]: KilledWorld[Part] };
  beforeAll(async () => {
    world.server = await startTestPostgres();
    world.spine = await openSpine(world.server.connectionString, options);
    await world.spine.runner.start();
    world.killing = await openKilling(world.spine, world.server.connectionString, number, behaviour, config());
  });
  afterAll(async () => {
    await world.killing.close();
    await world.spine.close();
    await world.server.remove();
  });
  return world;
}

async function openKilling(
  spine: Spine,
  connectionString: string,
  number: string,
  behaviour: BehaviourChange,
  config: KilledConfig,
): Promise<Killing> {
  const seed = chosenSeed();
  console.log(`seed ${seed}`);
  const chance = seededChance(seed);
  const numbers = [{ number, accountSid: account.sid, smsUrl: null }];
  const sandbox = await startSandbox({ accounts: [account], seed, numbers, behaviour });
  const callbacks = await receiveCallbacks(spine.commands);
  const living = new Set<Child>();
  let aheadMs = 0;
  const start = async () => {
    const child = await startChild('./worker-process.ts', {
      AHEAD: String(aheadMs),
      SPINE: JSON.stringify({
        connectionString,
        config: {
          publicUrl: callbacks.url,
          baseUrl: sandbox.url,
          timeoutMs: 5_000,
          leaseMs: 1_200,
          segmentsPerSecond: 1_000_000,
          ...config,
          sender: {
            concurrency: 32,
            lookUp: {
              graceMs: 300,
              intervalMs: 300,
              longestIntervalMs: 600,
              attempts: 3,
              certainAfterMs: 2_000,
              maxUnknowns: 4,
              pollMs: 100,
              concurrency: 8,
            },
            ...config.sender,
          },
        },
      }),
    });
    child.say(`ahead ${aheadMs}`);
    living.add(child);
    return child;
  };
  const sent = () => sandbox.carrier.messages({ direction: 'outbound' }).length;
  return {
    sandbox,
    chance,
    sent,
    async through({ kills, of, before, after, atWork = 1, progress = sent }) {
      const working: Child[] = [];
      const atKills: number[] = [];
      const begin = (child: Child): void => {
        child.go();
        working.push(child);
      };
      let next = await start();
      while (working.length < atWork - 1) begin(await start());
      for (let kill = 0; kill < kills; kill++) {
        const enough = Math.ceil(((kill + 0.1 + 0.8 * chance()) / kills) * of);
        // There before the other begins: it may be over before another process has started.
        const following = await start();
        begin(next);
        await eventually(progress, (count) => count >= enough, 180_000);
        await before?.(kill);
        atKills.push(progress());
        const oldest = working.shift()!;
        await oldest.kill('SIGKILL');
        living.delete(oldest);
        after?.(kill);
        next = following;
      }
      begin(next);
      return { newest: next, atKills };
    },
    ahead(ms) {
      aheadMs = ms;
      for (const child of living) child.say(`ahead ${ms}`);
    },
    async close() {
      await Promise.all([...living].map((child) => child.kill('SIGKILL')));
      await sandbox.close();
      await callbacks.close();
    },
  };
}
