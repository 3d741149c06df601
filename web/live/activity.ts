/** Signs that somebody sits here; that a page is open, or a timer runs, is none. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;
/** It is said so often, in ms. */
const sayEvery = 60_000;
/** So long after the last sign what is shown is believed to be looked at, in ms. */
const looksFor = 3 * 60_000;

let touchedAt = Date.now();
/** Whether what is on the screen is looked at: a tab that was forgotten reads nothing. */
export const isLookedAt = (now = Date.now()): boolean =>
  document.visibilityState === 'visible' && now - touchedAt < looksFor;

export interface ActivityOptions {
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  readonly now: () => number;
  /** Told at once, and again at most once a minute as long as there are signs. What fails is said with the next sign. */
  readonly say: () => Promise<unknown>;
}

/** Tells that whoever sits here is at work, while they are. Answers how to stop. */
export function watchActivity({ window, document, now, say }: ActivityOptions): () => void {
  let saidAt: number | null = null;
  const sign = () => {
    if (document.visibilityState !== 'visible') return;
    const at = now();
    touchedAt = at;
    if (saidAt !== null && at - saidAt < sayEvery) return;
    saidAt = at;
    say().catch(() => {
      if (saidAt === at) saidAt = null;
    });
  };
  const options = { passive: true, capture: true };
  for (const name of signs) window.addEventListener(name, sign, options);
  document.addEventListener('visibilitychange', sign);
  sign();
  return () => {
    for (const name of signs) window.removeEventListener(name, sign, options);
    document.removeEventListener('visibilitychange', sign);
  };
}
