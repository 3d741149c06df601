import { defineConfig } from 'vitest/config';

/** Limits for what hangs, on a machine that is busy with much else. What waits has its own, shorter, and says what it last saw. */
const ordinary = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
const withPostgres = { ...ordinary, globalSetup: ['test/support/global-setup.ts'] };
/**
 * The files of a worker share its modules: evaluating them again for each cost more than most tests. What a file spies on, fakes
 * or stubs is put back before the next test; what it starts, it stops.
 */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

/**
 * One project per kind of test. Only those that need it start the Postgres of the run. Files of one project run two at
 * a time (two cores): also those that kill, and those with a browser, which have processes, ports and folders of their
 * own and wait more than they compute.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], ...ordinary, ...shared } },
      { test: { name: 'web', include: ['test/web/**/*.test.{ts,tsx}'], environment: 'jsdom', ...ordinary, ...shared } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...withPostgres, ...shared } },
      { test: { name: 'integration', include: ['test/integration/**/*.test.ts'], ...withPostgres, ...shared } },
      {
        test: {
          name: 'budgets',
          include: ['test/budgets/**/*.test.ts'],
          ...withPostgres,
          // Some wait for the build.
          hookTimeout: 600_000,
        },
      },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], ...withPostgres, testTimeout: 900_000 } },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], ...ordinary, testTimeout: 1_800_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...withPostgres,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
