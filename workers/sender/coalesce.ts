/**
 * Gathers calls that come while one is under way into the next one: many single updates become few statements. Each caller gets its own result; when the
 * statement fails, all its callers do.
 */
export function coalesce<I, R>(run: (items: readonly I[]) => Promise<(item: I) => R>): (item: I) => Promise<R> {
  let waiting: { item: I; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let running = false;
  const pump = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const resultOf = await run(batch.map(({ item }) => item));
        for (const { item, resolve } of batch) resolve(resultOf(item));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };
  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) queueMicrotask(() => { if (!running) void pump(); });
    });
}
