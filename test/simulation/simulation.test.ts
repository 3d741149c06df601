import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** How many seeds a run of the tests looks at; any number by `npm run simulate`. */
const seeds = Number(process.env['SEEDS'] ?? 24);
const lanes = 2;

const simulate = (args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('simulate.ts', import.meta.url)), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, output }));
  });

describe.concurrent('stories', () => {
  const each = Math.ceil(seeds / lanes);
  it.each(Array.from({ length: lanes }, (_, lane) => 1 + lane * each))('from seed %i keep every law', async (first) => {
    const { code, output } = await simulate(['--seeds', String(each), '--first', String(first)]);
    expect(output.match(/^(BROKEN|STUCK) .*/gm) ?? [], output.slice(-20_000)).toEqual([]);
    expect(output).toMatch(/every law held\.\n$/);
    expect(code).toBe(0);
  });
});

// In story 24 businesses register with the carriers; in 38 payers enter cards while the payment provider loses its answers.
it.each([24, 38])('story %i is the same whatever was lived through before it', async (seed) => {
  const digestOf = async (args: readonly string[]): Promise<string | undefined> => {
    const { output } = await simulate([...args, '--each']);
    return new RegExp(`^seed ${seed} (\\w+)`, 'm').exec(output)?.[1];
  };
  const [behind, alone] = await Promise.all([
    digestOf(['--first', String(seed - 1), '--seeds', '2']),
    digestOf(['--first', String(seed), '--seeds', '1']),
  ]);
  expect(alone).toMatch(/^[0-9a-f]{16}$/);
  expect(behind).toBe(alone);
});

it('so many stories about something are so many, however many seeds lie between', async () => {
  const { output } = await simulate(['--about', 'merge', '--seeds', '2', '--each']);
  expect(output.match(/^seed /gm)).toHaveLength(2);
  expect(output).toMatch(
    /^2 stories, \d+ steps, \d+ events, \d+ texts, \d+ mails, \d+ runs, \d+ deaths, [\d.]+ s, from seed 1: /m,
  );
});

it('a broken rule is found, told, and ends the command with 1', async () => {
  const { code, output } = await simulate([
    '--mutations',
    '--only',
    'a late callback moves a text back',
    '--seeds',
    '20',
  ]);
  expect(output).toMatch(/^found  a late callback/);
  expect(code).toBe(0);
});

it('a story that is given up is told as stuck, and not as one that broke a law', async () => {
  const { code, output } = await simulate(['--seed', '1', '--longest', '0.01']);
  expect(output).toMatch(/^STUCK seed 1 /m);
  expect(code).toBe(3);
});
