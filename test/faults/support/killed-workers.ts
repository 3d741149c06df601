import type { WorkersConfig } from '../../../workers/index.ts';
import { type BehaviourChange, startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { chosenSeed, seededChance } from '../../support/chance.ts';
import { eventually } from '../../support/eventually.ts';
import { account, receiveCallbacks, type Spine } from '../../support/spine.ts';
import { type Child, startChild } from './child.ts';

export interface Killing {
  readonly sandbox: Sandbox;
  readonly chance: () => number;
  /** How many texts the carrier has. */
  sent(): number;
  /**
   * Starts a process of the workers and kills it, `kills` times, each somewhere in its share of `of` texts sent, however
   * quick the machine is; the next one is loaded meanwhile. `before` runs before each kill. Answers the one that goes on.
   */
  through(what: {
    readonly kills: number;
    readonly of: number;
    readonly before?: (kill: number) => Promise<void>;
  }): Promise<Child>;
  close(): Promise<void>;
}

/** A carrier, callbacks, and processes of the workers to be killed. */
export async function openKilling(
  spine: Spine,
  connectionString: string,
  number: string,
  behaviour: BehaviourChange,
  config: Pick<WorkersConfig, 'broadcasts' | 'sender'> = {},
): Promise<Killing> {
  const seed = chosenSeed();
  console.log(`seed ${seed}`);
  const chance = seededChance(seed);
  const numbers = [{ number, accountSid: account.sid, smsUrl: null }];
  const sandbox = await startSandbox({ accounts: [account], seed, numbers, behaviour });
  const callbacks = await receiveCallbacks(spine.commands);
  let child: Child | null = null;
  const start = () =>
    startChild('./worker-process.ts', {
      SPINE: JSON.stringify({
        connectionString,
        config: {
          ...{ publicUrl: callbacks.url, baseUrl: sandbox.url, timeoutMs: 5_000, leaseMs: 1_200 },
          segmentsPerSecond: 1_000_000,
          ...(config.broadcasts === undefined ? {} : { broadcasts: config.broadcasts }),
          sender: {
            concurrency: 32,
            lookUp: {
              ...{ graceMs: 300, intervalMs: 300, longestIntervalMs: 600, attempts: 3, certainAfterMs: 2_000 },
              ...{ mostUnknowns: 4, pollMs: 100, concurrency: 8 },
            },
            ...config.sender,
          },
        },
      }),
    });
  const sent = () => sandbox.carrier.messages({ direction: 'outbound' }).length;
  return {
    sandbox,
    chance,
    sent,
    async through({ kills, of, before }) {
      let next = await start();
      for (let kill = 0; kill < kills; kill++) {
        child = next;
        const enough = Math.ceil(((kill + 0.1 + 0.8 * chance()) / kills) * of);
        // There before the other begins: it may be over before another process has started.
        const following = await start();
        child.go();
        await eventually(sent, (count) => count >= enough, 180_000);
        await before?.(kill);
        await child.kill('SIGKILL');
        next = following;
      }
      child = next;
      child.go();
      return child;
    },
    async close() {
      await child?.kill('SIGKILL');
      await sandbox.close();
      await callbacks.close();
    },
  };
}
