/**
 * JSON with one spelling for each value: names sorted, no spaces, numbers and texts as ECMAScript writes them (RFC 8785).
 * What JSON leaves out of an object is left out, and is null by itself.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort())
    if (fields[name] !== undefined) parts.push(`${JSON.stringify(name)}:${canonical(fields[name])}`);
  return `{${parts.join(',')}}`;
}
