/** Instants of a demo, told from the moment at which it was made: none of them lies after it. */
export interface When {
  minutesAgo(minutes: number): Date;
  /** The hour of the clock, `18:04`, in the business's own zone, so many days before. At least one day. */
  daysAgo(days: number, clock: string): Date;
}

/** `zone`: of the IANA database. A day of 23 or 25 hours may move an hour of the clock by one: nobody looks that closely. */
export function whenFrom(since: Date, zone: string): When {
  return {
    minutesAgo: (minutes) => new Date(since.getTime() - minutes * 60_000),
    daysAgo(days, clock) {
      const day = new Date(since.getTime() - days * 86_400_000);
      const [hours = 0, minutes = 0] = clock.split(':').map(Number);
      return new Date(
        day.getTime() + (hours * 60 + minutes - minuteOfDay(day, zone)) * 60_000 - (day.getTime() % 60_000),
      );
    },
  };
}

function minuteOfDay(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const { hour, minute } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return (hour ?? 0) * 60 + (minute ?? 0);
}
