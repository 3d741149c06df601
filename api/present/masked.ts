/** Enough to know someone by, and no more: who checks a bill or a report need not be allowed to see contacts. */
export function masked(to: string | null): string | null {
  if (to === null) return null;
  const at = to.lastIndexOf('@');
  return at === -1 ? `•••• ${to.slice(-4)}` : `${to.slice(0, 1)}•••${to.slice(at)}`;
}
