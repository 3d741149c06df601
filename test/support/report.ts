import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What a run of one suite came to, as test/run.mjs sums it up. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Every file, and how long it took in milliseconds: loading, hooks and tests. */
  readonly files: readonly { readonly file: string; readonly tookMs: number }[];
  readonly failures: readonly { readonly file: string; readonly name: string; readonly why: readonly string[] }[];
}

/** The words of an error, and where in our own code it came from. */
function wordsOf({ name, message, diff, stacks, stack }: SerializedError & { diff?: string }): string[] {
  const at = (stacks ?? []).map(({ file, line, column }) => `at ${file}:${line}:${column}`);
  const from = at.length > 0 ? at : (stack ?? '').split('\n').filter((line) => line.trim().startsWith('at '));
  const ours = from.filter((line) => !/node_modules|node:/.test(line)).map((line) => line.trim());
  const said = stripVTControlCharacters(`${name ?? 'Error'}: ${message}${diff ? `\n${diff}` : ''}`).split('\n');
  return [...said.slice(0, 25), ...ours.slice(0, 4)];
}

/** Writes a {@link Report} to the file that TEST_REPORT names. Also counts what fails outside of a test. */
export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const states = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const failures: Report['failures'][number][] = [];
    const failed = (file: string, name: string, errors: readonly SerializedError[]): void => {
      failures.push({ file, name, why: errors.flatMap(wordsOf) });
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      if (module.errors().length > 0) failed(file, '(the file, or what stands before and after all)', module.errors());
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0)
          failed(file, `${suite.fullName} (what stands before and after all)`, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        states[state] += 1;
        if (state === 'failed') failed(file, test.fullName, errors);
      }
    }
    if (unhandled.length > 0) failed('', '(outside of any test)', unhandled);
    const report: Report = {
      passed: states.passed,
      failed: failures.length,
      skipped: states.skipped + states.pending,
      files: modules.map((module) => {
        const { duration, collectDuration, setupDuration } = module.diagnostic();
        return { file: module.relativeModuleId, tookMs: duration + collectDuration + setupDuration };
      }),
      failures,
    };
    writeFileSync(process.env['TEST_REPORT']!, JSON.stringify(report));
  }
}
