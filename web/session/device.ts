import { randomKey } from '../api/client.ts';

const key = 'device_id';

/** What this browser calls itself at a sign-in: random, and kept when someone signs out, so that it is known again. */
export function deviceId(storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): string {
  const kept = storage.getItem(key);
  if (kept !== null && /^[\da-f]{32}$/u.test(kept)) return kept;
  const made = randomKey();
  storage.setItem(key, made);
  return made;
}
