/**
 * For what answers how something is: each caller gets the answer of a run that began after the call. While one is under way,
 * all who come share the next one.
 */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const own = run().finally(() => {
      if (underWay === own) underWay = null;
    });
    return (underWay = own);
  };
  return () => {
    if (underWay === null) return begin();
    return (next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      }));
  };
}
