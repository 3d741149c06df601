import pg from 'pg';
import { benchPostgres, processorTimeOf } from './zz-postgres.ts';
const s = await benchPostgres();
const c = new pg.Client({ connectionString: s.connectionString }); await c.connect();
console.log(s.connectionString, (await c.query('show unix_socket_directories')).rows);
const url = new URL(s.connectionString);
const dir = (await c.query('show unix_socket_directories')).rows[0].unix_socket_directories;
const run = async (cl: pg.Client, n: string) => { const [a, b] = [processorTimeOf(process.pid), processorTimeOf(s.processId)]; const t = performance.now(); for (let i = 0; i < 20000; i++) await cl.query({ name: 'x', text: 'select $1::int', values: [i] }); console.log(n, ((performance.now() - t) / 20).toFixed(1), 'us each', (a()*50).toFixed(1), (b()*50).toFixed(1)); };
await run(c, 'tcp'); await run(c, 'tcp');
if (dir) { const u = new pg.Client({ host: dir, port: Number(url.port), user: decodeURIComponent(url.username), password: decodeURIComponent(url.password), database: url.pathname.slice(1) }); await u.connect(); await run(u, 'unix'); await run(u, 'unix'); await u.end(); }
await c.end(); await s.remove(); process.exit(0);
