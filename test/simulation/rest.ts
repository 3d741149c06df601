import { payUp } from './actions/subscription.ts';
import { recheckTimer } from '../../workers/loops/recheck.ts';
import { escalateA2pTimer } from '../../workers/registrations/a2p-escalation.ts';
import { bringUp } from './read-models.ts';
import type { World } from './world.ts';
import { roles } from './world.ts';
import { fairStripe } from './outside/stripe.ts';
import { fair } from './outside/weather.ts';
import { broadcasts, emails, texts } from '../support/outbox.ts';

export interface Waiting {
  /** What is not done, in words. */
  readonly waiting: readonly string[];
  /** When the next of it falls due by the clock on the wall; null: it is due, or nobody knows. */
  readonly due: Date | null;
}

const text = texts.columns('id', 'state', 'note', 'dueAt', 'sender');
const email = emails.columns('id', 'state', 'note', 'dueAt', 'recordedAt');
const news = broadcasts.columns('id', 'businessId', 'phase', 'paused', 'dueAt');

/** What is still to be done: texts, look-ups, timers (not that of three weeks), emails, events that a worker has not handled. */
export async function whatWaits(world: World): Promise<Waiting> {
  const rows = await world.query<{ what: string; due: Date | null }>(`
    select 'text ' || o.${text.id} || ' is ' || o.${text.state} || coalesce(': ' || o.${text.note}, '') as what,
        case when o.${text.state} <> 'parked' then greatest(o.${text.dueAt}, nullif(s.paused_until, '-infinity')) end as due
      from ${texts.name} o left join ops.senders s on s.sender = o.${text.sender} where o.${text.state} <> 'done'
    union all select 'timer ' || kind || ' ' || id || coalesce(' failed: ' || last_error, ''), due_at from ops.timers
      where kind <> '${escalateA2pTimer}'
    union all select 'mail ' || ${email.id} || ' is ' || ${email.state} || coalesce(': ' || ${email.note}, ''),
        case when ${email.state} <> 'parked' then ${email.dueAt} end
      from ${emails.name} where ${email.recordedAt} is null
    union all select 'file ' || upload_id || ' waits: ' || stage, greatest(due_at, claimed_until) from ops.upload_jobs
    union all select 'entry of ' || contact_id || ' into ' || automation_id, greatest(due_at, held_until) from ops.automation_entering
    union all select 'run ' || run_id || ' is ' || state || coalesce(', awaits ' || awaits, ''),
        case when due_at < 'infinity' then greatest(due_at, held_until) end
      from ops.automation_runs where state <> 'ended'
    union all select 'broadcast ' || ${news.id} || ' is ' || ${news.phase} ||
        case when ${news.paused} then ', paused' else '' end, ${news.dueAt}
      from ${broadcasts.name} where ${news.phase} <> 'ended'
    union all select 'segments of ' || business_id || ' are to be looked at', nullif(due_at, '-infinity') from ops.segments_to_count
      where due_at <= clock_timestamp() + interval '5 seconds'
    union all select 'registration of ' || business_id || ' is to be looked at', due_at from ops.registration_looks
    union all select 'slice ' || hold_id || ' is to be booked', due_at from ops.wallet_slices
    union all select 'worker ' || name || ' is paused: ' || paused_reason, null from ops.worker_checkpoints where paused_at is not null`);
  const behind = await world.query<{ name: string; position: string }>(
    'select name, position::text as position from ops.worker_checkpoints',
  );
  const { watchdog } = await world.watching.status();
  const unhandled = world.watching.follows.flatMap(({ name, handles }) => {
    const position = BigInt(behind.find((one) => one.name === name)?.position ?? 0);
    const next = world.log.find((one) => one.position > position && handles.includes(one.type));
    return next === undefined ? [] : [`worker ${name} has not handled ${next.type} at ${next.position}`];
  });
  const { timeline, intended } = world;
  const wall = timeline.now().getTime() - timeline.elapsed;
  const intentions = [...intended].map(({ what, at }) => ({ what, due: new Date(wall + at) }));
  const dues = [...rows, ...intentions].map(({ due }) => due).filter((due) => due !== null);
  return {
    waiting: [
      ...[...rows, ...intentions].map(({ what }) => what),
      ...unhandled,
      ...(await untoldOf(world)),
      ...watchdog.filter((line) => rows.length === 0 && !line.includes('does not let')),
    ],
    due: unhandled.length > 0 || dues.length === 0 ? null : new Date(Math.min(...dues.map((due) => due.getTime()))),
  };
}

/** The reconciler has not come to what Stripe tells last. */
async function untoldOf(world: World): Promise<readonly string[]> {
  const last = world.stripe?.lastEventAt() ?? null;
  if (last === null) return [];
  const [read] = await world.query<{ since: Date }>('select since from ops.payment_events_read');
  return (read?.since.getTime() ?? 0) < last ? ['what Stripe tells is not read'] : [];
}

const minute = 60_000;
/** Longer than the longest wait that the product knows: a day of trying, and a night after it. */
const patience = 5 * 24 * 60 * minute;

/**
 * All is well outside, everybody lives, somebody unblocks what the carrier had blocked; and time passes until nothing
 * is left to do, or patience is at its end. Then the read models are brought up to date.
 */
export async function comeToRest(world: World): Promise<void> {
  await untilNothingWaits(world);
  await bringUp(world);
}

/** What a person or the software has paused goes on; what is paused again and again is stopped. */
async function resumeBroadcasts(world: World, resumed: Map<string, number>): Promise<void> {
  const paused = await world.query<{ business: string; broadcast: string }>(
    `select ${news.businessId} as business, ${news.id} as broadcast from ${broadcasts.name}
      where ${news.paused} and ${news.phase} <> 'ended'`,
  );
  for (const { business, broadcast: broadcastId } of paused) {
    const { person } = world.cast.shops.find(({ businessId }) => businessId === business)!;
    const times = (resumed.get(broadcastId) ?? 0) + 1;
    resumed.set(broadcastId, times);
    const what = times > 3 ? 'stop' : 'resume';
    world.tell(`somebody wants to ${what} the broadcast ${broadcastId.slice(0, 8)}`);
    void world.ask(`${what} a broadcast`, person, ({ broadcasts }, context) =>
      broadcasts[what](context, { broadcastId }),
    );
  }
}

/** Nobody is left waiting before an automation that somebody has switched off. */
async function switchOn(world: World): Promise<void> {
  const off = await world.query<{ business: string; automation: string }>(
    'select business_id as business, automation_id as automation from ops.automations where not is_on',
  );
  for (const { business, automation: automationId } of off) {
    const { person } = world.cast.shops.find(({ businessId }) => businessId === business)!;
    world.tell(`somebody switches the automation ${automationId.slice(0, 8)} on`);
    void world.ask('switch an automation on', person, ({ automations }, context) =>
      automations.switch(context, { automationId, on: true, lapsed: 'go-on' }),
    );
  }
}

const waitsForReadModels = new RegExp(`^(timer ${recheckTimer} |broadcast .* is (scheduled|freezing)|segments of )`);
async function untilNothingWaits(world: World): Promise<void> {
  world.weather = fair;
  world.stripeWeather = fairStripe;
  world.stripe?.resend();
  world.tell('from now on all is well');
  const { timeline } = world;
  let [shown, last, quiet] = [0n, 0n, 0];
  const resumed = new Map<string, number>();
  const end = timeline.elapsed + patience;
  for (const role of roles) world.processOf(role)?.dieWithin(Infinity);
  for (let round = 0; timeline.elapsed < end && round < 2_000; round += 1) {
    await timeline.runUntil(timeline.elapsed + 15_000);
    const blocked = await world.query<{ sender: string }>(
      'select sender from ops.senders where blocked_at is not null',
    );
    for (const { sender } of blocked) {
      world.tell(`somebody unblocks ${sender}`);
      void world.workers()?.unblockSender(sender);
    }
    await resumeBroadcasts(world, resumed);
    await switchOn(world);
    const { waiting, due } = await whatWaits(world);
    // A loop is looked through, and a broadcast begins, by what read models show.
    const head = world.log.at(-1)?.position ?? 0n;
    if (head !== shown && waiting.some((what) => waitsForReadModels.test(what))) {
      await bringUp(world);
      shown = head;
    }
    const isQuiet = !timeline.isBusy() && (waiting.length === 0 || round % 10 === 0);
    const owes = isQuiet && (await payUp(world));
    if (waiting.length === 0 && blocked.length === 0 && !owes && !timeline.isBusy()) return;
    const until = due === null ? 0 : due.getTime() - timeline.now().getTime();
    // Where nothing has happened for a round, everybody waits for the next time they look: it comes as well in one leap.
    quiet = head === last && !timeline.isBusy() ? quiet + 1 : 0;
    last = head;
    const leap = until > 10_000 ? until : Math.min(quiet, 5) * minute;
    if (leap > 0) await timeline.leap(timeline.elapsed + leap);
  }
}
