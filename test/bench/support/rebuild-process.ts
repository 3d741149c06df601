/**
 * Rebuilds all read models in a process of its own, so that its memory is its own. Answers with the time and the
 * memory before and at the peak.
 */
import pino from 'pino';
import { projectors } from '../../../projections/index.ts';
import { dividedAmong, type PartitionCost } from '../../../main/rebuild-partition.ts';
import { openComposition } from '../../support/composition.ts';

process.once('message', (given: Given) => void rebuild(given));

interface Given {
  readonly connectionString: string;
  readonly secretKey: string;
  readonly processes: number;
}

async function rebuild({ connectionString, secretKey, processes }: Given): Promise<void> {
  const log = pino({ level: 'warn' });
  const composed = await openComposition(connectionString, { log, secretKey, max: 4 });
  const { runner } = composed;
  const before = process.memoryUsage().rss;
  const phases: Record<string, number> = {};
  const began = performance.now();
  const cpu = process.cpuUsage();
  const partitions: PartitionCost[] = [];
  await runner.rebuild(
    projectors.map((one) => one.name),
    ({ phase }) => {
      phases[phase] ??= performance.now() - began;
    },
    undefined,
    {
      divided: dividedAmong(processes, { connectionString, eventStoreUrl: null, secretKey }, (cost) =>
        partitions.push(cost),
      ),
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const own: PartitionCost = {
    cpuSeconds: (used.user + used.system) / 1e6,
    peak: process.resourceUsage().maxRSS * 1024,
  };
  process.send!({ seconds, before, phases, costs: [own, ...partitions] });
  await composed.close();
  process.disconnect();
}
