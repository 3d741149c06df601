import type { EventStore, FeedPage, Position } from '../../../adapters/event-store/port.ts';

export interface Gate {
  readonly through: (store: EventStore) => EventStore;
  /** Whether something was appended that nobody may follow yet. */
  isBehind(): boolean;
  /** Lets all who follow the log have what has been appended so far. */
  open(): void;
  /** Whether it opens by itself whenever something is appended. */
  isAjar: boolean;
}

/**
 * Everyone who follows the log gets what is appended in the same heaps, however busy the machine is: what is appended
 * while they work on one is the next. Otherwise the statements of a reaction depend on who was quicker.
 */
export function createGate(): Gate {
  let head: Position = 0n;
  let opened: Position = 0n;
  const waiting = new Set<() => void>();
  const gate: Gate = {
    isAjar: true,
    isBehind: () => head > opened,
    open() {
      opened = head;
      for (const go of waiting) go();
    },
    through: (store) => ({
      ...store,
      async append(stream, expected, events) {
        const done = await store.append(stream, expected, events);
        appended(done.position);
        return done;
      },
      async appendMany(appends) {
        const verdicts = await store.appendMany(appends);
        for (const verdict of verdicts) if ('position' in verdict) appended(verdict.position);
        return verdicts;
      },
      async *subscribe(position, options) {
        const { signal } = options;
        const pages = store.subscribe(position, options)[Symbol.asyncIterator]();
        let held: FeedPage = { events: [], next: position, atEnd: false };
        let at = position;
        while (!signal.aborted) {
          while (at >= opened && !signal.aborted)
            await new Promise<void>((resolve) => {
              const go = () => {
                waiting.delete(go);
                signal.removeEventListener('abort', go);
                resolve();
              };
              waiting.add(go);
              signal.addEventListener('abort', go);
            });
          const upTo = opened;
          while (held.next < upTo) {
            const { done, value } = await pages.next();
            if (done === true) return;
            held = { ...value, events: [...held.events, ...value.events] };
          }
          if (signal.aborted) return;
          const events = held.events.filter((event) => event.position <= upTo);
          held = { ...held, events: held.events.slice(events.length) };
          at = upTo;
          yield { events, next: upTo, atEnd: true };
        }
      },
    }),
  };
  const appended = (position: Position) => {
    if (position > head) head = position;
    if (gate.isAjar) gate.open();
  };
  return gate;
}
