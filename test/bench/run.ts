/**
 * `npm run bench [-- --full] [-- name …]`: every figure as a ratio to a raw baseline of the same run. Prints a table and writes
 * bench/results/<machine>-<date>.json. `--full` takes the sizes the targets are defined for (a million events, a minute of load),
 * `--size 100000` another one, for a broadcast, an import, contacts, conversations, an automation or those who sleep in one.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchResult } from './result.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, size: { type: 'string' }, out: { type: 'string' } },
});

const benches: Record<string, () => Promise<readonly BenchResult[]>> = {
  append: async () => (await import('./append.ts')).run(),
  evidence: async () => (await import('./evidence.ts')).run(),
  eventstoredb: async () => (await import('./eventstoredb.ts')).run(),
  rebuild: async () => (await import('./rebuild.ts')).run({ events: values.full ? 1_000_000 : 100_000 }),
  api: async () => (await import('./api.ts')).run(),
  live: async () => (await import('./live.ts')).run({ seconds: values.full ? 60 : 8 }),
  inbox: async () =>
    (await import('./inbox.ts')).run({ conversations: Number(values.size ?? (values.full ? 1_000_000 : 100_000)) }),
  lists: async () => (await import('./lists.ts')).run(),
  workers: async () => (await import('./workers.ts')).run(),
  start: async () => (await import('./start.ts')).run({ events: values.full ? 1_000_000 : 100_000 }),
  pages: async () => (await import('./pages.ts')).run({ seconds: values.full ? 60 : 6 }),
  leaderboard: async () => (await import('./leaderboard.ts')).run(),
  widget: async () => (await import('./widget.ts')).run(),
  broadcast: async () =>
    (await import('./broadcast.ts')).run({ recipients: Number(values.size ?? (values.full ? 1_000_000 : 20_000)) }),
  'broadcast-paid': async () =>
    (await import('./broadcast.ts')).runPaid({ recipients: Number(values.size ?? (values.full ? 100_000 : 20_000)) }),
  automations: async () =>
    (await import('./automations.ts')).run({ contacts: Number(values.size ?? (values.full ? 100_000 : 2_000)) }),
  'automation-crowd': async () =>
    (await import('./automation-crowd.ts')).run({ contacts: Number(values.size ?? (values.full ? 100_000 : 2_000)) }),
  'automation-timers': async () =>
    (await import('./automation-timers.ts')).run(
      values.full ?
        { asleep: 1_000_000, perSecond: 1_000, seconds: 60, killEveryMs: 10_000 }
      : { asleep: Number(values.size ?? 100_000), perSecond: 200, seconds: 12, killEveryMs: 5_000 },
    ),
  wallets: async () =>
    (await import('./wallets.ts')).run({ messages: Number(values.size ?? (values.full ? 1_000_000 : 50_000)) }),
  statements: async () =>
    (await import('./statements.ts')).run({ messages: Number(values.size ?? (values.full ? 1_000_000 : 30_000)) }),
  reports: async () =>
    (await import('./reports.ts')).run({ messages: Number(values.size ?? (values.full ? 5_000_000 : 100_000)) }),
  webhooks: async () =>
    (await import('./webhooks.ts')).run(values.full ? { events: 20_000, dead: 1_000 } : { events: 3_000, dead: 19 }),
  web: async () => (await import('./web.ts')).run(),
  canvas: async () => (await import('./canvas.ts')).run(),
  contacts: async () =>
    (await import('./contacts.ts')).run({ contacts: Number(values.size ?? (values.full ? 1_000_000 : 100_000)) }),
  import: async () =>
    (await import('./import.ts')).run({ rows: Number(values.size ?? (values.full ? 1_000_000 : 100_000)) }),
};

const chosen = positionals.length > 0 ? positionals : Object.keys(benches);
const results: BenchResult[] = [];
for (const name of chosen) {
  const bench = benches[name];
  if (bench === undefined)
    throw new Error(`There is no bench called ${name}; there are ${Object.keys(benches).join(', ')}.`);
  console.log(`── ${name}`);
  for (const result of await bench()) {
    results.push(result);
    const target = 'atLeast' in result.target ? `≥ ${result.target.atLeast}` : `≤ ${result.target.atMost}`;
    console.log(
      `${result.pass ? 'ok  ' : 'MISS'} ${result.name}: ${result.ratio.toFixed(2)} (target ${target}); ` +
        `${format(result.measured)} against ${format(result.baseline)} ${result.unit}. ${result.detail}`,
    );
  }
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
};
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const report = {
  date: new Date().toISOString(),
  command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
  commit,
  full: values.full,
  machine,
  results,
};
const file =
  values.out ??
  `bench/results/${[`${machine.platform}-${machine.cores}cores-${report.date.slice(0, 10)}`, ...positionals].join('-')}.json`;
mkdirSync('bench/results', { recursive: true });
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
console.log(
  `\n${results.filter((result) => result.pass).length} of ${results.length} within target; written to ${file}`,
);
// What a bench has left running (a timer, a pool of a server that was closed) does not hold the next command up.
process.exit(0);

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}
