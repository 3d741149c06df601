/** What a badge shows: 99 at most. It stands alone, since the window's title needs it before the sign-in. */
export const badge = (value: number): string => (value > 99 ? '99+' : String(value));
