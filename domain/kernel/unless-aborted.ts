/**
 * What `work` comes to, or `otherwise` where the signal is aborted first; the work is not waited for then. Nothing stays
 * on the signal, which may live as long as the process: each listener that is left there is asked at the next one.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(otherwise());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
