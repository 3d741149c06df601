import { AutomationRunStarted } from '../../domain/automations/runs/run-events.ts';
import type { Action, Law } from './action.ts';
import { crowdFile } from './actions/import.ts';
import { firstSegments } from './actions/segment.ts';
import * as everyAction from './actions/index.ts';
import { type Cast, createCast } from './cast.ts';
import { createChance } from './engine/chance.ts';
import type { Reality } from './engine/reality.ts';
import * as everyLaw from './laws/index.ts';
import { comeToRest } from './rest.ts';
import { World } from './world.ts';

/** One thing that will happen: so long after the one before it. */
export interface Scene {
  readonly after: number;
  readonly action: string;
  readonly planned: unknown;
}

export interface Ending {
  readonly seed: number;
  readonly broken: readonly string[];
  readonly story: readonly string[];
  readonly scenes: readonly Scene[];
  readonly counts: Counts;
  /** Of everything that happened: two runs of one seed that differ anywhere have two. */
  readonly digest: string;
}

/** How much was lived through. */
export interface Counts {
  readonly stories: number;
  readonly steps: number;
  readonly events: number;
  /** Texts and emails: what the carrier and the email server took. */
  readonly texts: number;
  readonly mails: number;
  /** Of automations. */
  readonly runs: number;
  /** Of processes. */
  readonly deaths: number;
}
export const nothing: Counts = { stories: 0, steps: 0, events: 0, texts: 0, mails: 0, runs: 0, deaths: 0 };
export const sum = (some: Counts, more: Counts): Counts => ({
  stories: some.stories + more.stories,
  steps: some.steps + more.steps,
  events: some.events + more.events,
  texts: some.texts + more.texts,
  mails: some.mails + more.mails,
  runs: some.runs + more.runs,
  deaths: some.deaths + more.deaths,
});

const actions: readonly Action[] = Object.values(everyAction);
const laws: readonly Law[] = Object.values(everyLaw);
const second = 1_000;
/** A file of the crowd is read, planned, rehearsed and imported by then, if nothing goes wrong. */
const crowdMs = 50 * second;

/** Who is in a story, and what it is full of. */
export const castOf = (seed: number): Cast => createCast(createChance(seed).fork());

/** What the seed has in store. The same seed, the same scenes. */
export function plan(seed: number): readonly Scene[] {
  const chance = createChance(seed + 0x5eed);
  const cast = castOf(seed);
  const count = chance.int(8, 26);
  const weights = actions.map(({ name, weight, onlyAsTheme }, nth) => ({
    nth,
    weight:
      cast.theme.includes(name) ? 8 * weight
      : onlyAsTheme === true ? 0
      : weight,
  }));
  const first: Scene = { after: 0, action: everyAction.weather.name, planned: everyAction.weather.plan(chance, cast) };
  const isOfContacts = cast.theme.includes(everyAction.contacts.name);
  const more =
    cast.registers ? -Math.ceil(count / 2)
    : cast.payers.length === 0 || isOfContacts ? 0
    : 20;
  const rest = Array.from({ length: count + more }, () => {
    const luck = chance.next();
    const after =
      luck < 0.55 ? chance.between(0, 2 * second)
      : luck < 0.85 ? chance.between(2 * second, 30 * second)
      : luck < 0.96 ? chance.between(60 * second, 1_800 * second)
      : chance.between(3_600 * second, 50_000 * second);
    const { name, plan: planOf } = actions[chance.weighted(weights).nth]!;
    return { after, action: name, planned: planOf(chance, cast) };
  });
  // A story of many people begins with some, one of an automation with that.
  const opening = [everyAction.importFile, everyAction.automation]
    .filter(({ name }) => cast.theme.includes(name))
    .map(({ name, plan: planOf }): Scene => ({ after: 0, action: name, planned: planOf(chance, cast) }));
  // One of money begins with a card and something to spend, or something to buy.
  if (cast.payers.length > 0) {
    const { card, ledger, order, signIn, stripeWeather, subscription } = everyAction;
    const begins = (after: number, one: Action, fixed: object): void => {
      opening.push({ after, action: one.name, planned: { ...(one.plan(chance, cast) as object), ...fixed } });
    };
    begins(0, card, { payer: 0, what: 'save', which: 'good', closes: false });
    if (cast.market === null) {
      const ofAgency = { payer: 0, cents: 500, twice: false };
      begins(second, ledger, { ...ofAgency, what: 'grant' });
      begins(10 * second, stripeWeather, {});
      begins(0, ledger, { ...ofAgency, what: 'fill by itself', nth: 1 });
    } else {
      if (!isOfContacts) begins(0, signIn, { what: 'add an app' });
      begins(20 * second, subscription, {
        payer: 0,
        what: 'subscribe',
        nth: 0,
        ...(isOfContacts ? { other: null } : {}),
      });
      if (!isOfContacts) begins(second, order, { page: 0, closes: 'never' });
      begins(10 * second, stripeWeather, {});
    }
  }
  // One of contacts that are charged begins with some, and ends with a month.
  if (isOfContacts) {
    const { contacts } = everyAction;
    const planned = (what: string) => ({ ...(contacts.plan(chance, cast) as object), what });
    opening.push({ after: second, action: contacts.name, planned: planned('come') });
    rest.push({ after: second, action: contacts.name, planned: planned('a month ends') });
  }
  // One of registrations begins with one or two of them.
  if (cast.registers) {
    const { registration } = everyAction;
    const begins = (after: number, shop: number, what: string): void => {
      opening.push({
        after,
        action: registration.name,
        planned: { ...(registration.plan(chance, cast) as object), shop, what },
      });
    };
    cast.shops.forEach((_, shop) => begins(0, shop, 'brand'));
    cast.shops.forEach((_, shop) => begins(shop === 0 ? 40 * second : second, shop, 'campaign'));
  }
  // One of a shared live chat begins with everybody sharing it.
  const { team } = everyAction;
  if (cast.theme.includes(team.name)) {
    const shared = { what: 'choose', mode: 'round-robin', people: [...cast.users.keys()] };
    opening.push({ after: 0, action: team.name, planned: { ...(team.plan(chance, cast) as object), ...shared } });
  }
  if (cast.theme.includes(everyAction.segment.name))
    for (const planned of firstSegments(chance, cast))
      opening.push({ after: second, action: everyAction.segment.name, planned });
  if (!cast.theme.includes(everyAction.broadcast.name)) return [first, ...opening, ...rest];
  // One of broadcasts with a crowd, who have come in before anybody is written to.
  const crowd: Scene = { after: 0, action: everyAction.importFile.name, planned: crowdFile(cast) };
  return [first, ...opening, crowd, ...rest.map((scene, nth) => (nth === 0 ? { ...scene, after: crowdMs } : scene))];
}

/** Lives through one story and looks at every law. */
export async function live(seed: number, reality: Reality, scenes = plan(seed)): Promise<Ending> {
  const world = new World(seed, reality);
  let counts = nothing;
  try {
    await world.open();
    const { timeline } = world;
    for (const { after, action, planned } of scenes) {
      if (after >= 60 * second) {
        await timeline.runUntil(timeline.elapsed + 20 * second);
        await timeline.leap(timeline.elapsed + after - 20 * second);
      } else await timeline.runUntil(timeline.elapsed + after);
      await actions.find(({ name }) => name === action)!.run(world, planned);
      await timeline.settle();
    }
    await comeToRest(world);
    for (const { name, check } of laws) for (const problem of await check(world)) world.breaks(`${name}: ${problem}`);
  } catch (error) {
    world.breaks(`the story ends in an error: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    counts = countsOf(world);
    await world.end();
  }
  return { seed, broken: world.broken, story: world.story, scenes, counts, digest: world.digest() };
}

const countsOf = ({ timeline, log, carrier, mail, deaths }: World): Counts => ({
  stories: 1,
  steps: timeline.steps,
  events: log.length,
  texts: carrier.taken.length,
  mails: mail.letters.length,
  runs: log.filter(({ type }) => type === AutomationRunStarted.type).length,
  deaths: deaths.length,
});

/** The laws that a story broke, without what they say of it. */
const lawsOf = ({ broken }: Ending): readonly string[] => broken.map((said) => said.split(':')[0]!);

/**
 * Leaves out scene after scene, half of them first, as long as one of the same laws is still broken. What is left is
 * another story, since chance falls otherwise when less happens; but it is a short one, with the same fault in it.
 */
export async function shrink(ending: Ending, tell: (scenes: readonly Scene[]) => Promise<Ending>): Promise<Ending> {
  const laws = lawsOf(ending);
  let best = ending;
  let tries = 0;
  for (let size = Math.ceil(best.scenes.length / 2); size >= 1 && tries < 60; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.scenes.length && tries < 60;) {
      tries += 1;
      const shorter = await tell(best.scenes.filter((_, index) => index < from || index >= from + size));
      if (lawsOf(shorter).some((law) => laws.includes(law))) best = shorter;
      else from += size;
    }
  }
  return best;
}
