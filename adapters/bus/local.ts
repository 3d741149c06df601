import type { Logger } from 'pino';
import type { Bus } from './port.ts';

type Listener = (message: unknown, subject: string) => void;

/** The bus of a single process. Listeners run after the publisher's turn has ended, in the order of the publishing. */
export function createLocalBus({ log }: { readonly log: Pick<Logger, 'error'> }): Bus {
  const subscriptions = new Set<{ readonly matches: (subject: string) => boolean; readonly listener: Listener }>();
  let queue: { subject: string; text: string }[] = [];

  function deliver(): void {
    const batch = queue;
    queue = [];
    for (const { subject, text } of batch) {
      for (const { matches, listener } of subscriptions) {
        if (!matches(subject)) continue;
        try {
          listener(JSON.parse(text), subject); // Each gets its own copy, as it would from another process.
        } catch (error) {
          log.error({ err: error, subject }, 'a listener of the bus failed');
        }
      }
    }
  }

  return {
    kind: 'local',
    publish: (subject, message) => {
      const text = encode(message, subject, log);
      if (text === null || subscriptions.size === 0) return;
      // Not after whatever else the event loop has to do: what is pushed to screens comes this way.
      if (queue.push({ subject, text }) === 1) queueMicrotask(deliver);
    },
    subscribe: (subject, listener) => {
      const subscription = { matches: matcher(subject), listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
    onReconnect: () => () => {},
    close: async () => {
      subscriptions.clear();
      queue = [];
    },
  };
}

/** JSON, or null with a line in the log for what is none. */
export function encode(message: unknown, subject: string, log: Pick<Logger, 'error'>): string | null {
  try {
    return JSON.stringify(message) ?? 'null';
  } catch (error) {
    log.error({ err: error, subject }, 'a message for the bus is not JSON');
    return null;
  }
}

/** `a.b` is itself, `a.>` everything below `a`, `>` everything. */
export function matcher(pattern: string): (subject: string) => boolean {
  if (pattern === '>') return () => true;
  if (!pattern.endsWith('.>')) return (subject) => subject === pattern;
  const prefix = pattern.slice(0, -1);
  return (subject) => subject.length > prefix.length && subject.startsWith(prefix);
}
