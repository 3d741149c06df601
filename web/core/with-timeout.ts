/** A screen that does not load within this time has failed (specification, section 8), milliseconds. */
export const loadWithin = 120_000;

/** The same promise, refused when it takes too long. */
export function withTimeout<T>(promise: Promise<T>, milliseconds = loadWithin): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The screen took too long to load.'));
    }, milliseconds);
  });
  return Promise.race([promise, late]).finally(() => {
    clearTimeout(timer);
  });
}
