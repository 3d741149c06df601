/** Whole days since an instant. */
export const daysBetween = (at: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 86_400_000));
