import { availableParallelism } from 'node:os';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** By command: `SEEDS=20000 npm run test:simulation -- automations`. */
const seeds = Number(process.env['SEEDS'] ?? 3_000);
const processes = Math.min(2, availableParallelism());
const main = fileURLToPath(new URL('main.ts', import.meta.url));

it(`${seeds} stories of automations: every law holds`, { timeout: 900_000 }, async () => {
  const share = Math.ceil(seeds / processes / 500) * 500;
  const said = await Promise.all(
    Array.from({ length: processes }, (_, nth) =>
      promisify(execFile)(process.execPath, [main, '--first', String(nth * share), '--seeds', String(share)]).catch(
        (error: unknown) => error as { stdout: string; stderr: string },
      ),
    ),
  );
  for (const { stdout, stderr } of said) {
    console.log(stdout.trim().split('\n').at(-1));
    expect(`${stdout}${stderr}`).toMatch(/every law held\.\s*$/u);
  }
});
