/**
 * `npm test`: type check, lint and import rules, build, and every suite. Two lanes take them from one list, each the
 * next when it is done with its last, so that two cores are busy to the end. Each prints when it is done. After the
 * summary stands why each failed one failed. Suites that wait for servers and browsers get a second look: the files of up
 * to three failed tests are run once more by themselves; what then passes is named as unsteady, with what it said, and is
 * to be explained like a failure: it may be a fault that only timing shows. The closing line sums all of them, "N passed, N failed, N skipped"; each
 * check counts as one test. Exits 1 when anything failed. `npm test -- unit lint`: only those. `--serial`: one after
 * another. What is not over after 84 minutes (TEST_MINUTES) is ended and counts as failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What tests write is gone when they end: in memory, where there is much of it, hundreds of databases are made and dropped sooner. */
const memory = '/dev/shm';
function hasMemoryToSpare() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 8 * 2 ** 30;
  } catch {
    return false;
  }
}
if (process.env.TMPDIR === undefined && hasMemoryToSpare()) process.env.TMPDIR = memory;
const scratch = mkdtempSync(join(tmpdir(), 'beckon-test-'));
const serial = process.argv.includes('--serial');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
/** What failed, and the lines that say why. */
const failures = [];
const running = new Set();
const begun = Date.now();

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

/** Runs a program to its end; in lanes its words come in one piece, so that they are not mixed with another's. */
function run(name, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    running.add(child);
    if (serial) console.log(`\n── ${name}`);
    const words = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        words.push(chunk);
        if (serial) process.stdout.write(chunk);
      });
    child.on('close', (status) => {
      running.delete(child);
      const said = Buffer.concat(words).toString();
      if (!serial) process.stdout.write(`\n── ${name}\n${said}`);
      resolve({ ok: status === 0, said });
    });
  });
}

/** What hangs must not take the verdict of everything else with it: whoever runs this gives up after 90 minutes, without a word. */
const longest = Number(process.env.TEST_MINUTES ?? 84) * 60_000;
let isOver = false;
function tooLate(name, said) {
  totals.failed += 1;
  failures.push({ what: `${name}: not over after ${longest / 60_000} minutes`, why: lastLines(said, 30) });
}
setTimeout(() => {
  isOver = true;
  for (const step of waiting.splice(0)) tooLate(step.name, 'It never began.');
  for (const child of running) child.kill('SIGTERM');
  // Servers that don't stop keep the pipes of their starter open.
  setTimeout(() => finish(), 60_000).unref();
}, longest).unref();
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
    const { ok, said } = await run(name, args);
    if (isOver) return tooLate(name, said);
    totals[ok ? 'passed' : 'failed'] += 1;
    if (!ok) failures.push({ what: name, why: lastLines(said, 30) });
    summary.push(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds(started)})`);
  },
});

/** Failed and then passed by itself, and what the failure said. */
const unsteady = [];
const maxUnsteady = 3;

/** Runs tests of one project of vitest, whose own report (test/support/report.ts) says what became of them. */
async function tests(name, title, files = []) {
  const report = join(scratch, `${title}.json`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...files];
  const reporters = ['--reporter=default', '--reporter=./test/support/report.ts'];
  const { ok, said } = await run(title, [...vitest, ...reporters], { TEST_REPORT: report });
  return { ok, said, result: readReport(report) };
}

/** Takes out of a result what passes when its file is run by itself. */
async function lookAgain(name, result) {
  const files = [...new Set(result.failures.map(({ file }) => file))];
  if (result.failed === 0 || result.failed > maxUnsteady || files.includes('')) return;
  const second = await tests(name, `${name}, once more`, files);
  const still = (one) => second.result.failures.some(({ file, name: of }) => file === one.file && of === one.name);
  const passed = second.ok || second.result.failed > 0 ? result.failures.filter((one) => !still(one)) : [];
  unsteady.push(...passed.map((one) => ({ what: `${name}: ${one.file}: ${one.name}`, why: one.why })));
  result.failures = result.failures.filter((one) => !passed.includes(one));
  result.failed -= passed.length;
  result.passed += passed.length;
}

/** A suite: one project of vitest. `again`: what failed gets a second look. */
const suite = (name, { again = false } = {}) => ({
  name,
  async run() {
    const started = Date.now();
    const { ok, said, result } = await tests(name, name);
    if (again && !isOver) await lookAgain(name, result);
    if (isOver) return tooLate(name, said);
    // It ended before it could report, or fails without saying what (a server that would not stop).
    if (!ok && result.failures.length === 0 && !unsteady.some(({ what }) => what.startsWith(`${name}: `))) {
      result.failed += 1;
      failures.push({ what: name, why: lastLines(said, 30) });
    }
    for (const one of result.failures)
      failures.push({ what: [name, one.file, one.name].filter(Boolean).join(': '), why: one.why });
    for (const key of Object.keys(totals)) totals[key] += result[key];
    const { passed, failed, skipped } = result;
    const slow = result.files
      .filter(({ tookMs }) => tookMs > 30_000)
      .sort((a, b) => b.tookMs - a.tookMs)
      .map(({ file, tookMs }) => `\n         ${(tookMs / 1000).toFixed(0)} s ${file}`);
    summary.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds(started)})${slow.join('')}`,
    );
  },
});

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };
  }
}

const lastLines = (text, count) => stripVTControlCharacters(text).trim().split('\n').slice(-count);

/** The end of the output says by itself what failed, also where only its end is kept. */
function toldFailures() {
  const most = 25;
  const tell = (word) => (one) => `${word} ${one.what}\n${one.why.map((line) => `    ${line}`).join('\n')}`;
  const told = [...unsteady.map(tell('UNSTEADY')), ...failures.slice(0, most).map(tell('FAILED'))];
  if (failures.length > most) told.push(`… and ${failures.length - most} more`);
  return told.map((one) => `\n${one}\n`).join('');
}

const tsc = 'node_modules/typescript-native/bin/tsc';
/** The long ones first, so that the short ones fill the end; what the built application is started for, after the build. */
const steps = [
  check('build', 'main/build.mjs'),
  suite('integration', { again: true }),
  suite('e2e', { again: true }),
  suite('faults'),
  suite('contract', { again: true }),
  suite('simulation'),
  suite('budgets', { again: true }),
  // The types of the whole repository are in its memory: more than the 4 GB that Node takes by itself.
  check('lint', '--max-old-space-size=8192', 'node_modules/eslint/bin/eslint.js', '.'),
  suite('unit'),
  suite('web'),
  check('format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  check('typecheck', tsc, '-p', 'tsconfig.json'),
  check('typecheck-web', tsc, '-p', 'web/tsconfig.json'),
  check('import-rules', 'main/import-rules.mjs'),
  check('unused', 'node_modules/knip/bin/knip.js', '--no-progress'),
  check('packages', 'main/engines.mjs', '--check'),
];
const waiting = steps.filter(({ name }) => only.length === 0 || only.includes(name));
const unknown = only.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const lane = async () => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await step.run();
};
await Promise.all(Array.from({ length: serial ? 1 : 2 }, lane));
finish();

function finish() {
  rmSync(scratch, { recursive: true, force: true });
  const { passed, failed, skipped } = totals;
  console.log(`\n${summary.join('\n')}\n${toldFailures()}\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
