/** Hours before or after UTC of a zone at an instant: `UTC-5`, `UTC+5:30`. */
export function offsetOf(zone: string, at: Date): string {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'UTC' : name.replace('GMT', 'UTC');
}

/** The zones that most customers are in come first. */
const common = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Toronto',
  'America/Vancouver',
  'America/Halifax',
];
let made: readonly { readonly value: string; readonly label: string }[] | null = null;

/** All time zones for a choice: `America/New York (UTC-5)`. Made once: there are 400. */
export function zoneOptions(): readonly { readonly value: string; readonly label: string }[] {
  if (made) return made;
  const now = new Date();
  const all = [...new Set([...common, ...Intl.supportedValuesOf('timeZone'), 'UTC'])];
  made = all.map((zone) => ({
    value: zone,
    label: zone === 'UTC' ? zone : `${zone.replaceAll('_', ' ')} (${offsetOf(zone, now)})`,
  }));
  return made;
}
/** With the zone that a record holds, should this browser not know it. */
export const zonesWith = (zone: string) =>
  zone === '' || zoneOptions().some((option) => option.value === zone) ?
    zoneOptions()
  : [{ value: zone, label: zone }, ...zoneOptions()];
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
