import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decide,
  type Input,
  type RunInputs,
  nextOf,
  type Outcome,
} from '../../../../domain/automations/runs/decide.ts';
import type { Document, Node } from '../../../../domain/automations/document/document.ts';
import { restlessCycles } from '../../../../domain/automations/document/graph.ts';
import type { TriggerEventDetail } from '../../../../domain/automations/triggers/index.ts';
import { force, Run } from '../../../../domain/automations/runs/run.ts';
import { automationRunEvents, type RunEvent } from '../../../../domain/automations/runs/run-events.ts';
import {
  after,
  ask,
  begin,
  condition,
  drawn,
  end,
  facts,
  goal,
  goTo,
  id,
  look,
  off,
  split,
  start,
  state,
  tag,
  text,
  untilClicked,
  wait,
} from './make.ts';

/** Any document of up to seven steps, with ways that go anywhere. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'z'];
const to = fc.constantFrom(...names, null, null);
const plain = fc.oneof(
  fc.tuple(to, to).map(([next, failed]) => text(next, failed)),
  fc.tuple(to, to).map(([next, failed]) => tag(next, failed)),
  to.map((next) => wait(next)),
  fc.tuple(to, to).map(([next, otherwise]) => wait(next, untilClicked, otherwise)),
  fc.tuple(to, to).map(([next, otherwise]) => {
    const when = { day: { of: 'birthday' }, offset: 0, at: '09:00', zone: 'contact' } as const;
    return wait(next, { kind: 'date', when }, otherwise);
  }),
  fc
    .tuple(to, to, to, fc.integer({ min: 1, max: 3 }))
    .map(([next, givenUp, failed, tries]): Node => ask(next, { givenUp, failed, tries })),
);
const node = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 1, arbitrary: plain.map(off) },
  fc.tuple(to, to).map(([yes, no]) => condition(yes, no)),
  fc.tuple(to, to).map(([a, b]) => split(a, b)),
  to.map(goTo),
  fc.constant(end),
);
/** The step `z` is named and never there. The goal stands aside, or not at all. */
const anyDocument = fc
  .tuple(fc.array(node, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([nodes, withGoal]) =>
    drawn({ ...Object.fromEntries(nodes.map((one, at) => [names[at]!, one])), ...(withGoal ? { g: goal() } : {}) }),
  );

/** What may come at any moment, in any order, as often as it likes. */
type Move =
  | { readonly kind: 'look' | 'twice' | 'pause' | 'resume' | 'opt-out' | 'redeem' | 'click' | 'wake' }
  | { readonly kind: 'pass'; readonly minutes: number }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'vip'; readonly is: boolean }
  | { readonly kind: 'do'; readonly outcome: Outcome }
  | { readonly kind: 'stale' }
  | { readonly kind: 'hand'; readonly act: 'go-on' | 'skip' };
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Outcome>({ kind: 'done' }) },
  fc.constant<Outcome>({ kind: 'refused', reason: 'no-consent' }),
  fc.boolean().map((again): Outcome => ({ kind: 'failed', reason: 'unreachable', again })),
);
const happening: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: outcome.map((one): Move => ({ kind: 'do', outcome: one })) },
  { weight: 4, arbitrary: fc.constant<Move>({ kind: 'wake' }) },
  fc.constantFrom<Move>({ kind: 'look' }, { kind: 'twice' }, { kind: 'stale' }, { kind: 'click' }),
  fc.constantFrom<Move>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'resume' }),
  fc.integer({ min: 1, max: 3_000 }).map((minutes): Move => ({ kind: 'pass', minutes })),
  fc.constantFrom('5/17', 'no idea', '').map((said): Move => ({ kind: 'say', text: said })),
  fc.boolean().map((is): Move => ({ kind: 'vip', is })),
  fc.constantFrom<Move>({ kind: 'hand', act: 'go-on' }, { kind: 'hand', act: 'skip' }),
);
const story = fc.array(happening, { minLength: 5, maxLength: 60 });

/** A world around one run: it does what it is told, and keeps what was done, by name. */
function world(document: Document) {
  let now = start;
  let paused = false;
  let exit: RunInputs['exit'] = null;
  let tags: readonly string[] = [];
  const happened: TriggerEventDetail[] = [];
  const log: RunEvent[] = [...begin(document)];
  /** Each thing that was really done: the step's visit, what for, and by which effect. */
  const done: { readonly what: string; readonly effectId: string }[] = [];
  const asked: { readonly effectId: string; readonly outcome: Outcome }[] = [];
  const run = () => state(log);
  const view = (): RunInputs => look({ now, paused, exit, happened, facts: { ...facts, tags } });
  const say = (input: Input): readonly RunEvent[] => {
    const events = decide(run(), document, input, view());
    log.push(...events);
    return events;
  };
  const next = () => nextOf(run(), document, view());
  const act = (outcome: Outcome): void => {
    const todo = next();
    if (todo?.kind !== 'act') return;
    const { at, effectId } = todo;
    if (outcome.kind === 'done') done.push({ what: `${at.node} ${at.visit} ${todo.act} ${todo.round}`, effectId });
    asked.push({ effectId, outcome });
    say({ kind: 'outcome', effectId, outcome });
  };
  return {
    log,
    done,
    run,
    view,
    next,
    say,
    act,
    move(one: Move): void {
      // What is seen is a little later than what happened.
      now = after(0.01, now);
      switch (one.kind) {
        case 'look':
        case 'twice':
          break;
        case 'pass':
          now = after(one.minutes, now);
          break;
        case 'wake': {
          const todo = next();
          if (todo?.kind === 'sleep' && todo.until > now) now = todo.until;
          break;
        }
        case 'pause':
        case 'resume':
          paused = one.kind === 'pause';
          break;
        case 'opt-out':
          exit = 'opted-out';
          break;
        case 'redeem':
          happened.push({ kind: 'coupon-redeemed', at: now, campaignId: id('campaign') });
          break;
        case 'click':
          happened.push({ kind: 'link-clicked', at: now, sourceId: id('a') });
          break;
        case 'say':
          happened.push({ kind: 'text-received', at: now, text: one.text, pictures: [] });
          break;
        case 'vip':
          tags = one.is ? ['vip'] : [];
          break;
        case 'do':
          return act(one.outcome);
        case 'stale':
          for (const told of asked.slice(-3)) say({ kind: 'outcome', ...told });
          return;
        case 'hand': {
          const running = run();
          if (running.status !== 'running' || running.place.kind === 'due') break;
          const { node, visit } = running.place;
          const at = { node, visit };
          log.push(...force({ at, act: one.act, now }, run()));
          // Said while it is switched off, it is done at once too; said twice, it is nothing.
          expect(force({ at, act: one.act, now }, run())).toEqual([]);
          break;
        }
        default:
          one satisfies never;
      }
      say({ kind: 'look' });
      if (one.kind === 'twice') expect(say({ kind: 'look' })).toEqual([]);
    },
  };
}

const schemas = new Map(automationRunEvents.map(({ type, schema }) => [type as string, schema]));

describe('whatever happens, in whatever order', () => {
  it('a run has ended, waits or does something; nothing else (law)', () => {
    fc.assert(
      fc.property(anyDocument, story, (document, moves) => {
        const lived = world(document);
        for (const one of moves) {
          lived.move(one);
          const run = lived.run();
          if (run.status !== 'running' || lived.view().paused || one.kind === 'do' || one.kind === 'stale') continue;
          expect(run.place.kind).not.toBe('due');
          expect(lived.next()).not.toBeNull();
          expect(lived.say({ kind: 'look' })).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('nothing is done twice in one visit, nor by one name (law)', () => {
    fc.assert(
      fc.property(anyDocument, story, (document, moves) => {
        const lived = world(document);
        for (const one of moves) lived.move(one);
        const { done } = lived;
        expect(new Set(done.map(({ what }) => what)).size).toBe(done.length);
        expect(new Set(done.map(({ effectId }) => effectId)).size).toBe(done.length);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['opt-out', 'redeem'] as const)('nothing is done after %s, and one event says so (law)', (kind) => {
    fc.assert(
      fc.property(anyDocument, story, story, (given, before, afterwards) => {
        const document = { ...given, nodes: { ...given.nodes, ...drawn({ g: goal() }).nodes } };
        const lived = world(document);
        for (const one of before) lived.move(one);
        const over = lived.run().status === 'ended';
        lived.move({ kind });
        const [did, said] = [lived.done.length, lived.log.length];
        expect(lived.run()).toMatchObject(
          over ? { status: 'ended' } : { reason: kind === 'opt-out' ? 'opted-out' : 'goal' },
        );
        for (const one of afterwards) lived.move(one);
        expect(lived.done.length).toBe(did);
        expect(lived.log.length).toBe(said);
        expect(lived.next()).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('who waits gets on when the time has come: with everything done and no way round, a run ends (law)', () => {
    fc.assert(
      fc.property(anyDocument, fc.array(outcome, { minLength: 1, maxLength: 20 }), (document, outcomes) => {
        fc.pre(restlessCycles(document).length === 0);
        const lived = world(document);
        for (let steps = 0; lived.run().status === 'running' && steps < 300; steps += 1) {
          const before = lived.log.length;
          const todo = lived.next();
          lived.move(
            todo?.kind === 'act' ? { kind: 'do', outcome: outcomes[steps % outcomes.length]! } : { kind: 'wake' },
          );
          expect(lived.log.length).toBeGreaterThan(before);
        }
        const run = lived.run();
        if (run.status === 'ended' && run.reason === 'failed') expect(run.note).toBe('missing-step');
        // Who goes round with waits is on the way for ever; everybody else is through.
        if (run.status === 'running') expect(Math.max(...run.visits.values())).toBeGreaterThan(1);
      }),
      { numRuns: 200 },
    );
  });

  it('what the events say is all there is: read again, they give the same run (law)', () => {
    fc.assert(
      fc.property(anyDocument, story, (document, moves) => {
        const lived = world(document);
        for (const one of moves) lived.move(one);
        const read = lived.log.map((event) => {
          const data = JSON.parse(JSON.stringify(event.data)) as unknown;
          return { ...event, data: schemas.get(event.type)!.parse(data) } as RunEvent;
        });
        expect(read.reduce(Run.evolve, Run.initial)).toEqual(lived.run());
        expect(lived.log.filter(({ type }) => type === 'AutomationRunEnded').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });
});
