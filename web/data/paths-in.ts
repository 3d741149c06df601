/** So many places are offered, and so deep. */
const most = 100;
const deepest = 6;

/** The places in what was sent that hold something which fits a field: `customer.phones.0`. */
export function pathsIn(body: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, at: readonly string[]) => {
    if (found.length >= most) return;
    if (typeof value === 'object' && value !== null) {
      if (at.length < deepest) for (const [key, inner] of Object.entries(value)) walk(inner, [...at, key]);
    } else if (value !== null && at.length > 0) found.push(at.join('.'));
  };
  walk(body, []);
  return found;
}
