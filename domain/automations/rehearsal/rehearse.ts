import { stateOf } from '../../kernel/decider.ts';
import { fold } from '../../kernel/decider.ts';
import { Contact } from '../../contacts/contact.ts';
import { is } from '../../kernel/event.ts';
import { MessageRoutedToInbox } from '../../messages/events.ts';
import { isMeant } from '../runs/condition.ts';
import { decide, type Input, type Next, nextOf, type Outcome } from '../runs/decide.ts';
import { factsOf } from '../runs/facts.ts';
import { type Cause, enter, Run, type RunningRun } from '../runs/run.ts';
import { zonesFor } from '../runs/run-environment.ts';
import { AutomationRunStarted, type RunEvent } from '../runs/run-events.ts';
import { dayAt, writtenDay } from '../runs/time.ts';
import { wordsOf } from '../runs/words.ts';
import { planOf } from '../document/document.ts';
import { effectsOf } from '../steps/effects.ts';
import { causeText } from '../trigger-events/causes.ts';
import { laterTrigger } from '../trigger-events/later/index.ts';
import { byHand, causeKey, causeOfDay } from '../trigger-events/trigger-events.ts';
import { isEvent, starts, type TriggerEventDetail } from '../triggers/index.ts';
import { type HeldText, rehearseEffect } from './effects.ts';
import { History } from './history.ts';
import type { Past, Person, Played, RehearsedRun, Sending, Stage } from './played.ts';

export type { Past, Person, Played, RehearsedRun, Sending, Stage } from './played.ts';

/**
 * What an automation would have done with one contact in the past, by what really happened to them. It decides as the
 * engine does (`enter`, `decide`, `nextOf`), asks the sender's own verdicts, and lists the effects that the engine would
 * carry out (`effects.ts`). It is given events and gives back words: from here nothing can be sent or appended
 * (`rehearsal-can-not-send` in .dependency-cruiser.cjs).
 */
export const rehearse = (stage: Stage, person: Person): Played => new Rehearsal(stage, person).play();

/** A moment at which a trigger looks again: a day, an expiry, a broadcast that nobody clicked. */
interface Later {
  readonly at: string;
  readonly nth: number;
  readonly cause: string;
  readonly of: string;
  readonly isSo: () => boolean;
}
/** Why somebody comes in. `of`: what other things may have come of as well; `trigger`: where it is none of the document's. */
type Because = Pick<Cause, 'key' | 'at'> & { readonly of: string; readonly trigger?: string | null };

class Rehearsal {
  readonly #stage: Stage;
  readonly #person: Person;
  readonly #history: History;
  #last: Run = Run.initial;
  /** Really inside until then, by a run that began before; null: nothing is known against it. */
  #insideUntil: string | null = null;
  #wake: string | null = null;
  /** An effect of a step that is held: which of them, and its text. */
  #held: { readonly effectId: string; readonly at: number; readonly text: HeldText } | null = null;
  #later: Later[] = [];
  #events: RunEvent[] = [];
  #sendings: Sending[] = [];
  #trigger: number | null = null;
  /** What the run came of. */
  #cause = '';
  #nowIs = '';
  #entered: Past | null = null;
  readonly #runs: RehearsedRun[] = [];
  readonly #leftOut: Record<string, number> = {};

  constructor(stage: Stage, person: Person) {
    this.#stage = stage;
    this.#person = person;
    this.#history = new History(stage, person);
  }

  play(): Played {
    const { from, until } = this.#stage;
    const brought = this.#person.runs.flatMap(([first]) => (first === undefined ? [] : [first]));
    const all = [...this.#person.own, ...this.#person.others.flat(), ...brought]
      .filter(({ metadata }) => metadata.occurredAt <= until)
      .toSorted((one, other) => Number(one.position - other.position));
    if (this.#stage.walks === true) {
      for (const event of all) this.#history.tell(event);
      this.#enter(null, { key: 'walk', at: from, of: 'walk', trigger: byHand.one });
    } else this.#replay(all);
    this.#pass(until);
    if (this.#last.status === 'running') this.#keep(this.#last);
    const { contact, really } = this.#history;
    return { runs: this.#runs, leftOut: this.#leftOut, contact, really };
  }

  #replay(all: readonly Past[]): void {
    const { from } = this.#stage;
    this.#before();
    this.#days();
    for (const event of all) {
      const at = this.#when(event);
      if (at >= from) this.#pass(at);
      const happened = this.#history.tell(event);
      if (at < from) continue;
      this.#expect(event);
      // Who comes in does so by how they were before this changes what they are inside of.
      this.#come(event, happened);
      if (this.#last.status === 'running' && this.#entered !== event) this.#look(at);
    }
  }

  /** When something happened: a text when it arrived, not when a worker got to it. */
  #when(event: Past): string {
    if (event.type !== MessageRoutedToInbox.type) return event.metadata.occurredAt;
    const stream = this.#person.others.find(([first]) => first?.stream === event.stream);
    return wordsOf(stream)?.receivedAt ?? event.metadata.occurredAt;
  }

  /** What really was before: who came in then may not come in again. */
  #before(): void {
    for (const stored of this.#person.runs) {
      const run = stateOf(Run, stored);
      if (run.status === 'none' || run.startedAt >= this.#stage.from) break;
      this.#last = run;
      if (run.status === 'ended') {
        this.#insideUntil = run.endedAt;
        continue;
      }
      const { place: _, since: __, visits: ___, steps: ____, heardAt: _____, ...over } = run;
      this.#last = { ...over, status: 'ended', endedAt: this.#stage.until, reason: 'completed', note: null };
      this.#insideUntil = '9999';
    }
  }

  /** Days of theirs that triggers name. That they were known then is asked when the day comes. */
  #days(): void {
    const { from, until, document, around } = this.#stage;
    if (!document.triggers.some(({ on }) => on.kind === 'date')) return;
    const facts = factsOf(this.#person.own, this.#person.beside);
    const zones = zonesFor(around, stateOf(Contact, this.#person.own));
    for (const [nth, { on }] of document.triggers.entries()) {
      if (on.kind !== 'date') continue;
      const written = writtenDay(on.when.day, facts) ?? '';
      for (let at = from; ;) {
        const wake = dayAt(on.when, at, zones, facts);
        if (wake.kind === 'missed' || wake.at > until) break;
        at = wake.at;
        const day = at;
        const before = new Date(Date.parse(day) - 1).toISOString();
        const isSo = () => {
          const then = dayAt(on.when, before, this.#history.zones(), this.#history.factsAt(day));
          return then.kind === 'at' && then.at === day;
        };
        const of = causeOfDay(this.#person.contactId, on.when.day.of, day);
        const cause = causeText({ kind: 'day', nth, written, year: day.slice(0, 4) });
        this.#later.push({ at, nth, cause, of, isSo });
      }
    }
    this.#sort();
  }
  #sort(): void {
    this.#later = this.#later.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  }

  /** Time passes up to an instant: runs wake, days come. */
  #pass(to: string): void {
    for (;;) {
      const wake = this.#last.status === 'running' && this.#wake !== null && this.#wake <= to ? this.#wake : null;
      const [next] = this.#later;
      const later = next !== undefined && next.at <= to ? next : null;
      if (wake !== null && (later === null || wake <= later.at)) {
        this.#look(wake);
      } else if (later !== null) {
        this.#later = this.#later.slice(1);
        if (later.isSo()) this.#enter(later.nth, { key: later.cause, at: later.at, of: later.of });
      } else return;
    }
  }

  /** What an event means for triggers at a later time: as the worker writes it down. */
  #expect(event: Past): void {
    const history = this.#history;
    for (const [nth, { on }] of this.#stage.document.triggers.entries()) {
      const trigger = isEvent(on.kind) ? null : laterTrigger(on.kind);
      const later = trigger?.laterAt(event, on) ?? null;
      if (trigger === null || later === null || typeof later.cause === 'string') continue;
      const { at, cause } = later;
      const facts = {
        couponOf: (id: string) => history.couponById(id),
        hasClicked: (broadcastId: string) => history.hasClicked(broadcastId, this.#nowIs),
        wasSent: () => false,
        writtenDay: () => null,
      };
      const isSo = () => trigger.stillHolds(on, { cause, at }, facts);
      this.#later.push({ at, nth, cause: causeText(cause), of: causeKey(event), isSo });
      this.#sort();
    }
  }

  #come(event: Past, happened: readonly TriggerEventDetail[]): void {
    this.#entered = null;
    const { triggers } = this.#stage.document;
    const enters = (nth: number | null, cause: Because): void => {
      const before = this.#runs.length;
      const was = this.#last;
      this.#enter(nth, cause);
      if (this.#last !== was || this.#runs.length > before) this.#entered = event;
    };
    for (const [nth, { on }] of triggers.entries())
      if (happened.some((one) => starts(on, one)))
        enters(nth, { key: event.id, at: event.metadata.occurredAt, of: causeKey(event) });
    if (!is(event, AutomationRunStarted) || !broughtBy.has(event.data.trigger)) return;
    const nth = triggers.findIndex(({ on }) => on.kind === byHand.one);
    const { cause, at, trigger } = event.data;
    enters(nth === -1 ? null : nth, { key: cause, at, of: event.metadata.correlationId, trigger });
  }

  /** Whom somebody brings is not held against conditions. */
  #enter(nth: number | null, { key, at, of, trigger = null }: Because): void {
    const { automationId, businessId, version, document } = this.#stage;
    const said = nth === null || trigger !== null ? null : document.triggers[nth]!;
    this.#nowIs = at;
    const out = (because: string): void => {
      this.#leftOut[because] = (this.#leftOut[because] ?? 0) + 1;
    };
    const inputs = this.#history.inputsAt(at);
    if (inputs.exit !== null) return out(inputs.exit);
    if (said !== null && !isMeant(said.filter, inputs)) return out('not-meant');
    if (this.#insideUntil !== null && at < this.#insideUntil) return out('inside');
    const entry = enter(
      {
        automationId,
        businessId,
        contactId: this.#person.contactId,
        version,
        start: document.start,
        reentry: document.reentry,
        cause: { trigger: trigger ?? said!.on.kind, key, at, position: this.#history.position },
      },
      this.#last,
    );
    if (entry.kind === 'ignored') return entry.because === 'already' ? undefined : out(entry.because);
    this.#insideUntil = null;
    this.#trigger = nth;
    this.#cause = of;
    this.#history.begin();
    this.#wake = null;
    this.#held = null;
    this.#sendings = [];
    this.#events = [...entry.events];
    this.#last = fold(Run, entry.events);
    this.#look(at);
  }

  #keep(run: Exclude<Run, { status: 'none' }>): void {
    this.#runs.push({ trigger: this.#trigger, run, events: this.#events, sendings: this.#sendings });
  }

  /** As the engine's loop does it: looks, decides, does, and looks again until there is nothing to do now. */
  #look(now: string): void {
    this.#nowIs = now;
    this.#wake = null;
    let input: Input = { kind: 'look' };
    for (;;) {
      if (this.#last.status !== 'running') return;
      const inputs = this.#history.inputsAt(now);
      for (const event of decide(this.#last, this.#stage.document, input, inputs)) {
        this.#events.push(event);
        this.#last = Run.evolve(this.#last, event);
      }
      const run: Run = this.#last;
      if (run.status !== 'running') {
        this.#over();
        if (run.status === 'ended') this.#keep(run);
        return;
      }
      const next = nextOf(run, this.#stage.document, inputs);
      if (next === null) return;
      if (next.kind === 'sleep') {
        this.#wake = next.until;
        return;
      }
      input = { kind: 'look' };
      if (next.kind === 'decide') continue;
      const outcome = this.#act(run, next, now);
      if (outcome === null) return;
      this.#held = null;
      input = { kind: 'outcome', effectId: next.effectId, outcome };
    }
  }
  /** What was still held of a run that is over is struck off. */
  #over(): void {
    if (this.#held === null) return;
    const { index } = this.#held.text;
    this.#sendings[index] = { ...this.#sendings[index]!, refused: 'stopped', heldUntil: null };
    this.#held = null;
  }

  /** The step's effects, one after another. Null: one is held, and looked at again at `#wake`. */
  #act(run: RunningRun, next: Extract<Next, { kind: 'act' }>, now: string): Outcome | null {
    const { business } = this.#stage.around;
    if (business.status === 'none') return { kind: 'refused', reason: 'inactive-business' };
    const { effectId, at } = next;
    const held = this.#held?.effectId === effectId ? this.#held : null;
    let outcome: Outcome = { kind: 'refused', reason: 'not-available' };
    for (const [nth, effect] of (effectsOf(planOf(next.node), next) ?? []).entries()) {
      if (held !== null && nth < held.at) continue;
      const went = rehearseEffect(
        {
          stage: this.#stage,
          business,
          history: this.#history,
          blacklisted: this.#person.blacklisted,
          run,
          node: at.node,
          effectId,
          cause: this.#cause,
          now,
          sendings: this.#sendings,
          held: held?.at === nth ? held.text : null,
        },
        effect,
      );
      if (went.kind === 'held') {
        this.#held = { effectId, at: nth, text: went.text };
        this.#wake = went.until;
        return null;
      }
      outcome = went;
      if (outcome.kind !== 'done') break;
    }
    return outcome;
  }
}

const broughtBy: ReadonlySet<string> = new Set(Object.values(byHand));
