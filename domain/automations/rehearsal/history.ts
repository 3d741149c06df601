import { Contact, homeOf, type KnownContact } from '../../contacts/contact.ts';
import type { ContactEvent } from '../../contacts/events.ts';
import { Coupon } from '../../coupons/coupon.ts';
import { CouponIssued } from '../../coupons/events.ts';
import { stateOf } from '../../kernel/decider.ts';
import { chargeOf } from '../../delivery/allowance.ts';
import { dailyOf } from '../../delivery/reach.ts';
import { type DomainEvent, is } from '../../kernel/event.ts';
import { type AutomationId, type CampaignId, namespaces, uuidV5 } from '../../kernel/ids.ts';
import { Member as LoopMember } from '../../loops/member.ts';
import { LoopRules, pointsOf } from '../../loops/rules.ts';
import { EmailAccepted, EmailBounced, EmailDelivered, EmailFailed, EmailQueued } from '../../emails/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageQueued,
  MessageReceived,
  MessageSent,
} from '../../messages/events.ts';
import type { QueuedData } from '../../messages/message.ts';
import { soonMinutes } from '../document/overlap.ts';
import type { EngagementEvent } from '../runs/condition.ts';
import type { RunInputs } from '../runs/decide.ts';
import { factsOf } from '../runs/facts.ts';
import { exitOf, zonesFor } from '../runs/run-environment.ts';
import { wordsOf } from '../runs/words.ts';
import { answeredSince } from '../trigger-events/later/index.ts';
import { pointsAfter, scoredBy } from '../trigger-events/points.ts';
import {
  changesIn,
  inFull,
  overwritesOf,
  type TriggerEvent,
  triggerEventsOf,
} from '../trigger-events/trigger-events.ts';
import type { TriggerEventDetail } from '../triggers/index.ts';
import type { Past, Person, Stage } from './played.ts';

const rollingMs = 86_400_000;
const ms = (at: string): number => Date.parse(at);

/** All that is known of a contact by the moment that is played: what really happened, and what the run would have added. */
export class History {
  readonly #stage: Stage;
  readonly #person: Person;
  /** What is in the contact's stream by now. */
  #own: Past[] = [];
  #contact: Contact = Contact.initial;
  readonly #coupons = new Map<string, object[]>();
  #engagement: EngagementEvent[] = [];
  #lastMessage: string | null = null;
  /** Of who is inside, since they came in. */
  #happened: TriggerEventDetail[] = [];
  /** Of others than this automation: streams of what was sent, and how much reached them on which day. */
  readonly #unasked = new Map<string, 'text' | 'mail'>();
  readonly #reached = new Map<string, number>();
  /** When texts that nobody asked for went to them, for the laws that speak of any 24 hours. */
  readonly #textedAt: number[] = [];
  /** When other automations really texted them, and what these texts came of. */
  readonly #textsOfOthers: readonly { readonly key: string; readonly at: string }[];
  readonly #ownTexts = new Map<string, QueuedData>();
  /** What this automation really texted them, in messages of months. */
  readonly really: Record<string, number> = {};
  /** Broadcasts that they were sent, by when. */
  readonly #broadcasts: { readonly at: string; readonly broadcastId: string }[] = [];
  #position = 0n;
  #facts: { readonly of: number; readonly at: string; readonly facts: RunInputs['facts'] } | null = null;

  constructor(stage: Stage, person: Person) {
    this.#stage = stage;
    this.#person = person;
    this.#textsOfOthers = person.others.flatMap((stream) => textIn(stream, stage.automationId));
  }

  get contact(): Contact {
    return this.#contact;
  }
  /** Of a contact who is inside: there is one. */
  get known(): KnownContact {
    return this.#contact as KnownContact;
  }
  get position(): bigint {
    return this.#position;
  }
  /** A run begins: what happened before it is not heard by it. */
  begin(): void {
    this.#happened = [];
  }

  /** Takes an event in. Answers what it says has happened. */
  tell(event: Past): readonly TriggerEventDetail[] {
    this.#position = event.position;
    const { contactId } = this.#person;
    const told = [...triggerEventsOf(event), ...this.#scored(event)].filter((one) => one.contactId === contactId);
    const stream = this.#streamOf(event);
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
    if (event.stream.startsWith('contact-')) this.#change(event);
    this.#remember(event);
    const all = happened.flatMap((one) => [one, ...this.#answering(one)]);
    this.#happened.push(...all);
    return all;
  }
  /** Events that there are not, as if they were there. `cause`: of what. */
  suppose(stream: string, events: readonly DomainEvent[], occurredAt: string, cause: string): void {
    for (const { type, data } of events) {
      const id = uuidV5(namespaces.event, stream, type, occurredAt);
      const actor = { kind: 'system', name: 'automations' } as const;
      const metadata = { occurredAt, correlationId: cause, actor };
      this.tell({ type, data, id, metadata, stream, revision: 1_000_000, position: this.#position });
    }
  }

  #streamOf(event: Past): readonly Past[] | undefined {
    return this.#person.others.find(([first]) => first?.stream === event.stream);
  }
  #scored(event: Past): readonly TriggerEvent[] {
    const scored = scoredBy(event);
    if (scored === null) return [];
    const points = pointsAfter(event, this.#streamOf(event) ?? [], this.#person.rules.get(scored.campaignId) ?? []);
    return points === null ? [] : [points];
  }
  /** Who texts within days after a broadcast answers it, as far as anybody can tell. */
  #answering(one: TriggerEventDetail): readonly TriggerEventDetail[] {
    if (one.kind === 'broadcast-sent') this.#broadcasts.push({ at: one.at, broadcastId: one.broadcastId });
    if (one.kind !== 'text-received') return [];
    const since = answeredSince(one.at);
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
    const did = (did: EngagementEvent['did'], channel: EngagementEvent['channel'], when = at): void => {
      this.engaged({ did, at: new Date(when).toISOString(), channel, of: null });
    };
    if (is(event, MessageReceived)) did('replied', 'text', event.data.receivedAt);
    else if (is(event, MessageAccepted) || is(event, MessageSent)) did('sent', 'text');
    else if (is(event, MessageDelivered)) did('delivered', 'text');
    else if (is(event, EmailAccepted)) did('sent', 'mail');
    else if (is(event, EmailDelivered)) did('delivered', 'mail', event.data.at);
    else if (is(event, EmailBounced)) did('bounced', 'mail', event.data.at);
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
  /** Something was done with what they are sent. */
  engaged(event: EngagementEvent): void {
    this.#engagement.push(event);
    this.#facts = null;
  }
  /** Something of this run would have been sent to them. */
  sent(channel: 'text' | 'mail', at: string): void {
    this.engaged({ did: 'sent', at, channel, of: null });
    if (channel === 'text') this.#lastMessage = at;
  }

  /** Broadcasts, and what other automations said, by the day of the business on which it left. */
  #count(event: Past): void {
    const { automationId, around } = this.#stage;
    const at = event.metadata.occurredAt;
    if (is(event, MessageQueued) || is(event, EmailQueued)) {
      const { broadcastId, automation } = event.data;
      const isOwn = automation?.automationId === automationId;
      const channel = is(event, EmailQueued) ? 'mail' : 'text';
      if (broadcastId !== null || (automation !== null && !isOwn && automation.answers !== true))
        this.#unasked.set(event.stream, channel);
      if (isOwn && is(event, MessageQueued)) this.#ownTexts.set(event.stream, event.data);
    }
    if (!handedOver.some((definition) => is(event, definition))) return;
    const unasked = this.#unasked.get(event.stream);
    this.#unasked.delete(event.stream);
    if (unasked !== undefined) this.reach(unasked, at);
    const own = this.#ownTexts.get(event.stream);
    this.#ownTexts.delete(event.stream);
    if (own === undefined) return;
    const { month, units } = chargeOf(own, around.business, new Date(at));
    this.really[month] = (this.really[month] ?? 0) + units;
  }
  /**
   * Another automation really texted them for the same cause within minutes, before or after: of the two one stays
   * silent, and what really left is not taken back.
   */
  isSaidByAnother(cause: string, now: string): boolean {
    return this.#textsOfOthers.some(
      ({ key, at }) => key === cause && Math.abs(ms(at) - ms(now)) < soonMinutes * 60_000,
    );
  }
  /** Something that nobody asked for reaches them. */
  reach(channel: 'text' | 'mail', at: string): void {
    const key = `${channel} ${dailyOf(this.#stage.around.business, channel, new Date(at), null).day}`;
    this.#reached.set(key, (this.#reached.get(key) ?? 0) + 1);
    if (channel === 'text') this.#textedAt.push(ms(at));
  }
  /** As many have reached them that day as may. */
  isFull(channel: 'text' | 'mail', at: string): boolean {
    const to = channel === 'text' && this.#contact.status !== 'none' ? this.#contact.phone : null;
    const { business } = this.#stage.around;
    const { day, most, rolling } = dailyOf(business, channel, new Date(at), to, homeOf(this.#contact));
    const lately = this.#textedAt.filter((one) => one <= ms(at) && one > ms(at) - rollingMs).length;
    return (
      (most !== null && (this.#reached.get(`${channel} ${day}`) ?? 0) >= most) ||
      (rolling !== null && lately >= rolling)
    );
  }

  zones(): RunInputs['zones'] {
    return zonesFor(this.#stage.around, this.#contact);
  }
  factsAt(now: string): RunInputs['facts'] {
    if (this.#facts !== null && this.#facts.of === this.#own.length && this.#facts.at === now) return this.#facts.facts;
    const { acts, lastMessage } = this.#person.beside;
    const known = [...acts, ...this.#engagement].filter(({ at }) => at <= now);
    const last = lastMessage !== null && lastMessage <= now ? lastMessage : this.#lastMessage;
    const facts = factsOf(this.#own, { acts: known, lastMessage: last });
    this.#facts = { of: this.#own.length, at: now, facts };
    return facts;
  }
  inputsAt(now: string): RunInputs {
    const { around } = this.#stage;
    return {
      now,
      textsUpTo: now,
      exit: exitOf(around, this.#contact),
      paused: false,
      happened: this.#happened,
      facts: this.factsAt(now),
      zones: this.zones(),
      segments: around.segments,
      fields: around.fields,
    };
  }

  couponOf(campaignId: string): Coupon {
    return stateOf(Coupon, this.#coupons.get(campaignId));
  }
  couponById(couponId: string): Coupon {
    for (const events of this.#coupons.values()) {
      const coupon = stateOf(Coupon, events);
      if (coupon.status !== 'none' && coupon.couponId === couponId) return coupon;
    }
    return Coupon.initial;
  }
  /** The code that a coupon really got, where it was really issued at some time; null: it was not. */
  codeOf(couponId: string): string | null {
    const issued = this.#person.others.find(([first]) => first?.stream === `coupon-${couponId}`)?.[0];
    return issued !== undefined && is(issued, CouponIssued) ? issued.data.code : null;
  }
  /** Their points by today's rules, as far as their member stream is known here. */
  pointsIn(campaignId: CampaignId): number {
    const { others, rules } = this.#person;
    const member = others
      .map((events) => stateOf(LoopMember, events))
      .find((one) => one.status === 'member' && one.campaignId === campaignId);
    return member?.status === 'member' ? pointsOf(member.tally, stateOf(LoopRules, rules.get(campaignId))) : 0;
  }
  hasClicked(broadcastId: string, by: string): boolean {
    return (
      this.#person.beside.acts.some(({ did, of, at }) => did === 'clicked' && of === broadcastId && at <= by) ||
      this.#happened.some((one) => one.kind === 'link-clicked' && one.sourceId === broadcastId)
    );
  }
}

/** Of the stream of a text: that it left for another automation, and what it came of. */
function textIn(stream: readonly Past[], own: AutomationId): readonly { readonly key: string; readonly at: string }[] {
  const [first] = stream;
  if (first === undefined || !is(first, MessageQueued)) return [];
  const { automation } = first.data;
  if (automation === null || automation.automationId === own || automation.answers === true) return [];
  const left = stream.find((event) => handedOver.some((definition) => is(event, definition)));
  return left === undefined ? [] : [{ key: first.metadata.correlationId, at: left.metadata.occurredAt }];
}

/** It was tried to hand it over: it has taken its place among those of the day. */
const handedOver = [MessageAccepted, MessageFailed, EmailAccepted, EmailFailed] as const;
