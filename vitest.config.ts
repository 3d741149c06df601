import { defineConfig } from 'vitest/config';

const ordinary = { testTimeout: 30_000, hookTimeout: 60_000 };
const withPostgres = { ...ordinary, globalSetup: ['test/support/global-setup.ts'] };

/**
 * One project per kind of test. Only those that need it start the Postgres of the run. Files of one project run two at a time (two cores);
 * faults and browser tests run alone, since they count what happens to whole processes.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], ...ordinary } },
      { test: { name: 'web', include: ['test/web/**/*.test.{ts,tsx}'], environment: 'jsdom', ...ordinary } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...withPostgres } },
      { test: { name: 'integration', include: ['test/integration/**/*.test.ts'], ...withPostgres } },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          ...withPostgres,
          testTimeout: 240_000,
          fileParallelism: false,
        },
      },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], ...ordinary, testTimeout: 600_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...ordinary,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
