/**
 * `npm test`: type check, lint and import rules, build, then every suite, one after another. Its closing line sums all of them:
 * "N passed, N failed, N skipped". Each check counts as one test. Exits 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'beckon-test-'));
const only = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];

function check(name, command, args) {
  if (only.length > 0 && !only.includes(name)) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  const ok = status === 0;
  totals[ok ? 'passed' : 'failed'] += 1;
  summary.push(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds(started)})`);
}

function suite(name) {
  if (only.length > 0 && !only.includes(name)) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const report = join(scratch, `${name}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: 'inherit' },
  );
  let counts;
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    // A file that could not be loaded has no tests to fail: it counts as one failure.
    const broken = result.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    counts = {
      passed: result.numPassedTests,
      failed: result.numFailedTests + broken,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  // An error outside any test (an unhandled rejection, a server that would not stop) fails the run too.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  summary.push(
    `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(started)})`,
  );
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

const tsc = 'node_modules/typescript-native/bin/tsc';
check('typecheck', process.execPath, [tsc, '-p', 'tsconfig.json']);
check('typecheck-web', process.execPath, [tsc, '-p', 'web/tsconfig.json']);
check('format', process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']);
check('lint', process.execPath, ['node_modules/eslint/bin/eslint.js', '.']);
check('import-rules', process.execPath, ['main/import-rules.mjs']);
check('build', process.execPath, ['main/build.mjs']);
for (const name of ['unit', 'web', 'contract', 'integration', 'simulation', 'faults', 'e2e']) suite(name);

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${summary.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
