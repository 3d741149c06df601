import { availableParallelism } from 'node:os';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** By command: `SEEDS=20000 npm run test:simulation -- automations`. */
const seeds = Number(process.env['SEEDS'] ?? 1_000);
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

it('a seed gives the same story behind others and alone', { timeout: 900_000 }, async () => {
  const asked = Array.from({ length: 20 }, (_, nth) => 100 + nth * 5);
  const digestsOf = async (...given: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[main, '--together', '100', '--digests', asked.join()],
      ...given,
    ]);
    return stdout.split('\n').filter((line) => line.startsWith('digest '));
  };
  const [behind, alone] = [await digestsOf('--seeds', '200'), await digestsOf('--first', '123', '--seeds', '1')];
  expect(behind).toHaveLength(asked.length);
  expect(new Set(behind).size).toBe(asked.length);
  expect(alone).toEqual(behind);
});
