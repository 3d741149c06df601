/** Numbers from 0 to 1 that a seed repeats (mulberry32). `SEED` in the environment replays a run. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const chosenSeed = (): number => Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
