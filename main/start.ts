import { type Config, readConfig } from './config.ts';

/**
 * The server's process: reads the configuration, starts the application, and ends it in an orderly way. Exit codes: 0
 * stopped as asked, 1 could
 * not start or met a fault that nobody handles.
 */
const read = readConfig(process.env);
if ('problems' in read) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
await run(read.config);

async function run(config: Config): Promise<void> {
  const [{ createLog }, { StartRefused, startApplication }, { startAgain }] = await Promise.all([
    import('./terminal-log.ts'),
    import('./application.ts'),
    import('./start-again.ts'),
  ]);
  const log = createLog(config.logLevel, process.stdout);

  let ending: Promise<void> | null = null;
  const giveUp = new AbortController();
  // Whatever hangs: the process is gone within 10 s of being asked. What was not finished is found again at the next start.
  const end = (code: number): Promise<void> =>
    (ending ??= (async () => {
      const late = setTimeout(() => {
        log.warn('The orderly stop took too long; ending now.');
        process.exit(code);
      }, 9500);
      giveUp.abort();
      const application = await starting.catch(() => null); // A start that is given up takes back what it had begun.
      await application?.stop().catch((error: unknown) => log.error({ err: error }, 'The orderly stop failed.'));
      clearTimeout(late);
      process.exit(code);
    })());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending && signal === 'SIGINT') process.exit(1); // Ctrl-C once more: no patience.
      log.info({ signal }, 'Stopping.');
      void end(0);
    });
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error }, 'A fault that nobody handles; ending.');
      void end(1);
    });
  }

  const { signal } = giveUp;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const starting = startAgain(() => startApplication({ config, log, signal, say }), { log, signal });
  try {
    await starting;
  } catch (error) {
    if (ending) return;
    if (error instanceof StartRefused || (error instanceof Error && error.name === 'EmbeddedPostgresError'))
      console.error(error.message);
    else log.fatal({ err: error }, 'The start failed.');
    process.exit(1);
  }
}
