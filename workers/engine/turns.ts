/** Runs a request when it is its turn. `first`: before those that wait. */
export type InTurn = <R>(request: () => Promise<R>, first?: 'first') => Promise<R>;

/** At most `most` at once, in the order in which they come, but for those that go first. */
export function turns(most: number): InTurn {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (request, first) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => (first === 'first' ? waiting.unshift(resolve) : waiting.push(resolve)));
    try {
      return await request();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
