import { checkNobodyGaveUp } from './gave-up.ts';

/**
 * Asks again until the answer is there; fails with what it last saw, and at once when a part of the world has given up.
 * A look that fails (what is asked is being killed) is made again. The time allowed is for a machine that is busy with
 * much else: only what fails takes it.
 */
export async function eventually<T>(
  look: () => Promise<T> | T,
  accept: (value: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let pause = 5; ; pause = Math.min(50, pause * 2)) {
    let seen: { readonly value: T } | { readonly error: unknown };
    try {
      const value = await look();
      if (accept(value)) return value;
      seen = { value };
    } catch (error) {
      seen = { error };
    }
    checkNobodyGaveUp();
    if (performance.now() > until) {
      // Put into words only here: what is looked at may be large, and looked at often.
      const last = 'error' in seen ? seen.error : JSON.stringify(seen.value);
      throw new Error(`Still not so after ${withinMs} ms: ${String(last)}`, { cause: last });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
