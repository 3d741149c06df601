import type { Campaign } from '../../campaign/campaign.ts';
import { Contact, type KnownContact, homeOf } from '../../contact/contact.ts';
import { takePlace } from '../../contact/choose.ts';
import type { ContactEvent } from '../../contact/events.ts';
import { Coupon, daysBefore, issueCoupon } from '../../coupon/coupon.ts';
import { CouponExtended, CouponIssued } from '../../coupon/events.ts';
import { type CouponWords, goodThrough } from '../../merge/coupon-words.ts';
import { Member as LoopMember } from '../../loop/member.ts';
import { LoopRules, pointsOf } from '../../loop/rules.ts';
import type { CampaignWords } from '../../merge/loop-words.ts';
import { fold, stateOf } from '../../kernel/decider.ts';
import { type Actor, type DomainEvent, type EventData, is } from '../../kernel/event.ts';
import {
  type AutomationId,
  type BusinessId,
  CampaignId,
  type ContactId,
  CouponId,
  MessageId,
  namespaces,
  uuidV5,
} from '../../kernel/ids.ts';
import { sampleLink, shortenLinks } from '../../link/shorten.ts';
import { monthOf, chargeOf } from '../../delivery/allowance.ts';
import { mailDelivery } from '../../delivery/channels/mail.ts';
import { textDelivery } from '../../delivery/channels/text.ts';
import type { Situation } from '../../delivery/delivery.ts';
import { dailyOf } from '../../delivery/reach.ts';
import { mailVerdict, textVerdict } from '../../delivery/verdict.ts';
import { ContactMail, isQueued } from '../../mail/contact-mail.ts';
import { MailAccepted, MailBounced, MailDelivered, MailFailed, MailQueued } from '../../mail/events.ts';
import type { CustomMergeField } from '../../merge/fields.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageQueued,
  MessageReceived,
  MessageSent,
} from '../../message/events.ts';
import { isOutgoing, Message, type QueuedData } from '../../message/message.ts';
import { measured, quantityOf } from '../../message/measure.ts';
import { hold } from '../../message/record.ts';
import { queue } from '../../message/queue.ts';
import { type RunEnvironment, exitOf, zonesFor } from '../runs/run-environment.ts';
import { alertedBy, type Member } from '../runs/alert-recipients.ts';
import { keeping, keywordChange, subscribing, tagging } from '../runs/changes.ts';
import { type EngagementEvent as Deed, isMeant } from '../runs/condition.ts';
import { decide, type Input, type RunInputs, nextOf, type Next, type Outcome } from '../runs/decide.ts';
import { type ContactActivity, factsOf } from '../runs/facts.ts';
import type { Document, NodeOf, Occurrence, Trigger } from '../document/document.ts';
import {
  byHand,
  causeKey,
  causeOfDay,
  changesIn,
  type TriggerEvent,
  triggerEventsOf,
  inFull,
  overwritesOf,
} from '../trigger-events/trigger-events.ts';
import { type TriggerEventDetail, starts } from '../triggers/event-matcher.ts';
import { soonMinutes } from '../document/overlap.ts';
import { pointsAfter, scoredBy } from '../trigger-events/points.ts';
import { type Cause, enter, isAnswering, Run, type RunningRun } from '../runs/run.ts';
import { AutomationRunStarted, type RunEvent } from '../runs/run-events.ts';
import { dayAt } from '../runs/time.ts';
import { MessageLeftToPeople } from '../../message/events.ts';
import { alertWords, filled, valuesOf, whyNotQueued, wordsOf } from '../runs/words.ts';
import { fill, readTemplate } from '../../merge/template.ts';

const rollingMs = 86_400_000;
/**
 * What an automation would have done with one contact in the past, by what really happened to them. It decides as the
 * engine does (`enter`, `decide`, `nextOf`), asks the sender's own verdicts, and answers each effect itself. It is given
 * events and gives back words: from here nothing can be sent or appended (`rehearsal-can-not-send` in
 * .dependency-cruiser.cjs).
 */

/** An event as the log has it. */
export interface Past {
  readonly type: string;
  readonly id: string;
  readonly data: EventData;
  readonly metadata: { readonly occurredAt: string; readonly correlationId: string; readonly actor: Actor };
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

/** What is the same for everybody. Of all but the events it is what is so today. */
export interface Stage {
  readonly automationId: AutomationId;
  readonly businessId: BusinessId;
  readonly version: number;
  readonly document: Document;
  /** ISO instants: what happened between them is played. */
  readonly from: string;
  readonly until: string;
  /**
   * They are walked through from `from` on, as if somebody let them in then and they had never been in before: nothing
   * happens but time, up to `until`. Left out: what happened is played.
   */
  readonly walks?: boolean;
  readonly around: RunEnvironment;
  readonly custom: readonly CustomMergeField[];
  /** Those that the document names, and, where a step gives keywords, all. */
  readonly campaigns: readonly Campaign[];
  /** People of the team whom the document names, as they are reached today; null: they are not of it any more. */
  readonly members: ReadonlyMap<string, Member | null>;
  /** Where short links begin. */
  readonly base: string;
}

export interface Person {
  readonly contactId: ContactId;
  /** Their own stream, whole. */
  readonly own: readonly Past[];
  /** Streams that tell of them, whole. */
  readonly others: readonly (readonly Past[])[];
  /**
   * What really became of them in this automation: the streams of the run that began last before the days that are
   * played, and of those since into which somebody brought them by hand.
   */
  readonly runs: readonly (readonly Past[])[];
  /** The rules of loops that they are in, by campaign. */
  readonly rules: ReadonlyMap<string, readonly Past[]>;
  /** All that was done with what they were sent, as far as it is kept. */
  readonly beside: ContactActivity;
  /** They stand on the business's blacklist, today. */
  readonly blacklisted: boolean;
}

/** One thing that would have left, or would have been kept back. */
export interface Sending {
  readonly node: string;
  readonly channel: 'text' | 'mail' | 'alert' | 'call';
  /** When the run came to it, and when it would have left; null: it would not have, or has not yet. */
  readonly dueAt: string;
  readonly sentAt: string | null;
  /** What it waited for. */
  readonly heldBy: 'quiet-hours' | null;
  readonly heldUntil: string | null;
  /** Why it would not have left. */
  readonly refused: string | null;
  /** The words, of a mail its subject. */
  readonly words: string;
  /** What it takes of the limit of a month, which is named by its first day; null: it has not left. */
  readonly credits: number;
  readonly month: string | null;
}

/** One way through. `trigger`: by its place in the document; null: somebody brought them, and it has none for that. */
export interface Rehearsed {
  readonly trigger: number | null;
  readonly run: Exclude<Run, { status: 'none' }>;
  readonly events: readonly RunEvent[];
  readonly sendings: readonly Sending[];
}
export interface Played {
  readonly runs: readonly Rehearsed[];
  /** Why a trigger brought them in no run, and how often. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** As they are in the end. */
  readonly contact: Contact;
  /** What this automation really texted them, in messages of months. */
  readonly really: Readonly<Record<string, number>>;
}

const ms = (at: string): number => Date.parse(at);
const dayMs = 86_400_000;

export function rehearse(stage: Stage, person: Person): Played {
  return new Rehearsal(stage, person).play();
}

/** A moment at which a trigger looks again: a day, an expiry, a broadcast that nobody clicked. */
interface Later {
  readonly at: string;
  readonly nth: number;
  readonly cause: string;
  readonly of: string;
  readonly isSo: () => boolean;
}
interface Held {
  readonly effectId: string;
  readonly message: Message;
  readonly index: number;
}

class Rehearsal {
  readonly #stage: Stage;
  readonly #person: Person;
  /** What is in the contact's stream by now, and what this run would have added. */
  #own: Past[] = [];
  #contact: Contact = Contact.initial;
  readonly #coupons = new Map<string, object[]>();
  #acts: Deed[];
  #lastMessage: string | null = null;
  /** Of who is inside, since they came in. */
  #happened: TriggerEventDetail[] = [];
  /** Of others than this automation: streams of what was sent, and how much reached them on which day. */
  readonly #unasked = new Map<string, 'text' | 'mail'>();
  readonly #reached = new Map<string, number>();
  /** When texts that nobody asked for went to them, for the laws that speak of any 24 hours. */
  readonly #textedAt: number[] = [];
  /** When other automations really texted them, and what these texts came of. */
  readonly #said: readonly { readonly key: string; readonly at: string }[];
  readonly #ownTexts = new Map<string, QueuedData>();
  readonly #really: Record<string, number> = {};
  /** Broadcasts that they were sent, by when. */
  readonly #broadcasts: { readonly at: string; readonly broadcastId: string }[] = [];
  #position = 0n;
  #last: Run = Run.initial;
  /** Really inside until then, by a run that began before; null: nothing is known against it. */
  #insideUntil: string | null = null;
  #wake: string | null = null;
  #held: Held | null = null;
  #later: Later[] = [];
  #events: RunEvent[] = [];
  #sendings: Sending[] = [];
  #trigger: number | null = null;
  /** What the run came of. */
  #cause = '';
  readonly #runs: Rehearsed[] = [];
  readonly #leftOut: Record<string, number> = {};
  #facts: { readonly of: number; readonly at: string; readonly facts: RunInputs['facts'] } | null = null;

  constructor(stage: Stage, person: Person) {
    this.#stage = stage;
    this.#person = person;
    this.#acts = [];
    this.#said = person.others.flatMap((stream) => saidIn(stream, stage.automationId));
  }

  play(): Played {
    const { from, until } = this.#stage;
    const brought = this.#person.runs.flatMap(([first]) => (first === undefined ? [] : [first]));
    const all = [...this.#person.own, ...this.#person.others.flat(), ...brought]
      .filter(({ metadata }) => metadata.occurredAt <= until)
      .toSorted((one, other) => Number(one.position - other.position));
    if (this.#stage.walks === true) return this.#walk(all);
    this.#before();
    this.#days();
    for (const event of all) {
      const at = this.#when(event);
      if (at >= from) this.#pass(at);
      this.#position = event.position;
      const happened = this.#tell(event);
      if (at < from) continue;
      this.#expect(event);
      // Who comes in does so by how they were before this changes what they are inside of.
      this.#come(event, happened);
      if (this.#last.status === 'running' && this.#entered !== event) this.#look(at);
    }
    this.#pass(until);
    if (this.#last.status === 'running') this.#keep(this.#last);
    return { runs: this.#runs, leftOut: this.#leftOut, contact: this.#contact, really: this.#really };
  }

  #walk(all: readonly Past[]): Played {
    const { from, until } = this.#stage;
    for (const event of all) {
      this.#position = event.position;
      this.#tell(event);
    }
    this.#enter(null, { key: 'walk', at: from, of: 'walk', trigger: byHand.one });
    this.#pass(until);
    if (this.#last.status === 'running') this.#keep(this.#last);
    return { runs: this.#runs, leftOut: this.#leftOut, contact: this.#contact, really: this.#really };
  }

  /** When something happened: a text when it arrived, not when a worker got to it. */
  #when(event: Past): string {
    if (event.type !== MessageLeftToPeople.type) return event.metadata.occurredAt;
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
      for (let at = from; ;) {
        const wake = dayAt(on.when, at, zones, facts);
        if (wake.kind === 'missed' || wake.at > until) break;
        at = wake.at;
        const day = at;
        const before = new Date(ms(day) - 1).toISOString();
        const isSo = () => {
          const then = dayAt(on.when, before, this.#zones(), this.#factsAt(day));
          return then.kind === 'at' && then.at === day;
        };
        const of = causeOfDay(this.#person.contactId, on.when.day.of, day);
        this.#later.push({ at, nth, cause: `day:${nth}:${at.slice(0, 10)}`, of, isSo });
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

  /** Takes an event in. Answers what it says has happened. */
  #tell(event: Past): readonly TriggerEventDetail[] {
    const { contactId } = this.#person;
    const own = event.stream.startsWith('contact-');
    const told = [...triggerEventsOf(event), ...this.#scored(event)].filter((one) => one.contactId === contactId);
    const stream = this.#person.others.find(([first]) => first?.stream === event.stream);
    const full = (one: TriggerEvent): readonly TriggerEventDetail[] =>
      inFull(
        one,
        one.kind === 'text-received' ? wordsOf(stream) : null,
        one.kind === 'field-changed' ? changesIn(this.#own, event) : [],
      );
    const happened = told.flatMap(full);
    // It starts nothing, and is heard by who waits for it.
    const overwritten = overwritesOf(event).filter((one) => one.contactId === contactId);
    this.#happened.push(...overwritten.flatMap(full));
    if (own) this.#change(event);
    this.#remember(event);
    const all = happened.flatMap((one) => [one, ...this.#answering(one)]);
    this.#happened.push(...all);
    return all;
  }
  #scored(event: Past): readonly TriggerEvent[] {
    const scored = scoredBy(event);
    if (scored === null) return [];
    const member = this.#person.others.find(([first]) => first?.stream === event.stream) ?? [];
    const points = pointsAfter(event, member, this.#person.rules.get(scored.campaignId) ?? []);
    return points === null ? [] : [points];
  }
  /** Who texts within three days after a broadcast answers it, as far as anybody can tell. */
  #answering(one: TriggerEventDetail): readonly TriggerEventDetail[] {
    if (one.kind === 'broadcast-sent') this.#broadcasts.push({ at: one.at, broadcastId: one.broadcastId });
    if (one.kind !== 'text-received') return [];
    const since = new Date(ms(one.at) - 3 * dayMs).toISOString();
    const last = this.#broadcasts.findLast(({ at }) => at >= since && at <= one.at);
    return last === undefined ? [] : [{ kind: 'broadcast-answered', at: one.at, broadcastId: last.broadcastId }];
  }
  #change(event: Past): void {
    this.#own.push(event);
    this.#contact = Contact.evolve(this.#contact, event as unknown as ContactEvent);
    this.#facts = null;
  }
  /** What conditions ask that is not in the contact's own stream. */
  #remember(event: Past): void {
    const at = event.metadata.occurredAt;
    const did = (did: Deed['did'], channel: Deed['channel'], when = at): void => {
      this.#acts.push({ did, at: new Date(when).toISOString(), channel, of: null });
      this.#facts = null;
    };
    if (is(event, MessageReceived)) did('replied', 'text', event.data.receivedAt);
    else if (is(event, MessageAccepted) || is(event, MessageSent)) did('sent', 'text');
    else if (is(event, MessageDelivered)) did('delivered', 'text');
    else if (is(event, MailAccepted)) did('sent', 'mail');
    else if (is(event, MailDelivered)) did('delivered', 'mail', event.data.at);
    else if (is(event, MailBounced)) did('bounced', 'mail', event.data.at);
    // What has arrived was sent, whichever word of the carrier's comes first.
    if (is(event, MessageDelivered)) did('sent', 'text');
    if (is(event, MessageReceived) || is(event, MessageQueued)) {
      this.#lastMessage = at;
      this.#facts = null;
    }
    this.#count(event);
    const { campaignId } = event.data as { readonly campaignId?: string | null };
    if (event.stream.startsWith('coupon-') && campaignId != null)
      this.#coupons.set(campaignId, [...(this.#coupons.get(campaignId) ?? []), event]);
  }

  /** Broadcasts, and what other automations said, by the day of the business on which it left. */
  #count(event: Past): void {
    const { automationId, around } = this.#stage;
    const at = event.metadata.occurredAt;
    if (is(event, MessageQueued) || is(event, MailQueued)) {
      const { broadcastId, automation } = event.data;
      const isOwn = automation?.automationId === automationId;
      const channel = is(event, MailQueued) ? 'mail' : 'text';
      if (broadcastId !== null || (automation !== null && !isOwn && automation.answers !== true))
        this.#unasked.set(event.stream, channel);
      if (isOwn && is(event, MessageQueued)) this.#ownTexts.set(event.stream, event.data);
    }
    if (!tried.some((definition) => is(event, definition))) return;
    const unasked = this.#unasked.get(event.stream);
    this.#unasked.delete(event.stream);
    if (unasked !== undefined) this.#reach(unasked, at);
    const own = this.#ownTexts.get(event.stream);
    this.#ownTexts.delete(event.stream);
    if (own === undefined) return;
    const { month, units } = chargeOf(own, around.business, new Date(at));
    this.#really[month] = (this.#really[month] ?? 0) + units;
  }
  /**
   * Another automation really texted them for the same cause within minutes, before or after: of the two one stays
   * silent, and what really left is not taken back.
   */
  #isSaid(now: string): boolean {
    return this.#said.some(({ key, at }) => key === this.#cause && Math.abs(ms(at) - ms(now)) < soonMinutes * 60_000);
  }
  #reach(channel: 'text' | 'mail', at: string): void {
    const key = `${channel} ${dailyOf(this.#stage.around.business, channel, new Date(at), null).day}`;
    this.#reached.set(key, (this.#reached.get(key) ?? 0) + 1);
    if (channel === 'text') this.#textedAt.push(ms(at));
  }
  /** As many have reached them that day as may. */
  #isFull(channel: 'text' | 'mail', at: string): boolean {
    const to = channel === 'text' && this.#contact.status !== 'none' ? this.#contact.phone : null;
    const { day, most, rolling } = dailyOf(
      this.#stage.around.business,
      channel,
      new Date(at),
      to,
      homeOf(this.#contact),
    );
    const lately = this.#textedAt.filter((one) => one <= ms(at) && one > ms(at) - rollingMs).length;
    return (
      (most !== null && (this.#reached.get(`${channel} ${day}`) ?? 0) >= most) ||
      (rolling !== null && lately >= rolling)
    );
  }

  #zones(): RunInputs['zones'] {
    return zonesFor(this.#stage.around, this.#contact);
  }
  #factsAt(now: string): RunInputs['facts'] {
    if (this.#facts !== null && this.#facts.of === this.#own.length && this.#facts.at === now) return this.#facts.facts;
    const { acts, lastMessage } = this.#person.beside;
    const known = [...acts, ...this.#acts].filter(({ at }) => at <= now);
    const last = lastMessage !== null && lastMessage <= now ? lastMessage : this.#lastMessage;
    const facts = factsOf(this.#own, { acts: known, lastMessage: last });
    this.#facts = { of: this.#own.length, at: now, facts };
    return facts;
  }
  #lookAt(now: string): RunInputs {
    const { around } = this.#stage;
    return {
      now,
      textsUpTo: now,
      exit: exitOf(around, this.#contact),
      paused: false,
      happened: this.#happened,
      facts: this.#factsAt(now),
      zones: this.#zones(),
      segments: around.segments,
      fields: around.fields,
    };
  }

  /** What an event means for triggers at a later time: as `automation-happenings` writes it down. */
  #expect(event: Past): void {
    for (const [nth, { on }] of this.#stage.document.triggers.entries()) {
      const later = expected(event, on, nth, this);
      if (later !== null && later.at >= event.metadata.occurredAt) {
        this.#later.push(later);
        this.#sort();
      }
    }
  }
  couponOf(campaignId: string): Coupon {
    return stateOf(Coupon, this.#coupons.get(campaignId));
  }
  clicked(broadcastId: string): boolean {
    return (
      this.#person.beside.acts.some(
        ({ did, of, at }) => did === 'clicked' && of === broadcastId && at <= this.#nowIs,
      ) || this.#happened.some((one) => one.kind === 'link-clicked' && one.sourceId === broadcastId)
    );
  }
  #nowIs = '';

  #entered: Past | null = null;
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
      if (happened.some((one) => starts(on as Occurrence, one)))
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
    const look = this.#lookAt(at);
    if (look.exit !== null) return out(look.exit);
    if (said !== null && !isMeant(said.filter, look)) return out('not-meant');
    if (this.#insideUntil !== null && at < this.#insideUntil) return out('inside');
    const { contactId } = this.#person;
    const ids = { automationId, businessId, contactId };
    const entry = enter(
      {
        ...ids,
        version,
        start: document.start,
        reentry: document.reentry,
        cause: { trigger: trigger ?? said!.on.kind, key, at, position: this.#position },
      },
      this.#last,
    );
    if (entry.kind === 'ignored') return entry.because === 'already' ? undefined : out(entry.because);
    this.#insideUntil = null;
    this.#trigger = nth;
    this.#cause = of;
    this.#happened = [];
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
      const look = this.#lookAt(now);
      for (const event of decide(this.#last, this.#stage.document, input, look)) {
        this.#events.push(event);
        this.#last = Run.evolve(this.#last, event);
      }
      const run: Run = this.#last;
      if (run.status !== 'running') {
        this.#over();
        if (run.status === 'ended') this.#keep(run);
        return;
      }
      const next = nextOf(run, this.#stage.document, look);
      if (next === null) return;
      if (next.kind === 'sleep') {
        this.#wake = next.until;
        return;
      }
      input = { kind: 'look' };
      if (next.kind === 'decide') continue;
      const outcome = this.#do(run, next, now);
      if (outcome === null) return;
      this.#held = null;
      input = { kind: 'outcome', effectId: next.effectId, outcome };
    }
  }
  /** What was still held of a run that is over is struck off. */
  #over(): void {
    if (this.#held === null) return;
    this.#sendings[this.#held.index] = { ...this.#sendings[this.#held.index]!, refused: 'stopped', heldUntil: null };
    this.#held = null;
  }

  /** Does nothing, and says how it would have gone. Null: it is held, and looked at again at `#wake`. */
  #do(run: RunningRun, next: Extract<Next, { kind: 'act' }>, now: string): Outcome | null {
    const { node } = next;
    const contact = this.#contact as KnownContact;
    const { businessId, campaigns, around } = this.#stage;
    if (around.business.status === 'none') return refused('inactive-business');
    switch (node.kind) {
      case 'Notification':
        return this.#text(run, next, this.#fill(node.body, node.campaignId), node.media, node.campaignId, now);
      case 'CollectContactData':
      case 'ImageUpload': {
        if (next.act === 'keep') return this.#changes(keeping(node, next.answer), now);
        const template = next.round > 1 && node.again.trim() !== '' ? node.again : node.body;
        return this.#text(run, next, this.#fill(template, null), [], null, now);
      }
      case 'Redemption': {
        const campaign = this.#campaign(node.campaignId);
        if (campaign === null) return refused('no-campaign');
        if (campaign.offer.discountType === 'none') return refused('no-offer');
        if (this.#held === null) this.#issue(campaign, now);
        if (node.body.trim() === '') return done;
        return this.#text(run, next, this.#fill(node.body, node.campaignId), [], node.campaignId, now);
      }
      case 'SendEmail':
        return this.#mail(next.at.node, node, next.effectId, now);
      case 'Alert':
        return this.#alert(next.at.node, node, contact, now);
      case 'SubscribeContactToList': {
        const campaign = this.#campaign(node.campaignId);
        const how = campaign === null ? null : subscribing(campaign, businessId);
        return how === null ? refused('no-campaign') : this.#changes(how, now);
      }
      case 'Keyword': {
        const how = keywordChange(
          node,
          campaigns.flatMap((one) => (one.status === 'active' || one.status === 'waiting' ? [one] : [])),
        );
        return how === null ? refused('no-campaign') : this.#changes(how, now);
      }
      case 'Tag':
        return this.#changes(tagging(node), now);
      case 'Webhook':
        this.#say({ node: next.at.node, channel: 'call', dueAt: now, sentAt: now, words: node.url, credits: 0 });
        return done;
      case 'Assign':
        return done;
      default:
        return refused('not-available');
    }
  }

  #campaign(id: string | null): Extract<Campaign, { campaignId: CampaignId }> | null {
    const { campaigns, businessId } = this.#stage;
    const found = campaigns.find((one) => one.status !== 'none' && one.campaignId === id);
    if (found === undefined || found.status === 'none' || found.status === 'archived') return null;
    return found.businessId === businessId ? found : null;
  }

  /** Their own coupon, in words; the code is a sample where none was really issued. */
  #words(campaignId: string | null): CouponWords | null {
    const { around, base } = this.#stage;
    if (campaignId === null || around.business.status === 'none') return null;
    const coupon = this.couponOf(campaignId);
    if (coupon.status === 'none') return null;
    return { code: coupon.code, link: `${base}/t/${'x'.repeat(24)}`, expires: goodThrough(coupon, around.business) };
  }
  /** Their points by today's rules, as far as their member stream is known here. */
  #pointsIn(campaignId: CampaignId): number {
    const { others, rules } = this.#person;
    const member = others
      .map((events) => stateOf(LoopMember, events))
      .find((one) => one.status === 'member' && one.campaignId === campaignId);
    return member?.status === 'member' ? pointsOf(member.tally, stateOf(LoopRules, rules.get(campaignId))) : 0;
  }
  /** Its page, and their own links in its loop: samples, since no token is made here. */
  #ofCampaign(campaignId: string | null): CampaignWords | null {
    const campaign = this.#campaign(campaignId);
    if (campaign === null) return null;
    const sample = 'x'.repeat(32);
    const { base } = this.#stage;
    const isLoop = campaign.type === 'loop';
    return {
      page: `${base}/pages/${campaign.campaignId}/${sample}`,
      loop:
        isLoop ?
          { link: `${base}/l/${sample}`, page: `${base}/t/${sample}`, points: this.#pointsIn(campaign.campaignId) }
        : null,
    };
  }
  #fill(template: string, campaignId: string | null): string {
    const { custom, base, around } = this.#stage;
    const linked = shortenLinks(template, () => sampleLink(base));
    const business = around.business as Extract<typeof around.business, { businessId: BusinessId }>;
    return filled(linked, {
      contact: this.#contact as KnownContact,
      business,
      custom,
      coupon: this.#words(campaignId),
      campaign: this.#ofCampaign(campaignId),
    });
  }

  #issue({ campaignId, businessId, offer }: Extract<Campaign, { campaignId: CampaignId }>, now: string): void {
    const { contactId, others } = this.#person;
    const couponId = CouponId.parse(uuidV5(namespaces.coupon, campaignId, contactId));
    // Their own, where they really got it later.
    const really = others.find(([first]) => first?.stream === `coupon-${couponId}`)?.[0];
    const code = really !== undefined && is(really, CouponIssued) ? really.data.code : 'SAMPLE99';
    const coupon = this.couponOf(campaignId);
    const { business } = this.#stage.around;
    const timezone = business.status === 'none' ? 'UTC' : business.timezone;
    const issuing = { couponId, campaignId, businessId, contactId, offer, code, timezone, now };
    const events = issueCoupon({ ...issuing, because: 'automation' }, coupon);
    for (const event of events) this.#suppose(`coupon-${couponId}`, event, now);
    if (events.length > 0) this.#acts.push({ did: 'coupon-issued', at: now, channel: null, of: campaignId });
    this.#facts = null;
  }
  #changes(how: (contact: Contact) => readonly ContactEvent[], now: string): Outcome {
    for (const event of how(this.#contact)) this.#suppose(`contact-${this.#person.contactId}`, event, now);
    return done;
  }
  /** An event that there is not, as if it were there. */
  #suppose(stream: string, { type, data }: DomainEvent, occurredAt: string): void {
    const id = uuidV5(namespaces.event, stream, type, occurredAt);
    const metadata = {
      occurredAt,
      correlationId: this.#cause,
      actor: { kind: 'system', name: 'automations' } as const,
    };
    this.#tell({ type, data, id, metadata, stream, revision: 1_000_000, position: this.#position });
  }

  #say(
    sending: Pick<Sending, 'node' | 'channel' | 'dueAt' | 'sentAt' | 'words' | 'credits'> & Partial<Sending>,
  ): number {
    const { sentAt } = sending;
    const month = sentAt === null ? null : this.#month(sentAt);
    return this.#sendings.push({ heldBy: null, heldUntil: null, refused: null, month, ...sending }) - 1;
  }
  #month(at: string): string {
    return monthOf(this.#stage.around.business, new Date(at));
  }

  #text(
    run: RunningRun,
    { at: { node }, effectId }: Extract<Next, { kind: 'act' }>,
    body: string,
    media: NodeOf<'Notification'>['media'],
    campaign: string | null,
    now: string,
  ): Outcome | null {
    const { around, businessId, version, automationId } = this.#stage;
    const business = around.business as Extract<typeof around.business, { businessId: BusinessId }>;
    const contact = this.#contact as KnownContact;
    if (this.#held?.effectId !== effectId) {
      const why = whyNotQueued(body, media, { contact, business });
      const { segments, mms } = quantityOf(measured({ body, media }));
      const said = { node, channel: 'text' as const, dueAt: now, sentAt: null, words: body, credits: segments + mms };
      if (why !== null) {
        this.#say({ ...said, refused: why });
        return refused(why);
      }
      const queued = queue(
        {
          messageId: MessageId.parse(effectId),
          businessId,
          contactId: contact.contactId,
          body,
          media,
          from: business.number!,
          to: contact.phone!,
          purpose: 'automation' as const,
          notBefore: null,
          campaignId: campaign === null ? null : CampaignId.parse(campaign),
          automation: { automationId, runId: run.runId, node, version },
        },
        Message.initial,
      );
      this.#held = { effectId, message: fold(Message, queued), index: this.#say(said) };
    }
    const { message, index } = this.#held!;
    if (!isOutgoing(message)) return refused('blocked');
    const { campaignId, messageId } = message.message;
    const reach = { channel: 'text' as const, campaignId, what: messageId };
    const decided = textVerdict({ ...this.#situation(contact, now), delivery: textDelivery(message) });
    const sending = this.#sendings[index]!;
    switch (decided.kind) {
      case 'hold': {
        if (decided.reason === 'quiet-hours') {
          const held = hold({ reason: 'quiet-hours', until: decided.until, errorCode: null }, message);
          this.#held = { ...this.#held!, message: fold(Message, held, message) };
          this.#sendings[index] = { ...sending, heldBy: 'quiet-hours', heldUntil: decided.until };
        }
        this.#wake = decided.until;
        return null;
      }
      case 'suppress':
        this.#sendings[index] = { ...sending, refused: decided.reason, heldUntil: null };
        return refused(decided.reason);
      case 'send':
        if (!isAnswering(run, now)) {
          const why =
            this.#isSaid(now) ? 'same-cause'
            : this.#isFull('text', now) ? 'daily-limit'
            : null;
          if (why !== null) {
            this.#sendings[index] = { ...sending, refused: why, heldUntil: null };
            return refused(why);
          }
          this.#reach('text', now);
        }
        for (const event of takePlace(reach, new Date(now), contact))
          this.#suppose(`contact-${contact.contactId}`, event, now);
        this.#sendings[index] = { ...sending, sentAt: now, month: this.#month(now) };
        this.#sent('text', now);
        return done;
      // Of broadcasts alone.
      case 'park':
      case 'over':
      case 'done':
        return done;
      default:
        return decided satisfies never;
    }
  }
  #situation(contact: Contact, now: string): Omit<Situation, 'delivery'> {
    return { contact, sender: this.#stage.around, now: new Date(now), blacklisted: this.#person.blacklisted };
  }
  #sent(channel: 'text' | 'mail', at: string): void {
    this.#acts.push({ did: 'sent', at, channel, of: null });
    if (channel === 'text') this.#lastMessage = at;
    this.#facts = null;
  }

  #mail(node: string, step: NodeOf<'SendEmail'>, effectId: string, now: string): Outcome {
    const { around, businessId, custom } = this.#stage;
    const business = around.business as Extract<typeof around.business, { businessId: BusinessId }>;
    const contact = this.#contact as KnownContact;
    const coupon = this.#words(step.campaignId);
    const campaign = this.#ofCampaign(step.campaignId);
    const subject = fill(
      readTemplate(step.subject).parts,
      valuesOf({ contact, business, custom, coupon, campaign }),
    ).trim();
    const said = { node, channel: 'mail' as const, dueAt: now, sentAt: null, words: subject, credits: 0 };
    const to = contact.details.email;
    const campaignId = step.campaignId === null ? null : CampaignId.parse(step.campaignId);
    const queued = {
      mailId: effectId,
      businessId,
      contactId: contact.contactId,
      purpose: 'automation' as const,
      campaignId,
      to: to ?? '',
      subject,
      body: null,
      button: null,
      content: null,
    };
    const why =
      to === null || to === '' ? 'no-address'
      : step.designId === null ? 'no-design'
      : subject === '' ? 'missing-value'
      : null;
    if (why !== null) {
      this.#say({ ...said, refused: why });
      return refused(why);
    }
    const mail = fold(ContactMail, [MailQueued.create(queued)]);
    if (!isQueued(mail)) return refused('blocked');
    const decided = mailVerdict({ ...this.#situation(contact, now), delivery: mailDelivery(mail) });
    if (decided.kind === 'suppress') {
      this.#say({ ...said, refused: decided.reason });
      return refused(decided.reason);
    }
    if (this.#isFull('mail', now)) {
      this.#say({ ...said, refused: 'daily-limit' });
      return refused('daily-limit');
    }
    this.#reach('mail', now);
    const reach = { channel: 'mail' as const, campaignId, what: effectId };
    for (const event of takePlace(reach, new Date(now), contact))
      this.#suppose(`contact-${contact.contactId}`, event, now);
    this.#say({ ...said, sentAt: now });
    this.#sent('mail', now);
    return done;
  }

  /** How it reaches each of the business's people is not the run's: it does not wait for it. */
  #alert(node: string, step: NodeOf<'Alert'>, contact: KnownContact, now: string): Outcome {
    const words = alertWords(step.text, contact);
    if (words.trim() === '') return refused('missing-value');
    const { phones, emails, passedOver } = alertedBy(step, (one) => this.#stage.members.get(one) ?? null);
    const note = passedOver.join(',');
    if (phones.length === 0 && emails.length === 0) return refused(note === '' ? 'no-address' : note);
    const { segments } = measured({ body: words, media: [] });
    const credits = segments * phones.length;
    this.#say({ node, channel: 'alert', dueAt: now, sentAt: now, words, credits });
    return note === '' ? done : { kind: 'done', note };
  }
}

/** Of the stream of a text: that it left for another automation, and what it came of. */
function saidIn(stream: readonly Past[], own: AutomationId): readonly { readonly key: string; readonly at: string }[] {
  const [first] = stream;
  if (first === undefined || !is(first, MessageQueued)) return [];
  const { automation } = first.data;
  if (automation === null || automation.automationId === own || automation.answers === true) return [];
  const left = stream.find((event) => tried.some((definition) => is(event, definition)));
  return left === undefined ? [] : [{ key: first.metadata.correlationId, at: left.metadata.occurredAt }];
}

/** It was tried to hand it over: it has taken its place among those of the day. */
const tried = [MessageAccepted, MessageFailed, MailAccepted, MailFailed] as const;
const broughtBy: ReadonlySet<string> = new Set(Object.values(byHand));
/** Why somebody comes in. `of`: what other things may have come of as well; `trigger`: where it is none of the document's. */
type Because = Pick<Cause, 'key' | 'at'> & { readonly of: string; readonly trigger?: string | null };

const done: Outcome = { kind: 'done' };
const refused = (reason: string): Outcome => ({ kind: 'refused', reason });

function expected(
  event: Past,
  on: Trigger['on'],
  nth: number,
  is_: Pick<Rehearsal, 'couponOf' | 'clicked'>,
): Later | null {
  const at = event.metadata.occurredAt;
  if (on.kind === 'coupon-expiring' && (is(event, CouponIssued) || is(event, CouponExtended))) {
    const { couponId, campaignId, expiresAt, timezone } = event.data;
    if (expiresAt === null || (on.campaignId !== null && on.campaignId !== campaignId)) return null;
    const isSo = () => {
      const coupon = is_.couponOf(campaignId);
      return coupon.status === 'open' && coupon.expiresAt === expiresAt;
    };
    const when = daysBefore({ expiresAt, timezone }, on.days);
    return { at: when, nth, of: causeKey(event), cause: `expiring:${couponId}:${expiresAt}`, isSo };
  }
  if (on.kind === 'broadcast-not-clicked' && (is(event, MessageQueued) || is(event, MailQueued))) {
    const { broadcastId } = event.data;
    if (broadcastId === null || (on.broadcastId !== null && on.broadcastId !== broadcastId)) return null;
    const when = new Date(ms(at) + on.hours * 3_600_000).toISOString();
    return {
      at: when,
      nth,
      of: causeKey(event),
      cause: `not-clicked:${broadcastId}`,
      isSo: () => !is_.clicked(broadcastId),
    };
  }
  return null;
}

/** What starts nothing here: the log does not tell of it. */
export const notRehearsed: ReadonlySet<string> = new Set(['integration-event']);
