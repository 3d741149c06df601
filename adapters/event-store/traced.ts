import type { Tracing } from '../tracing/port.ts';
import type { EventStore } from './port.ts';

/** The same log, with a span for each event that comes into it. */
export function withTracing(store: EventStore, tracing: Tracing): EventStore {
  if (!tracing.isOn) return store;
  return {
    ...store,
    async append(stream, expected, events) {
      const began = performance.now();
      const appended = await store.append(stream, expected, events);
      // A repeat was told when it was appended.
      if (!appended.repeated) tracing.appended(stream, events, began);
      return appended;
    },
    async appendMany(appends) {
      const began = performance.now();
      const verdicts = await store.appendMany(appends);
      verdicts.forEach((verdict, at) => {
        const { stream, events } = appends[at]!;
        if (!(verdict instanceof Error) && !verdict.repeated) tracing.appended(stream, events, began);
      });
      return verdicts;
    },
  };
}
