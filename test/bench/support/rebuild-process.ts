/**
 * Rebuilds all read models in a process of its own, so that its memory is its own. Answers with the time and the
 * memory before and at the peak.
 */
import pino from 'pino';
import { projectors } from '../../../projections/index.ts';
import { openComposition } from '../../support/composition.ts';

process.once('message', (given: { connectionString: string; secretKey: string }) => void rebuild(given));

async function rebuild({
  connectionString,
  secretKey,
}: {
  connectionString: string;
  secretKey: string;
}): Promise<void> {
  const log = pino({ level: 'warn' });
  const composed = await openComposition(connectionString, { log, secretKey, max: 4 });
  const { runner } = composed;
  const before = process.memoryUsage().rss;
  const phases: Record<string, number> = {};
  const began = performance.now();
  const cpu = process.cpuUsage();
  await runner.rebuild(
    projectors.map((one) => one.name),
    ({ phase }) => {
      phases[phase] ??= performance.now() - began;
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  process.send!({
    seconds,
    before,
    peak: process.resourceUsage().maxRSS * 1024,
    cpuSeconds: (used.user + used.system) / 1e6,
    phases,
  });
  await composed.close();
  process.disconnect();
}
