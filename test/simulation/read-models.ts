import { createLocalBus } from '../../adapters/bus/local.ts';
import type { EventStore, FeedPage } from '../../adapters/event-store/port.ts';
import { withCodec } from '../../adapters/event-store/index.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import type { Connection } from '../../projections/engine/connection.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { createProjectionRunner, projectors } from '../../projections/index.ts';
import type { Lent } from './engine/reality.ts';
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
export async function runProjections(world: World, how: How): Promise<void> {
  const head = world.log.at(-1)?.position ?? 0n;
  let left = how.diesAfter ?? Infinity;
  const death = Promise.withResolvers<'died'>();
  const borrowed: Lent[] = [];
  const runner = createProjectionRunner({
    store: feedOf(world, head),
    connectionString: world.reality.live,
    bus: createLocalBus({ log: world.observerLog }),
    projectors,
    log: world.observerLog,
    limits: { batch: how.batch, pageSize: how.pageSize, lingerMs: 0, saveMs: 0, retryMs: [1], askMs: 50 },
    connect: async () => {
      if (left <= 0) return never();
      const lent = await world.reality.lend();
      borrowed.push(lent);
      const { connection } = lent;
      let isOpen = true;
      return {
        get isLost() {
          return !isOpen || connection.isLost;
        },
        query: (text, values) => connection.query(text, values),
        transaction: async (statements) => {
          left -= 1;
          if (left > 0) return connection.transaction(statements);
          if (left === 0 && !how.before) await connection.transaction(statements).catch(() => {});
          death.resolve('died');
          return never();
        },
        close: async () => {
          isOpen = false;
          await lent.giveBack();
        },
      } satisfies Pick<Connection, keyof Connection> as unknown as Connection;
    },
  });
  const lived = (async () => {
    await runner.start();
    if (!(await runner.waitFor(head, { timeoutMs: 20_000 })))
      world.breaks(`the read models do not come to ${head}: ${JSON.stringify(await runner.status())}`);
    // It may die in its last transaction too, in which a stop saves what has only passed by.
    await runner.stop();
  })();
  if ((await Promise.race([lived, death.promise])) !== 'died') return;
  world.tell('the process of the projections dies');
  // Its connections are cut: whatever it still waits for never comes.
  lived.catch(() => {});
  await Promise.all(borrowed.map(({ cut }) => cut()));
  void runner.stop();
}

/** All of it, by a process that lives. */
export const bringUp = (world: World): Promise<void> =>
  runProjections(world, { batch: 5_000, pageSize: 2_000, diesAfter: null, before: false });

const never = (): Promise<never> => new Promise(() => {});

/** What the same log gives in one go, into the other database: every fold once over everything, without any of the engine. */
export async function foldAtOnce(world: World): Promise<void> {
  const events = await world.events();
  await world.reality.cleanConnection.transaction(
    projectors.flatMap((projector) => {
      const own = events.filter(({ type }) => projector.handles.includes(type));
      return own.length === 0 ? [] : projector.fold(own, schemaOf(projector));
    }),
  );
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
