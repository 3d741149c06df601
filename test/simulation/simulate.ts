/**
 * `npm run simulate -- --seeds N --first S`: lives through N stories. `--seed S`: through one, and tells it.
 * `--shrink`: leaves out of a story that breaks a law what it does not take. Exits 1 when a law was broken.
 * A story that stands still (`standsStillMs`) or takes longer than `--longest` seconds is given up: exits 3, and says which.
 * `--about ACTION`: only stories that are full of it; N of these are lived through, however many others lie between.
 * `--each`: a line for each story, with the digest of all that happened in it.
 * `--mutations`: breaks the rules of mutations.ts one after another, and exits 1 when N stories let one pass.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openReality } from './engine/reality.ts';
import { mutations } from './mutations.ts';
import { castOf, type Ending, live, nothing, plan, shrink, sum } from './story.ts';
import { stuckCode, verdictOf, wanted } from './verdict.ts';

/**
 * Of the real clock, in ms: one that waits for something that no entry of its timeline brings uses no processor time, and
 * stands still for ever. A long one on a machine that is busy with much else does not.
 */
const standsStillMs = 120_000;
const lookMs = 5_000;
/** Of the processor, between two looks. */
const workedMs = 25;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    only: { type: 'string' },
    about: { type: 'string' },
    each: { type: 'boolean', default: false },
    longest: { type: 'string', default: '1800' },
  },
});
if (values.mutations) process.exit(tryMutations(values));
const one = values.seed === undefined ? null : Number(values.seed);
const first = one ?? Number(values.first);
const count = one === null ? Number(values.seeds) : 1;

const show = ({ seed, story, broken, scenes }: Ending): void => {
  const planned = plan(seed).length;
  const isShorter = scenes.length < planned;
  console.log(`\nseed ${seed}: ${scenes.length} scenes${isShorter ? ` of ${planned}` : ''}\n${story.join('\n')}`);
  for (const law of broken) console.log(`\nBROKEN ${law}`);
  if (broken.length > 0) console.log(`\nnpm run simulate -- --seed ${seed}${isShorter ? ' --shrink' : ''}`);
};

const reality = await openReality();
const began = performance.now();
async function within<T>(story: Promise<T>, seed: number): Promise<T> {
  let isStuck = false;
  let [before, stillSince] = [process.cpuUsage(), performance.now()];
  const began = stillSince;
  const longestMs = Number(values.longest) * 1_000;
  const watch = setInterval(
    () => {
      const { user, system } = process.cpuUsage(before);
      before = process.cpuUsage();
      const now = performance.now();
      if (user + system > workedMs * 1_000) stillSince = now;
      if (now - stillSince < standsStillMs && now - began < longestMs) return;
      console.log(`STUCK seed ${seed} did not come to its end within ${((now - began) / 1_000).toFixed(0)} s.`);
      isStuck = true;
      clearInterval(watch);
      const end = () => process.exit(stuckCode);
      setTimeout(end, 5_000);
      void reality.close().finally(end);
    },
    Math.min(lookMs, longestMs),
  );
  try {
    // Its database is closed under one that was given up: it would end in an error, and that says something else.
    return await story.finally(() => (isStuck ? new Promise<never>(() => {}) : undefined));
  } finally {
    clearInterval(watch);
  }
}
/** The seeds that are wanted, without end. */
function* seeds(): Generator<number> {
  for (let seed = first; ; seed += 1)
    if (values.about === undefined || one !== null || castOf(seed).theme.includes(values.about)) yield seed;
}
const broken: number[] = [];
let counts = nothing;
try {
  for (const seed of seeds()) {
    if (counts.stories >= count) break;
    const at = performance.now();
    let ending = await within(live(seed, reality), seed);
    counts = sum(counts, ending.counts);
    if (values.each) {
      const tookS = ((performance.now() - at) / 1_000).toFixed(1);
      console.log(`seed ${seed} ${ending.digest} ${ending.counts.steps} steps, ${tookS} s`);
    }
    if (ending.broken.length > 0) {
      broken.push(seed);
      if (values.shrink) ending = await shrink(ending, (scenes) => within(live(seed, reality, scenes), seed));
    }
    if (ending.broken.length > 0 || one !== null) show(ending);
    if (broken.length > 0 && values.stop) break;
  }
} finally {
  await reality.close();
}
const seconds = (performance.now() - began) / 1_000;
console.log(
  `${Object.entries(counts)
    .map(([what, many]) => `${many} ${what}`)
    .join(', ')}, ${seconds.toFixed(1)} s, from seed ${first}: ${
    broken.length === 0 ? 'every law held.' : `laws were broken in ${broken.length} (seeds ${broken.join(', ')}).`
  }`,
);
process.exit(broken.length > 0 ? 1 : 0);

/** Each in a process of its own, until a story finds it. */
function tryMutations({ seeds: most, first: from, only, about }: typeof values): number {
  let missed = 0;
  for (const { name, about: own } of wanted(mutations, only)) {
    const ended = spawnSync(
      process.execPath,
      [
        '--import',
        new URL('mutate.ts', import.meta.url).href,
        fileURLToPath(import.meta.url),
        '--stop',
        '--seeds',
        most,
        '--first',
        from,
        ...((about ?? own) === undefined ? [] : ['--about', (about ?? own)!]),
      ],
      { env: { ...process.env, MUTATION: name }, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const { verdict, law } = verdictOf(ended);
    if (verdict !== 'found') missed += 1;
    const last = ended.stdout.trim().split('\n').at(-1) ?? '';
    console.log(
      `${verdict.padEnd(6)} ${name}\n       ${law?.slice(0, 140) ?? ended.stderr.slice(-300)}\n       ${last}`,
    );
  }
  return missed === 0 ? 0 : 1;
}
