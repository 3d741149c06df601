/**
 * `npm start`: checks the version of Node, builds what is missing and starts the server. Plain JavaScript, so that an
 * old Node can read it and
 * say what is wrong.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error(
    `This is Node ${process.versions.node}; Beckon runs on Node 22 or later. "npm start" uses the Node 24 that "npm ci" brings along.`,
  );
  process.exit(1);
}
if (!existsSync(join(root, 'node_modules', 'kysely'))) {
  console.error('The packages are missing. Run "npm ci" first.');
  process.exit(1);
}

// `exec` in package.json has npm wait for us, and pass its signals on to us and not to a shell between. Where whoever
// started us is gone all the same (killed), we are to stop as well.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

// Compiled code is kept: the second start is much faster. Where the folder can't be written it does without.
module.enableCompileCache?.(join(root, 'dist', '.compile-cache'));

const { build } = await import('./build.mjs');
try {
  await build({ say: console.log });
} catch (error) {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
await import(new URL('../dist/server/start.js', import.meta.url).href);
