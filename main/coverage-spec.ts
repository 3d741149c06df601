/**
 * `npm run coverage:spec`: how much of the specification is there. Compares docs/spec/api-calls.tsv with the calls that are registered, and
 * docs/spec/screens.tsv with the routes of the web application. Informs; it never fails.
 */
import { existsSync, readFileSync } from 'node:fs';
import { publicScreens } from '../api/public/index.ts';
import { routes } from '../api/routes/index.ts';

interface Line {
  readonly key: string;
  readonly label: string;
  readonly who: string;
}

const lines = (file: string): string[][] =>
  readFileSync(new URL(`../docs/spec/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** `{id}`, `{contactId}` and `:id?` are the same place in a path. */
const shape = (path: string): string => path.replace(/\{[^}]*\}|:[A-Za-z_]\w*\??/g, '{}').replace(/\/+$/, '') || '/';

const calls: Line[] = lines('api-calls.tsv').map(([method = '', path = '', who = '']) => ({
  key: `${method} ${shape(path)}`,
  label: `${method.padEnd(6)} ${path}`,
  who,
}));
const registered = new Map<string, (typeof routes)[number]['contract']>(
  routes.map(({ contract }) => [`${contract.method} ${shape(contract.path)}`, contract]),
);

const screens: Line[] = lines('screens.tsv').map(([path = '', who = '']) => ({ key: shape(path), label: path, who }));
const routed = new Set([...(await webRoutes()).map((route) => route.path), ...publicScreens].map(shape));

report('API calls', calls, (line) => registered.has(line.key));
report('Screens', screens, (line) => routed.has(line.key));

const named = new Set(calls.map((line) => line.key));
const extra = [...registered.keys()].filter((key) => !named.has(key));
if (extra.length > 0) console.log(`\nRegistered, but not named in the specification: ${extra.join(', ')}`);

const roles: Readonly<Record<string, string>> = { Admin: 'admin', Agency: 'agency', Business: 'business' };
for (const line of calls) {
  const contract = registered.get(line.key);
  if (contract === undefined) continue;
  const allowed =
    contract.who === 'public' || contract.who === 'any' ?
      contract.who
    : contract.who
        .map((role) => roles[role])
        .sort()
        .join('+');
  if (allowed !== line.who.split('+').sort().join('+'))
    console.log(`\n${line.label.trim()} is for ${line.who}, but registered for ${allowed}.`);
}

function report(title: string, all: readonly Line[], done: (line: Line) => boolean): void {
  const missing = all.filter((line) => !done(line));
  console.log(`${title}: ${all.length - missing.length} of ${all.length}`);
  for (const line of missing) console.log(`  not yet  ${line.label}`);
}

/** The web's route table, read when it is there; it needs no browser. */
async function webRoutes(): Promise<readonly { path: string }[]> {
  const file = new URL('../web/routes/routes.ts', import.meta.url);
  if (!existsSync(file)) return [];
  const { routes: table } = (await import(file.href)) as { routes?: readonly { path: string }[] };
  if (!Array.isArray(table)) throw new TypeError('web/routes/routes.ts must export `routes`, an array of { path, … }.');
  return table;
}
