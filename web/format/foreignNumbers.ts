import type * as Numbers from 'libphonenumber-js/min';
import { useEffect, useSyncExternalStore } from 'react';

/*
 * How other countries write their numbers takes 30 KB to know. They are rare here, so that is fetched when the first
 * one is to be shown; until it is there, their digits stand without spaces.
 */
let library: Pick<typeof Numbers, 'parsePhoneNumberFromString'> | null = null;
let asked = false;
const listeners = new Set<() => void>();
let wanted = () => undefined as void;

/** `+44 20 7946 0958`, or null while that cannot be said. */
export function international(number: string): string | null {
  if (library === null) {
    asked = true;
    wanted();
    return null;
  }
  return library.parsePhoneNumberFromString(number)?.formatInternational() ?? null;
}

/** Fetches what numbers of other countries need. */
export async function loadForeignNumbers(): Promise<void> {
  library = await import('libphonenumber-js/min');
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Shows anew what is below when numbers of other countries can be written. */
export function useForeignNumbers(): void {
  useSyncExternalStore(subscribe, () => library !== null);
  useEffect(() => {
    wanted = () => {
      wanted = () => undefined;
      // The screen that asked is still being drawn.
      setTimeout(() => void loadForeignNumbers().catch(() => undefined));
    };
    if (asked && library === null) wanted();
    return () => {
      wanted = () => undefined;
    };
  }, []);
}
