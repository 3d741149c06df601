/** `npm run lint` and the tests: checks who imports whom against .dependency-cruiser.cjs. */
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
const { status } = spawnSync(
  process.execPath,
  ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', ...folders],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
