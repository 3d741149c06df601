/**
 * `npm test`: type check, lint and import rules, build, and every suite. Two lanes keep two cores busy: what waits for
 * whole processes (the build, then faults and the browser) beside what computes. Each prints when it is done. The
 * closing line sums all of them, "N passed, N failed, N skipped"; each check counts as one test. Exits 1 when anything
 * failed. `npm test -- unit lint`: only those. `--serial`: one after another.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'beckon-test-'));
const serial = process.argv.includes('--serial');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
const running = new Set();

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

/** Runs a program to its end; in lanes its words come in one piece, so that they are not mixed with another's. */
function run(name, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: serial ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    if (serial) console.log(`\n── ${name}`);
    const words = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => words.push(chunk));
    child.on('close', (status) => {
      running.delete(child);
      if (!serial) process.stdout.write(`\n── ${name}\n${Buffer.concat(words).toString()}`);
      resolve(status);
    });
  });
}
// Ctrl-C and a CI that gives up end what was started, too.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });

/** A check: one program, one test. */
const check = (name, ...args) => ({
  name,
  async run() {
    const started = Date.now();
    const ok = (await run(name, args)) === 0;
    totals[ok ? 'passed' : 'failed'] += 1;
    summary.push(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds(started)})`);
  },
});

const suite = (name) => ({
  name,
  async run() {
    const started = Date.now();
    const report = join(scratch, `${name}.json`);
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name];
    const status = await run(name, [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
    const counts = countsOf(report);
    // An error outside any test (an unhandled rejection, a server that would not stop) fails the run too.
    if (status !== 0 && counts.failed === 0) counts.failed = 1;
    for (const key of Object.keys(totals)) totals[key] += counts[key];
    const { passed, failed, skipped } = counts;
    const slow = counts.slow.map(({ file, took }) => `\n         ${took} s ${file}`).join('');
    summary.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds(started)})${slow}`,
    );
  },
});

/** The sums of a report, and its files that took longer than 30 s. */
function countsOf(report) {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    // A file that could not be loaded has no tests to fail: it counts as one failure.
    const broken = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    const slow = result.testResults
      .map(({ name, startTime, endTime }) => ({
        file: name.slice(process.cwd().length + 1),
        took: Math.round((endTime - startTime) / 1000),
      }))
      .filter(({ took }) => took > 30)
      .sort((a, b) => b.took - a.took);
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + broken.length,
      skipped: result.numPendingTests + result.numTodoTests,
      slow,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, slow: [] };
  }
}

const tsc = 'node_modules/typescript-native/bin/tsc';
const lanes = [
  [check('build', 'main/build.mjs'), suite('faults'), suite('e2e')],
  [
    check('typecheck', tsc, '-p', 'tsconfig.json'),
    check('typecheck-web', tsc, '-p', 'web/tsconfig.json'),
    check('import-rules', 'main/import-rules.mjs'),
    check('packages', 'main/engines.mjs', '--check'),
    check('format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
    check('lint', 'node_modules/eslint/bin/eslint.js', '.'),
    ...['unit', 'web', 'contract', 'integration', 'simulation'].map(suite),
  ],
];
const inOrder = async (steps) => {
  for (const step of steps) if (only.length === 0 || only.includes(step.name)) await step.run();
};
if (serial) await inOrder([...lanes[1].slice(0, 6), lanes[0][0], ...lanes[1].slice(6), ...lanes[0].slice(1)]);
else await Promise.all(lanes.map(inOrder));

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${summary.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
