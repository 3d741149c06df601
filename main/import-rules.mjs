/**
 * `npm run lint` and the tests: checks who imports whom against .dependency-cruiser.cjs, and that the parts of each
 * top-level folder, and of domain/automations, import each other one way only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const folders = [
  'domain',
  'commands',
  'projections',
  'workers',
  'adapters',
  'api',
  'web',
  'sandbox',
  'migrations',
  'main',
  'test',
].filter((folder) => existsSync(folder));
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ],
  { encoding: 'utf8', maxBuffer: 2 ** 30 },
);
if (!stdout.startsWith('{')) {
  process.stderr.write(stderr);
  process.exit(status || 1);
}
const { modules, summary } = JSON.parse(stdout);
const faults = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...[...folders.filter((folder) => folder !== 'test'), 'domain/automations'].flatMap(loopsIn),
];
for (const fault of faults) console.error(`error ${fault}`);
console.log(
  `${faults.length === 0 ? 'No import breaks a rule' : `${faults.length} imports break a rule`}: ${modules.length} modules.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The imports that lead from a part of `folder` back to itself through others; a part is a folder or a loose file. */
function loopsIn(folder) {
  const partOf = (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : null);
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ source, resolved, from: partOf(source), to: partOf(resolved) })),
  );
  const across = arrows.filter(({ from, to }) => from !== null && to !== null && from !== to);
  const next = new Map();
  for (const { from, to } of across) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = (start) => {
    const seen = new Set();
    const left = [start];
    for (let part = left.pop(); part !== undefined; part = left.pop())
      for (const to of next.get(part) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          left.push(to);
        }
    return seen;
  };
  return across
    .filter(({ from, to }) => reached(to).has(from))
    .map(({ source, resolved, from, to }) => `parts-of-${folder}-in-a-loop (${from}, ${to}): ${source} → ${resolved}`);
}
