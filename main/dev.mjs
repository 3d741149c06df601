/**
 * `npm run dev`: the server from its sources, started again at every change, and vite with hot reloading in front of
 * it. Ctrl-C ends both.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = process.env.PORT || '3000';
console.log(`Open http://127.0.0.1:5173: it follows your changes. Port ${port} serves the last build of the web.`);
const children = [
  start(
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      '--config',
      join(root, 'web/vite.config.ts'),
      '--port',
      '5173',
      '--strictPort',
    ],
    { API_URL: `http://127.0.0.1:${port}` },
  ),
  start(['--watch', '--watch-preserve-output', join(root, 'main/start.ts')], {}),
];

function start(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('exit', (code) => end(code ?? 1));
  return child;
}

let ending = false;
function end(code) {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
