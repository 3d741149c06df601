import { type Bus, subjects } from '../../adapters/bus/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { type Bell, createBell } from './wait.ts';

/** The loops that others wake, by what each works on. */
const loops = [
  'texts',
  'mails',
  'broadcasts',
  'enrollments',
  'runs',
  'timers',
  'segments',
  'media',
  'uploads',
  'pushes',
  'slices',
  'registrations',
  'exports',
  'integrations',
  'webhooks',
  'published',
] as const;
export type WakeableLoop = (typeof loops)[number];

/** Work that any process may take: the others are told of it as well. */
const subjectOf: Partial<Record<WakeableLoop, string>> = {
  texts: subjects.outbox,
  enrollments: subjects.automations,
  runs: subjects.automations,
  segments: subjects.segments,
  exports: subjects.exports,
  webhooks: subjects.published,
  published: subjects.published,
};

export interface Wakes {
  readonly bells: Readonly<Record<WakeableLoop, Bell>>;
  /** Rings these loops of this process, and those of others that share their work. */
  wake(...names: readonly WakeableLoop[]): void;
  /** Hears what other processes ring for. Returns the way to stop. */
  listen(): () => void;
}

export function createWakes(bus: Bus, clock: Clock): Wakes {
  const bells = Object.fromEntries(loops.map((name) => [name, createBell(clock)])) as Record<WakeableLoop, Bell>;
  const shared = new Set(Object.values(subjectOf));
  return {
    bells,
    wake(...names) {
      for (const name of names) bells[name].ring();
      for (const subject of new Set(names.map((name) => subjectOf[name]))) if (subject) bus.publish(subject, {});
    },
    listen() {
      const stops = [...shared].map((subject) =>
        bus.subscribe(subject, () => {
          for (const name of loops) if (subjectOf[name] === subject) bells[name].ring();
        }),
      );
      return () => stops.forEach((stop) => stop());
    },
  };
}
