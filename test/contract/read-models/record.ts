/**
 * Records which tables and folds each read model's version stands for: `npm run record:read-models`. Run it
 * after a version went up, and commit what it wrote. With `--same-rows` it takes a change under the same version: right
 * only where the same events make the same rows as before.
 */
import { existsSync } from 'node:fs';
import { writeJson } from '../support/write-json.ts';
import { ofToday, recorded, recordedFile } from './digests.ts';

const before = existsSync(recordedFile) ? recorded() : {};
const today = await ofToday();
const kept = Object.entries(today).map(([name, now]) => {
  const was = before[name];
  const changed = was !== undefined && was.version === now.version && was.digest !== now.digest;
  if (!changed || process.argv.includes('--same-rows')) return [name, now] as const;
  console.error(`${name}: raise its version, or say --same-rows`);
  process.exitCode = 1;
  return [name, was] as const;
});
await writeJson(recordedFile, Object.fromEntries(kept));
