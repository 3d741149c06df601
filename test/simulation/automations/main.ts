/**
 * `npm run simulate:automations -- --seeds 3000 --first 1`: lives through so many stories of automations, many at a time.
 * `--seed 17`: through those that are lived with it, and tells it. Exits 1 when a law was broken.
 * `--about clocks`: all of them are full of it (story.ts).
 * `--digests 17,18`: prints a digest of each of these stories, for who compares.
 * `--mutations`: breaks the rules of mutations.ts one after another, and exits 1 when the stories let one pass.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { broken, digestOf, faultsOf, tell } from './laws.ts';
import { verdictOf, wanted } from '../verdict.ts';
import { mutations } from './mutations.ts';
import { openReality } from './reality.ts';
import { themes } from './story.ts';
import { live } from './world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '0' },
    seed: { type: 'string' },
    stop: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    only: { type: 'string' },
    about: { type: 'string' },
    digests: { type: 'string' },
    together: { type: 'string', default: '500' },
  },
});
/** So many are lived through together; a seed's batch begins at a multiple of it. Another number gives other stories. */
const together = Number(values.together);
if (values.mutations) process.exit(tryMutations());
const about = themes.find((theme) => theme === values.about) ?? null;
if (about === null && values.about !== undefined) throw new Error(`Stories are about ${themes.join(', ')}.`);
const one = values.seed === undefined ? null : Number(values.seed);
const first = one ?? Number(values.first);
const last = one ?? first + Number(values.seeds) - 1;
const digestsOf = (values.digests ?? '').split(',').filter(Boolean).map(Number);
const reality = await openReality();
const began = performance.now();
let [bad, turns, deaths, runs, steps, texts, emails, events] = [0, 0, 0, 0, 0, 0, 0, 0];
for (let batch = Math.floor(first / together); batch <= Math.floor(last / together); batch += 1) {
  const lived = await live(reality, batch * together, together, about);
  const found = broken(lived).filter(({ seed }) => one === null || seed === one);
  for (const { seed, law, what } of found.slice(0, 10)) console.log(`BROKEN seed ${seed}: ${law}: ${what}`);
  const faults = faultsOf(lived);
  for (const fault of faults.slice(0, 5)) console.log(`BROKEN seeds ${batch * together}-: ${fault}`);
  bad += found.length + faults.length;
  turns += lived.turns;
  deaths += lived.deaths;
  runs += lived.rows.length;
  texts += lived.sent.size;
  steps += lived.log.filter(({ type }) => type === 'AutomationStepCompleted').length;
  emails += lived.log.filter(({ type }) => type === 'EmailAccepted').length;
  events += lived.log.length;
  for (const seed of digestsOf.filter((seed) => Math.floor(seed / together) === batch))
    console.log(`digest ${seed} ${digestOf(lived, seed)}`);
  if (one !== null) console.log(tell(lived, one));
  if (bad > 0 && values.stop) break;
}
await reality.close();
const { user, system } = process.cpuUsage();
console.log(
  `seeds ${first} to ${last}: ${runs} runs, ${steps} steps, ${texts} texts, ${emails} emails, ${events} events, ` +
    `${turns} calls, ${deaths} deaths, ` +
    `${((performance.now() - began) / 1_000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of this process): ` +
    (bad === 0 ? 'every law held.' : `${bad} times a law was broken.`),
);
process.exit(bad === 0 ? 0 : 1);

/** Each in a process of its own, until a story finds it. */
function tryMutations(): number {
  let missed = 0;
  for (const { name, about: theme } of wanted(mutations, values.only)) {
    const ended = spawnSync(
      process.execPath,
      [
        ...['--import', new URL('../mutate.ts', import.meta.url).href, fileURLToPath(import.meta.url)],
        ...['--stop', '--seeds', values.seeds, '--first', values.first, '--together', values.together],
        ...(theme === undefined ? [] : ['--about', theme]),
      ],
      {
        env: { ...process.env, MUTATION: name, MUTATIONS: new URL('mutations.ts', import.meta.url).href },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        timeout: 300_000,
      },
    );
    const { verdict, law } = verdictOf(ended);
    if (verdict !== 'found') missed += 1;
    console.log(`${verdict.padEnd(6)} ${name}\n       ${law?.slice(0, 160) ?? ended.stderr.slice(-300)}`);
  }
  return missed === 0 ? 0 : 1;
}
