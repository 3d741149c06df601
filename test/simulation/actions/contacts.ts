import { latestZone, localDay, startOfDay } from '../../../domain/kernel/day.ts';
import { firstDay, nextMonth } from '../../../domain/statements/fields.ts';
import { action } from '../action.ts';
import { type Cast, type Counted, countedOf } from '../cast.ts';
import { bringUp } from '../read-models.ts';
import type { World } from '../world.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Contacts come and go where a plan charges for those beyond what it includes: some are written down, mostly around
 * midnight, some are erased; days end, and months, which are closed while processes die.
 */
export const contacts = action({
  name: 'contacts',
  weight: 3,
  onlyAsTheme: true,
  plan: (chance, cast: Cast) => ({
    what: chance.weighted([
      { what: 'come' as const, weight: 4 },
      { what: 'go' as const, weight: 2 },
      { what: 'a day ends' as const, weight: 3 },
      { what: 'a month ends' as const, weight: 2 },
    ]).what,
    /** Whose they are: a shop, or the business that pays for itself. */
    whose: chance.int(0, cast.shops.length),
    who: Array.from({ length: chance.int(1, 4) }, () => chance.one([...cast.phones, ...cast.strangers, ...cast.crowd])),
    presses: chance.is(0.3) ? 2 : 1,
    /** How long before the end of the day or the month, as the business has it. */
    before: chance.one([0.2, 2, 30, 240]) * minute,
    crash: chance.is(0.3) ? chance.int(5, 80) : null,
  }),
  async run(world, { what, whose, who, presses, before, crash }) {
    const at = countedOf(world.cast)[whose]!;
    const { zone } = at;
    switch (what) {
      case 'come':
        return come(world, at, who, presses);
      case 'go':
        return go(world, at, who, presses);
      case 'a day ends': {
        const midnight = startOfDay(localDay(zone, world.timeline.now()), zone, 1);
        await leapTo(world, Date.parse(midnight) - before);
        come(world, at, who.slice(0, 2), presses);
        if (who.length > 2) go(world, at, who.slice(2), 1);
        return;
      }
      case 'a month ends': {
        const next = firstDay(nextMonth(localDay(zone, world.timeline.now()).slice(0, 7)));
        await leapTo(world, Date.parse(startOfDay(next, zone)) - before);
        come(world, at, who, presses);
        await leapTo(world, Date.parse(startOfDay(next, latestZone)) + hour);
        if (crash !== null) world.processOf('workers-1')?.dieWithin(crash);
        await untilClosed(world);
        return;
      }
      default:
        return what satisfies never;
    }
  },
});

const blank = {
  lastName: null,
  email: null,
  anniversary: null,
  birthday: null,
  companyName: null,
  website: null,
  custom: {},
  tags: [],
};

function come(world: World, { name, person }: Counted, who: readonly string[], presses: number): void {
  world.tell(`${name} writes down ${who.join(', ')}`);
  for (const phone of who)
    for (let press = presses; press > 0; press -= 1)
      void world.ask(`write down ${phone}`, person, ({ contacts }, context) =>
        contacts.add(context, { ...blank, phone, firstName: 'Guest' }),
      );
}

function go(world: World, { name, businessId, person }: Counted, who: readonly string[], presses: number): void {
  world.tell(`${name} erases ${who.join(', ')}`);
  for (const phone of who)
    for (let press = presses; press > 0; press -= 1)
      void world.ask(`erase ${phone}`, person, ({ contacts }, context) =>
        contacts.erase(context, { contactId: world.contactOf(businessId, phone) }),
      );
}

/** As for a leap between scenes: what is under way ends first. */
async function leapTo({ timeline }: World, at: number): Promise<void> {
  await timeline.runUntil(timeline.elapsed + 20_000);
  await timeline.leap(timeline.elapsed + Math.max(0, at - timeline.now().getTime()));
}

/** Whoever closes months looks every ten minutes, and waits until the read models show all that has happened. */
async function untilClosed(world: World): Promise<void> {
  const { timeline } = world;
  for (let look = 0; look < 3; look += 1) {
    await timeline.runUntil(timeline.elapsed + 20_000);
    await bringUp(world);
    await timeline.leap(timeline.elapsed + 10 * minute);
  }
}
