import { readFileSync } from 'node:fs';
import { areaCodes, departures } from '../../domain/sms/area-codes.ts';

/**
 * Holds the table of area codes against a copy of libphonenumber's public data. `npm run check:area-codes` and a unit test run it.
 * A newer copy is made by putting `resources/timezones/map_data.txt` of a release through `reduce`.
 */
const copy = new URL('./libphonenumber/area-code-zones.txt', import.meta.url);

/** Zones that keep one time today, by the one that the table names. */
const sameTime: Readonly<Record<string, string>> = {
  'America/Boise': 'America/Denver',
  'America/Juneau': 'America/Anchorage',
  'America/North_Dakota/Center': 'America/Chicago',
  'America/Moncton': 'America/Halifax',
  'America/Fort_Nelson': 'America/Whitehorse',
};

/** The zones of each area code, of all its longer prefixes. */
export function reduce(mapData: string): ReadonlyMap<string, ReadonlySet<string>> {
  const zones = new Map<string, Set<string>>();
  for (const [, code, listed] of mapData.matchAll(/^1(\d{3})\d*\|(.+)$/gm)) {
    const known = zones.get(code!) ?? new Set();
    for (const zone of listed!.split('&')) known.add(zone);
    zones.set(code!, known);
  }
  return zones;
}

const written = (zones: Iterable<string> | undefined): string =>
  zones === undefined ? 'nothing' : [...new Set([...zones].map((zone) => sameTime[zone] ?? zone))].sort().join(', ');

/** Where table and data part without a reason, and reasons that are no longer needed; empty when all is well. */
export function problems(
  table: ReadonlyMap<string, { readonly zones: readonly string[] }> = areaCodes,
  data: string = readFileSync(copy, 'utf8'),
): readonly string[] {
  const reference = reduce(data);
  const explained = new Set(departures.flatMap(([codes]) => codes.split(' ')));
  const codes = [...new Set([...table.keys(), ...reference.keys(), ...explained])].sort();
  return codes.flatMap((code) => {
    const [ours, theirs] = [written(table.get(code)?.zones), written(reference.get(code))];
    if (ours === theirs) return explained.has(code) ? [`${code}: the reason is not needed any more.`] : [];
    return explained.has(code) ? [] : [`${code}: ${ours} here, ${theirs} in the reference data.`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const found = problems();
  console.log(found.length === 0 ? `${areaCodes.size} area codes agree with the reference data.` : found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
