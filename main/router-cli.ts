import { pino } from 'pino';
import { z } from 'zod';
import { openDirectory } from '../adapters/directory/index.ts';
import { tellError } from './error-serializer.ts';
import { startRouter } from './router.ts';

/** The router's process. Exit codes: 0 stopped as asked, 1 wrong settings. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** The Postgres of the directory. */
  DIRECTORY_URL: z.string().min(1),
  /** The installation that answers for what no agency claims. */
  ELSEWHERE: z.string().min(1),
});
const read = Environment.safeParse(process.env);
if (!read.success) {
  for (const { path, message } of read.error.issues) console.error(`${path.join('.')}: ${message}`);
  process.exit(1);
}
const { HOST: host, PORT: port, DIRECTORY_URL: directoryUrl, ELSEWHERE: elsewhere } = read.data;
const log = pino({ base: null, serializers: { err: tellError } });
const directory = await openDirectory(directoryUrl);
const router = await startRouter({ directory, elsewhere, log, host, port });
console.log(`The router answers at ${router.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void router.close().then(() => directory.close());
  });
