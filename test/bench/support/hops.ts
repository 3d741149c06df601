import type { Bus } from '../../../adapters/bus/port.ts';
import type { EventStore } from '../../../adapters/event-store/port.ts';

/** Where a text was when, in milliseconds of the clock that all processes of a machine share. */
export interface Hops {
  appending: number;
  committed: number;
  read: number;
  announced: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/**
 * Notes, for every received text, when its append began, when it had committed, when the read models' feed got it, and
 * when the read model had committed and told of it. By message id.
 */
export function noteHops(store: EventStore, bus: Bus): ReadonlyMap<string, Partial<Hops>> {
  const seen = new Map<string, Partial<Hops>>();
  const of = (id: string): Partial<Hops> => {
    let hops = seen.get(id);
    if (hops === undefined) seen.set(id, (hops = {}));
    return hops;
  };
  const { append, subscribe } = store;
  store.append = async (stream, expected, events) => {
    if (events[0]?.type !== 'MessageReceived') return append.call(store, stream, expected, events);
    const hops = of(stream.slice(stream.indexOf('-') + 1));
    hops.appending = now();
    const appended = await append.call(store, stream, expected, events);
    hops.committed = now();
    return appended;
  };
  store.subscribe = async function* (position, options) {
    for await (const page of subscribe.call(store, position, options)) {
      const at = now();
      for (const { type, stream } of page.events)
        if (type === 'MessageReceived') of(stream.slice(stream.indexOf('-') + 1)).read ??= at;
      yield page;
    }
  };
  const { publish } = bus;
  bus.publish = (subject, message) => {
    const { type, messageId } = message as { type?: string; messageId?: string };
    // As it comes; that it is for people is news of its own, later.
    if ((type === 'message-changed' || type === 'new-message') && messageId !== undefined)
      of(messageId).announced ??= now();
    publish.call(bus, subject, message);
  };
  return seen;
}

/** "sent → appending 0.8, → committed 1.2, …": the median of each step and its slowest of a hundred, in ms. */
export function inWords(
  hops: ReadonlyMap<string, Partial<Hops>>,
  ends: readonly (readonly [id: string, sent: number, arrived: number])[],
): string {
  const steps = ['sent', 'appending', 'committed', 'read', 'announced', 'arrived'] as const;
  const whole = ends.flatMap(([id, sent, arrived]) => {
    const { appending, committed, read, announced } = hops.get(id) ?? {};
    if (appending === undefined || committed === undefined || read === undefined || announced === undefined) return [];
    return [{ sent, appending, committed, read, announced, arrived }];
  });
  if (whole.length === 0) return 'no hops were seen';
  return steps
    .slice(1)
    .map((step, n) => {
      const waits = whole.map((one) => one[step] - one[steps[n]!]).sort((a, b) => a - b);
      const at = (share: number): string => waits[Math.floor((waits.length - 1) * share)]!.toFixed(1);
      return `→ ${step} ${at(0.5)} (p99 ${at(0.99)})`;
    })
    .join(', ');
}
