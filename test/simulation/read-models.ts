import { createLocalBus } from '../../adapters/bus/local.ts';
import type { EventStore, FeedPage } from '../../adapters/event-store/port.ts';
import { withCodec } from '../../adapters/event-store/index.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { Connection } from '../../projections/engine/connection.ts';
import { createProjectionRunner, projectors } from '../../projections/index.ts';
import type { World } from './world.ts';

export interface How {
  readonly batch: number;
  readonly pageSize: number;
  /** After so many transactions the process dies. Null: it lives. */
  readonly diesAfter: number | null;
  /** The last transaction is not sent, or is carried out without anybody hearing of it. */
  readonly before: boolean;
}

/**
 * Brings the read models up to the end of the log. Nobody decides on what they say, so it does not matter to the story
 * when that happens: the rest of the world stands still meanwhile.
 */
export async function runProjections(world: World, how: How, into = world.reality.live): Promise<void> {
  const head = world.log.at(-1)?.position ?? 0n;
  let left = how.diesAfter ?? Infinity;
  let died = (): void => {};
  const death = new Promise<'died'>((resolve) => {
    died = () => resolve('died');
  });
  const opened: Connection[] = [];
  const runner = createProjectionRunner({
    store: feedOf(world, head),
    connectionString: into,
    bus: createLocalBus({ log: world.observerLog }),
    projectors,
    log: world.observerLog,
    limits: { batch: how.batch, pageSize: how.pageSize, lingerMs: 0, saveMs: 0, retryMs: [1], askMs: 50 },
    connect: async (options) => {
      const connection = await Connection.open(options);
      opened.push(connection);
      const transaction = connection.transaction.bind(connection);
      connection.transaction = async (statements) => {
        left -= 1;
        if (left > 0) return transaction(statements);
        if (left === 0 && !how.before) await transaction(statements).catch(() => {});
        died();
        return new Promise(() => {});
      };
      return connection;
    },
  });
  await runner.start();
  const ended = await Promise.race([runner.waitFor(head, { timeoutMs: 20_000 }), death]);
  if (ended === false) world.breaks(`the read models do not come to ${head}: ${JSON.stringify(await runner.status())}`);
  if (ended === 'died') {
    world.tell('the process of the projections dies');
    // Its connections are cut: whatever it still waits for never comes.
    await Promise.all(opened.map((connection) => connection.close()));
    void runner.stop();
  } else await runner.stop();
}

/** The log up to a position, then silence. */
function feedOf(world: World, head: bigint): EventStore {
  const { store } = world.reality;
  const quietly: EventStore = {
    ...store,
    async *subscribe(from, { filter, batchSize = 1_000, signal }): AsyncGenerator<FeedPage> {
      for (let position = from; position < head && !signal.aborted;) {
        const page = await store.readAll(position, { ...(filter === undefined ? {} : { filter }), limit: batchSize });
        position = page.next;
        yield page;
      }
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
    close: async () => {},
  };
  return withCodec(quietly, { subjectKeys: world.observer.subjectKeys, catalogue: eventCatalogue });
}
