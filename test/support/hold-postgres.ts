import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';

/** A process that uses the embedded Postgres of a folder: says what it has, and lets go when its standard input ends. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: quiet });
process.stdout.write(
  `${JSON.stringify({ pid: server.pid(), port: server.port, adopted: server.adopted, connectionString: server.connectionString })}\n`,
);
process.stdin.resume().once('end', () => void server.stop().then(() => process.exit(0)));
