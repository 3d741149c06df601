/**
 * Fills one partition of a rebuild, in a process of its own (`dividedAmong` starts it). Its settings are those of the
 * process that started it; it ends with it.
 */
import { pathToFileURL } from 'node:url';
import { fork } from 'node:child_process';
import { pino } from 'pino';
import type { Divided, PartitionToFill } from '../projections/index.ts';
import { tellError } from './error-serializer.ts';

/** What such a process opens, besides its partition. Goes through the channel between the two, never a command line. */
export interface PartitionPorts {
  readonly connectionString: string;
  readonly eventStoreUrl: string | null;
  readonly secretKey: string;
}
type Task = PartitionPorts & Omit<PartitionToFill, 'onProgress' | 'signal'>;

/** What one has cost in the end: processor time in seconds, memory at its peak in bytes. */
export interface PartitionCost {
  readonly cpuSeconds: number;
  readonly peak: number;
}
type Told =
  | { readonly position: bigint; readonly events: number }
  | { readonly failed: string }
  | { readonly cost: PartitionCost };

/** Divides a rebuild among `of` processes. Undefined for one: it needs no second process. */
export function dividedAmong(
  of: number,
  ports: PartitionPorts,
  onCost: (cost: PartitionCost) => void = () => {},
): Divided | undefined {
  if (of <= 1) return undefined;
  return {
    of,
    fillPartition: ({ onProgress, signal, ...work }) =>
      new Promise((resolve, reject) => {
        // Young objects get 16 MB, as in `npm run projections`: it saves 100 MB resident and costs no time.
        const child = fork(new URL(import.meta.url), {
          execArgv: ['--max-semi-space-size=16'],
          serialization: 'advanced',
          signal,
        });
        let isDone = false;
        child.on('message', (message) => {
          const told = message as Told;
          if ('cost' in told) {
            isDone = true;
            onCost(told.cost);
          } else if ('failed' in told) reject(new Error(told.failed));
          else onProgress(told);
        });
        child.once('error', reject);
        child.once('exit', (code, killedBy) => {
          if (isDone) resolve();
          else
            reject(new Error(`The process of partition ${work.partition.index + 1} ended with ${code ?? killedBy}.`));
        });
        child.send({ ...ports, ...work } satisfies Task);
      }),
  };
}

async function fill({ connectionString, eventStoreUrl, secretKey, ...work }: Task): Promise<void> {
  const log = pino({ level: 'warn', base: null, serializers: { err: tellError } }, pino.destination(2));
  const [
    { createDatabase },
    { withCodec, createPostgresEventStore },
    { createSubjectKeys },
    { eventCatalogue },
    { fillPartition, narrowed, projectors },
  ] = await Promise.all([
    import('../adapters/database/pool.ts'),
    import('../adapters/event-store/index.ts'),
    import('../adapters/vault/index.ts'),
    import('../domain/catalogue.ts'),
    import('../projections/index.ts'),
  ]);
  const database = createDatabase({ connectionString, log, max: 2, name: 'beckon-rebuild-partition' });
  const raw =
    eventStoreUrl === null ?
      createPostgresEventStore({ connectionString, log, readers: 2 })
    : (await import('../adapters/event-store/eventstoredb/index.ts')).createEventStoreDb({
        connectionString: eventStoreUrl,
        log,
      });
  const mine = projectors.filter(({ name }) => work.projectors.includes(name));
  const store = withCodec(narrowed(raw, mine, work.partition), {
    subjectKeys: createSubjectKeys({ db: database.db, secretKey }),
    catalogue: eventCatalogue,
  });
  try {
    await fillPartition(
      {
        ...work,
        onProgress: ({ position, events }) => tell({ position, events }),
        signal: new AbortController().signal,
      },
      { store, connectionString, log, projectors },
    );
    const { user, system } = process.cpuUsage();
    tell({ cost: { cpuSeconds: (user + system) / 1e6, peak: process.resourceUsage().maxRSS * 1024 } });
  } finally {
    await store.close();
    await database.close();
  }
}

const tell = (told: Told): void => void process.send?.(told);

if (process.send !== undefined && pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (task: Task) => {
    fill(task)
      .catch((error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }))
      .finally(() => process.disconnect());
  });
}
