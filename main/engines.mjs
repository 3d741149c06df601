/**
 * `npm run engines`: takes what packages say about Node out of package-lock.json, after checking that the Node we bring
 * along is one that each
 * of them runs on. They run on no other: `npm start` and every script use the `node` of the development packages. npm
 * compares them with the Node
 * of whoever types `npm ci`, and would print a page of warnings that are not true. `--check` (in the tests) fails where
 * something is left to say.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const ours = lock.packages['node_modules/node'].version;
const wrong = [];
const told = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  const manifest = join(root, path, 'package.json');
  // What is for other machines is not here to be asked.
  const { engines } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const node = Array.isArray(engines) ? undefined : engines?.node;
  if (node !== undefined && !semver.satisfies(ours, node)) wrong.push(`${path} runs on Node ${node}, not on ${ours}.`);
  if (entry.engines === undefined) continue;
  told.push(path);
  delete entry.engines;
}
if (wrong.length > 0) console.error(wrong.join('\n'));
if (process.argv.includes('--check')) {
  if (told.length > 0)
    console.error(`package-lock.json says which Node ${told.length} packages want. Run: npm run engines`);
} else if (told.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.exit(wrong.length > 0 || (process.argv.includes('--check') && told.length > 0) ? 1 : 0);
