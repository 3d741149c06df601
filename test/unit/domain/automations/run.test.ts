import { describe, expect, it } from 'vitest';
import { decide, maxAttempts, maxSteps, nextOf } from '../../../../domain/automations/runs/decide.ts';
import type { Document } from '../../../../domain/automations/document/document.ts';
import type { TriggerEventDetail } from '../../../../domain/automations/triggers/index.ts';
import { enter, isAnswering, listensFor, move, Run, runIdOf, stop } from '../../../../domain/automations/runs/run.ts';
import { businessId, contactId } from '../fixtures.ts';
import { live, names, told } from './live.ts';
import {
  after,
  ask,
  automationId,
  begin,
  cause,
  clicked,
  condition,
  drawn,
  end,
  facts,
  goal,
  goTo,
  id,
  look,
  none,
  off,
  oneDay,
  redeemed,
  split,
  start,
  state,
  tag,
  text,
  unknownId,
  untilClicked,
  wait,
} from './make.ts';

const click = (at: string): TriggerEventDetail => ({ kind: 'link-clicked', at, sourceId: id('a') });
const redemption = (at: string): TriggerEventDetail => ({ kind: 'coupon-redeemed', at, campaignId: id('campaign') });

describe('a wait for a day of the contact', () => {
  const when = { day: { of: 'birthday' }, offset: 0, at: '12:00', zone: 'business' } as const;
  const untilDay = () => {
    const run = live(drawn({ a: wait('b', { kind: 'date', when }, 'c'), b: tag(null), c: text(null) }));
    expect(run.look({ facts: { ...facts, birthday: '11-24' } })).toEqual(['waiting a']);
    return run;
  };
  const given = (at: string, to: string | null): TriggerEventDetail => ({
    kind: 'field-changed',
    at,
    to,
    field: { of: 'contact', name: 'birthday' },
  });
  const day = 24 * 60;
  const noon = '2026-11-24T17:00:00.000Z';

  it('is woken when a field of the contact changes', () => {
    const document = drawn({ a: wait('b', { kind: 'date', when }), b: tag(null) });
    const run = live(document);
    run.look({ facts: { ...facts, birthday: '11-24' } });
    expect([...listensFor(run.run(), document)]).toEqual(['field-changed']);
  });
  it('is over on the day as it is by then: moved, moved to now and then, taken away', () => {
    const moved = untilDay();
    const now = { facts: { ...facts, birthday: '11-26' }, happened: [given(after(day), '11-26')] };
    expect(moved.look({ now: after(day + 1), ...now })).toEqual(['waiting a']);
    expect(moved.look({ now: noon, ...now })).toEqual([]);
    expect(moved.look({ now: after(3 * day + 180), ...now })).toEqual([]);
    expect(moved.look({ now: after(4 * day + 180), ...now })[0]).toBe('completed a next time');

    const sooner = untilDay();
    const soon = { facts: { ...facts, birthday: '11-23' }, happened: [given(after(5), '11-23')] };
    expect(sooner.look({ now: after(6), ...soon })).toEqual(['waiting a']);
    expect(sooner.look({ now: after(day + 180), ...soon })[0]).toBe('completed a next time');

    const gone = untilDay();
    expect(gone.look({ now: after(6), happened: [given(after(5), null)] })[0]).toBe(
      'completed a otherwise unknown-day',
    );
  });
  it('that was moved only after its time had come, and seen late, is held against the day that holds by then', () => {
    const run = untilDay();
    const late = { facts: { ...facts, birthday: '12-24' }, happened: [given(after(2 * day + 130), '12-24')] };
    expect(run.look({ now: after(2 * day + 140), ...late })).toEqual(['waiting a']);
  });
  it('is not touched by other fields, nor by the same day given again', () => {
    const run = untilDay();
    const other: TriggerEventDetail = {
      kind: 'field-changed',
      at: after(5),
      to: 'Ada',
      field: { of: 'contact', name: 'first_name' },
    };
    const known = { facts: { ...facts, birthday: '11-24' }, happened: [other, given(after(6), '11-24')] };
    expect(run.look({ now: after(10), ...known })).toEqual([]);
    expect(run.look({ now: noon, ...known })[0]).toBe('completed a next time');
  });
});

describe('a run', () => {
  it('goes from step to step to its end, and says why', () => {
    const run = live(drawn({ a: condition('b', 'e'), b: text('c'), c: wait('d'), d: tag('e'), e: end }));
    const vip = { facts: { ...facts, tags: ['vip'] } };
    expect(run.look(vip)).toEqual(['completed a yes checked', 'started b do']);
    expect(run.events.at(-2)).toMatchObject({ data: { seen: [{ what: 'tag', saw: 'vip', holds: true }] } });
    expect(run.look(vip)).toEqual([]);
    expect(run.done()).toEqual(['completed b next done', 'waiting c']);
    expect(run.look({ now: after(60) })).toEqual([]);
    expect(run.look({ now: after(24 * 60) })).toEqual(['completed c next time', 'started d do']);
    expect(run.done()).toEqual(['completed d next done', 'ended e completed']);
    expect(run.look()).toEqual([]);
  });

  it('is told an outcome once: what is doubled, late or of something else changes nothing', () => {
    const run = live(drawn({ a: text('b'), b: text(null) }));
    run.look();
    const first = run.effect().effectId;
    const outcome = { kind: 'done' } as const;
    expect(run.say({ kind: 'outcome', effectId: unknownId(), outcome })).toEqual([]);
    expect(run.say({ kind: 'outcome', effectId: first, outcome })).toEqual(['completed a next done', 'started b do']);
    expect(run.say({ kind: 'outcome', effectId: first, outcome })).toEqual([]);
    expect(run.effect().effectId).not.toBe(first);
  });

  it('ends where a way does', () => {
    expect(live(drawn({ a: condition(null, null) })).look()).toEqual(['completed a no checked', 'ended completed']);
    expect(live(drawn({ a: off(text(null)) })).look()).toEqual(['completed a next off', 'ended completed']);
  });

  it('fails visibly where a step is gone, and where nothing would ever rest', () => {
    expect(live({ ...drawn({ a: end }), start: unknownId() }).look()).toEqual(['ended failed missing-step']);
    const round = live(drawn({ a: goTo('b'), b: goTo('a') })).look();
    expect(round.at(-1)).toMatch(/^ended . failed no-wait$/);
  });

  it('does not go on for ever', () => {
    const document = drawn({ a: wait('a', { kind: 'duration', amount: 1, unit: 'minutes', zone: 'business' }) });
    const run = begin(document);
    let now = start;
    let at = state(run);
    for (let steps = 0; at.status === 'running' && steps <= maxSteps; steps += 1) {
      at = decide(at, document, { kind: 'look' }, look({ now })).reduce(Run.evolve, at);
      now = after(1, now);
    }
    expect(at).toMatchObject({ status: 'ended', reason: 'failed', note: 'too-many-steps' });
  });

  it('goes the same way by chance whenever it is looked at, and by its shares over all', () => {
    const document = drawn({ a: split('b', 'c', [80, 20]), b: end, c: tag(null) });
    const ways = Array.from({ length: 500 }, (_, n) => {
      const somebody = contactId.replace(/.{4}$/, String(n).padStart(4, '0')) as typeof contactId;
      const run = state(begin(document, { contactId: somebody }));
      const [one, two] = [0, 1].map(() => told(decide(run, document, { kind: 'look' }, look()))[0]);
      expect(one).toBe(two);
      return one;
    });
    const first = ways.filter((way) => way === 'completed a a chance').length;
    expect(first).toBeGreaterThan(350);
    expect(first).toBeLessThan(450);
  });
});

describe('a step that does not work', () => {
  it('is tried again, each time later and by another name, then takes its way', () => {
    const run = live(drawn({ a: text('b', 'c'), b: end, c: tag(null) }));
    run.look();
    const effects = new Set<string>();
    let now = start;
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      effects.add(run.effect().effectId);
      const failed = { kind: 'failed', reason: 'unreachable', again: true } as const;
      expect(run.done({ now }, failed)).toEqual(['retryscheduled a unreachable']);
      expect(run.look({ now })).toEqual([]);
      now = after(121, now);
      expect(run.look({ now })).toEqual([`started a do attempt ${attempt + 1}`]);
    }
    effects.add(run.effect().effectId);
    expect(effects.size).toBe(maxAttempts);
    expect(run.done({ now }, { kind: 'failed', reason: 'unreachable', again: true })).toEqual([
      'completed a failed failed unreachable',
      'started c do',
    ]);
  });

  it('goes on with the next one where nothing else is said, and a refusal is no reason to ask again', () => {
    const run = live(drawn({ a: text('b'), b: end }));
    run.look();
    expect(run.done({}, { kind: 'refused', reason: 'no-consent' })).toEqual([
      'completed a failed refused no-consent',
      'ended b completed',
    ]);
    expect(run.events.at(-2)).toMatchObject({ data: { to: id('b') } });
  });
});

describe('a wait for an event', () => {
  const document = drawn({ a: text('b'), b: wait('c', untilClicked, 'd'), c: tag(null), d: end });
  const waiting = () => {
    const run = live(document);
    run.look();
    run.done();
    return run;
  };

  it('ends as soon as it happens', () => {
    expect(waiting().look({ now: after(5), happened: [click(after(4))] })).toEqual([
      'completed b next happened',
      'started c do',
    ]);
  });
  it('ends by its other exit when it does not happen in time', () => {
    const run = waiting();
    expect(run.look({ now: after(119) })).toEqual([]);
    expect(run.look({ now: after(120) })).toEqual(['completed b otherwise not-in-time', 'ended d completed']);
  });
  it('counts what happened in time, also when it is seen late, and not what happened too late', () => {
    expect(waiting().look({ now: after(300), happened: [click(after(119))] })[0]).toBe('completed b next happened');
    expect(waiting().look({ now: after(300), happened: [click(after(121))] })[0]).toBe(
      'completed b otherwise not-in-time',
    );
  });
  it('counts what happened since the last thing that was done, before the wait began; not what was before that', () => {
    const run = live(document);
    run.look();
    expect(run.done({ now: after(3), happened: [click(after(1))] })).toEqual([
      'completed a next done',
      'completed b next happened',
      'started c do',
    ]);
    const other = live(document);
    other.look();
    expect(other.done({ happened: [click(after(-1))] })).toEqual(['completed a next done', 'waiting b']);
  });
  it('is not ended twice by one event', () => {
    const round = drawn({ a: wait('b', untilClicked), b: wait('c', untilClicked), c: end });
    const run = live(round);
    run.look();
    expect(run.look({ now: after(2), happened: [click(after(1))] })).toEqual([
      'completed a next happened',
      'waiting b',
    ]);
  });
  it('is found by what it waits for, and by the goals', () => {
    const withGoal = drawn({ ...named(document), g: goal() });
    const run = live(withGoal);
    expect([...listensFor(run.run(), withGoal)]).toEqual(['coupon-redeemed']);
    run.look();
    run.done();
    expect([...listensFor(run.run(), withGoal)]).toEqual(['coupon-redeemed', 'link-clicked']);
  });
});
const named = (document: Document) =>
  Object.fromEntries(Object.entries(document.nodes).map(([node, of]) => [names.get(node)!, of]));

describe('what ends a run from anywhere', () => {
  const document = drawn({ a: text('b'), b: wait('c'), c: text(null), g: goal(redeemed) });

  it('is an opt-out and the like, before anything else', () => {
    for (const exit of ['opted-out', 'erased', 'merged', 'archived', 'stopped'] as const) {
      const run = live(document);
      expect(run.look({ exit, happened: [redemption(after(1))] })).toEqual([`ended a ${exit}`]);
      expect(nextOf(run.run(), document, look())).toBeNull();
    }
  });
  it('is looked at once more right before something is done', () => {
    const run = live(document);
    run.look();
    expect(nextOf(run.run(), document, look())).toMatchObject({ kind: 'act' });
    expect(nextOf(run.run(), document, look({ exit: 'opted-out' }))).toEqual({ kind: 'decide' });
    expect(nextOf(run.run(), document, look({ happened: [redemption(after(1))] }))).toEqual({ kind: 'decide' });
    expect(nextOf(run.run(), document, look({ paused: true }))).toBeNull();
  });
  it('is a goal that is reached after the run began, by an event that nothing waits for', () => {
    const run = live(document);
    run.look();
    expect(run.look({ happened: [redemption(start)] })).toEqual([]);
    run.done();
    expect(run.look({ now: after(9), happened: [redemption(after(8))] })).toEqual(['ended g goal']);
  });
  it('is not a goal that is switched off, nor one that the way comes by', () => {
    const by = live(drawn({ a: goal(clicked, 'b'), b: end }));
    expect(by.look()).toEqual(['completed a next no-goal-yet', 'ended b completed']);
    const without = live(drawn({ a: wait(null), g: off(goal()) }));
    expect(without.look({ happened: [redemption(after(1))] })).toEqual(['waiting a']);
  });
  it('is somebody, once', () => {
    const run = live(document);
    run.look();
    const stopped = stop({ reason: 'by-hand', now: start }, run.run());
    expect(told(stopped)).toEqual(['ended a by-hand']);
    expect(stop({ reason: 'by-hand', now: start }, state(run.events, stopped))).toEqual([]);
  });
});

describe('a person', () => {
  it('lets who waits go on, or passes the wait over; of that visit alone', () => {
    const document = drawn({ a: wait('b', untilClicked, 'c'), b: tag(null), c: end });
    const waiting = () => {
      const run = live(document);
      run.look();
      return run;
    };
    expect(waiting().hand('go-on', 'a')).toEqual(['completed a next by-hand', 'started b do']);
    expect(waiting().hand('skip', 'a')).toEqual(['completed a otherwise by-hand', 'ended c completed']);
    expect(waiting().hand('go-on', 'a', 2)).toEqual([]);
    expect(waiting().hand('go-on', 'b')).toEqual([]);
  });
  it('switches it off: nothing is begun, who waits stays, and what was under way is heard', () => {
    const run = live(drawn({ a: text('b'), b: wait('c'), c: text(null) }));
    run.look();
    expect(run.done({ paused: true })).toEqual(['completed a next done']);
    expect(run.look({ paused: true, now: after(5_000) })).toEqual([]);
    expect(run.look({ now: after(5_000) })).toEqual(['waiting b']);
  });
});

describe('who comes in', () => {
  const document = drawn({ a: wait(null) });
  const command = { automationId, businessId, contactId, version: 1, start: document.start, cause };
  const again = (minutes: number) => ({ ...cause, key: 'cause-2', position: 9n, at: after(minutes) });
  const running = state(begin(document));
  const ended = state(begin(document), stop({ reason: 'by-hand', now: after(1) }, running));
  const day = 24 * 60;

  it('comes in once, or again after some days, or always; never while inside', () => {
    const comes = (reentry: Parameters<typeof enter>[0]['reentry'], last: Run, minutes = day) => {
      const entry = enter({ ...command, reentry, cause: again(minutes) }, last);
      return entry.kind === 'started' ? entry.runId : entry.because;
    };
    expect(comes({ kind: 'once' }, none)).toBe(runIdOf(automationId, contactId, 1));
    expect(comes({ kind: 'once' }, ended)).toBe('once');
    expect(comes({ kind: 'always' }, running)).toBe('inside');
    expect(comes({ kind: 'always' }, ended)).toBe(runIdOf(automationId, contactId, 2));
    expect(comes({ kind: 'after', days: 2 }, ended, 2 * day - 1)).toBe('too-soon');
    expect(comes({ kind: 'after', days: 2 }, ended, 2 * day)).toBe(runIdOf(automationId, contactId, 2));
  });
  it('is the same person after a merge: who was in as somebody else does not come in once more', () => {
    const comes = (reentry: Parameters<typeof enter>[0]['reentry'], minutes = day) => {
      const entry = enter({ ...command, reentry, cause: again(minutes) }, none, [none, ended]);
      return entry.kind === 'started' ? entry.kind : entry.because;
    };
    expect(comes({ kind: 'once' })).toBe('once');
    expect(comes({ kind: 'after', days: 2 }, 2 * day - 1)).toBe('too-soon');
    expect(comes({ kind: 'after', days: 2 }, 2 * day)).toBe('started');
    expect(comes({ kind: 'always' })).toBe('started');
  });
  it('does not come in by what has been seen, however often and in whatever order', () => {
    const seen = (over: Partial<typeof cause>) =>
      enter({ ...command, reentry: { kind: 'always' }, cause: { ...cause, ...over } }, ended);
    expect(seen({})).toEqual({ kind: 'ignored', because: 'already' });
    expect(seen({ key: 'older', position: 0n })).toEqual({ kind: 'ignored', because: 'already' });
  });
});

describe('another version', () => {
  const days = { birthday: null, anniversary: null, custom: {} };
  const { zones } = look();
  const first = drawn({ a: wait('b'), b: end });
  const waiting = () => {
    const run = live(first);
    run.look();
    return run.run();
  };
  const to = (document: Document, how: Parameters<typeof move>[0]['how'], run = waiting()) => {
    const events = move({ version: 2, document, how, now: after(60), zones, days }, run);
    return { events, run: events.reduce(Run.evolve, run) };
  };
  const shorter = drawn({ a: wait('b', { ...oneDay, unit: 'hours' } as typeof oneDay), b: end });

  it('keeps the time of who waits, or reckons it anew from when the wait began', () => {
    expect(to(shorter, { kind: 'keep' }).run).toMatchObject({ version: 2, place: { until: after(24 * 60) } });
    expect(to(shorter, { kind: 'recompute' }).run).toMatchObject({ version: 2, place: { until: after(60) } });
    expect(
      move(
        { version: 2, document: shorter, how: { kind: 'keep' }, now: start, zones, days },
        to(shorter, { kind: 'keep' }).run,
      ),
    ).toEqual([]);
  });
  it('takes them to another step, which has to be there', () => {
    expect(to(drawn({ b: end }), { kind: 'go', node: id('b') }).run).toMatchObject({
      place: { kind: 'due', node: id('b') },
    });
    expect(() => to(drawn({ b: end }), { kind: 'keep' })).toThrow('has no such step');
    expect(() => to(drawn({ a: tag(null) }), { kind: 'keep' })).toThrow('is another one');
    expect(() => to(drawn({ a: wait(null, untilClicked) }), { kind: 'recompute' })).toThrow('is another one');
  });
  it('waits for what is being done', () => {
    const busy = live(drawn({ a: text(null) }));
    busy.look();
    expect(to(drawn({ a: text(null) }), { kind: 'keep' }, busy.run()).events).toEqual([]);
  });
});

describe('what a run says', () => {
  const answering = (live: { run(): Run }, minutes: number) => {
    const run = live.run();
    return run.status === 'running' && isAnswering(run, after(minutes));
  };
  const texted = (words: string, minutes: number): TriggerEventDetail => ({
    kind: 'text-received',
    text: words,
    pictures: [],
    at: after(minutes),
  });

  it('is an answer for ten minutes after the contact has texted it, and not because nobody answered', () => {
    const document = drawn({ a: ask('b', { tries: 3 }), b: text(null) });
    const asked = live(document);
    asked.look();
    expect(answering(asked, 0)).toBe(false);
    asked.done();
    asked.look({ now: after(61) });
    // Asked again since nothing came.
    expect(answering(asked, 61)).toBe(false);
    asked.done({ now: after(61) });
    asked.look({ now: after(70), happened: [texted('May 17', 69)] });
    expect(answering(asked, 70)).toBe(true);
    expect(answering(asked, 80)).toBe(true);
    expect(answering(asked, 81)).toBe(false);
  });
  it('is an answer where the contact’s words brought them', () => {
    const by = (trigger: string) => state(begin(drawn({ a: text(null) }), { cause: { ...cause, trigger } }));
    const is = (trigger: string) => {
      const run = by(trigger);
      return run.status === 'running' && isAnswering(run, after(1));
    };
    expect([is('text-received'), is('broadcast-answered'), is('opted-in')]).toEqual([true, true, false]);
  });
});
