/*
 * What makes a device a till: a token in the link that the business made, behind the `#`, so that no server and no
 * log sees it. It is kept on the device and taken out of the address.
 */
const keyOf = (uniqueId: string): string => `till:${uniqueId}`;

export function takeTill(uniqueId: string, place: Pick<Location, 'hash' | 'pathname' | 'search'>): string | null {
  const given = /^#till=([A-Za-z0-9_-]{1,60})$/.exec(place.hash)?.[1];
  try {
    if (given !== undefined) {
      localStorage.setItem(keyOf(uniqueId), given);
      history.replaceState(history.state, '', place.pathname + place.search);
    }
    return given ?? localStorage.getItem(keyOf(uniqueId));
  } catch {
    // A browser that keeps nothing is a till for as long as the page is open.
    return given ?? null;
  }
}

export function keepTill(uniqueId: string, token: string): void {
  try {
    localStorage.setItem(keyOf(uniqueId), token);
  } catch {
    // A till for as long as the page is open.
  }
}

export function forgetTill(uniqueId: string): void {
  try {
    localStorage.removeItem(keyOf(uniqueId));
  } catch {
    // Nothing was kept.
  }
}
