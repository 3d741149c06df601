/**
 * Back and forward, heard before anybody else: listeners of one target run in the order in which they came, so this
 * module is loaded with the application, before the router listens. Whoever has unsaved work takes the place; the event
 * then goes no further.
 */
type Hold = (event: PopStateEvent) => void;
let holder: Hold | null = null;

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => holder?.(event));

/** Hears of every step through the history until it is let go. One at a time: the newest. */
export function guardHistory(hold: Hold): () => void {
  holder = hold;
  return () => {
    if (holder === hold) holder = null;
  };
}
