const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** How long ago an instant is, in its largest unit: `12 min`, `3 h`, `2 d`. */
export function since(at: string, now: Date): string {
  const passed = now.getTime() - Date.parse(at);
  const [name, length] = units.find(([, unit]) => passed >= unit) ?? ['min', 60_000];
  return `${Math.max(1, Math.floor(passed / length))} ${name}`;
}

/** How long a call was: `0:42`, `12:05`, `1:02:05`. */
export function callLength(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
