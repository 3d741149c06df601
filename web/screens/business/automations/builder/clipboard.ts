import type { Clip } from './clip.ts';

/** What was copied, for as long as the tab lives: also into another automation of the same business. */
const key = (businessId: string): string => `automation-steps:${businessId}`;

export function keepClip(businessId: string, clip: Clip): void {
  try {
    sessionStorage.setItem(key(businessId), JSON.stringify(clip));
  } catch {
    // No room: nothing is kept, and nothing old is pasted for it.
    sessionStorage.removeItem(key(businessId));
  }
}
export const keptClip = (businessId: string): Clip | null =>
  JSON.parse(sessionStorage.getItem(key(businessId)) ?? 'null') as Clip | null;
