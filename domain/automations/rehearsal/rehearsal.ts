import { fullName } from '../../contacts/name.ts';
import { countryOfNumber } from '../../rates/numbers.ts';
import type { Document } from '../document/document.ts';
import { byHand } from '../trigger-events/trigger-events.ts';
import type { Played, RehearsedRun, Sending } from './rehearse.ts';

/** What a rehearsal of some people comes to. Of two that have nobody in common, the numbers add up. */
export interface Rehearsal {
  /** How many contacts were looked at, how many of them would have come in, and how often. */
  readonly looked: number;
  readonly people: number;
  readonly entries: number;
  /** By which trigger, counted from 0; `by-hand`: somebody brought them, and the document has no trigger for that. */
  readonly triggers: Readonly<Record<string, number>>;
  /** Who was meant by a trigger and would not have come in, by why. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly texts: number;
  readonly textPeople: number;
  readonly mails: number;
  readonly emailPeople: number;
  readonly alerts: number;
  readonly calls: number;
  /** What the texts take of the limit of a month; of which month, by its first day. */
  readonly credits: number;
  readonly months: Readonly<Record<string, number>>;
  /** What this automation really took of them, with those people. */
  readonly really: Readonly<Record<string, number>>;
  /** What is paid for, by `sms/US` (segments), `mms/US` and `email/` (messages); `sms/`: texts to the team. */
  readonly usage: Readonly<Record<string, number>>;
  /** Texts that waited for the morning where the person is; whether or not they left then. */
  readonly held: number;
  /** Texts and emails that would not have left, by why. */
  readonly refused: Readonly<Record<string, number>>;
  /** How the runs ended; `inside`: they have not. */
  readonly ends: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, RehearsedStep>>;
  readonly sendings: readonly RehearsedSending[];
}
export interface RehearsedStep {
  /** How often somebody came there, and is there still. */
  readonly came: number;
  readonly here: number;
  readonly sent: number;
  readonly held: number;
  readonly refused: number;
  readonly exits: Readonly<Record<string, number>>;
}
/** One of many. */
export interface RehearsedSending extends Sending {
  readonly contactId: string;
  readonly name: string | null;
  readonly phone: string | null;
}

/** So many are shown of each go. */
export const maxShown = 60;

type Counts = Record<string, number>;
const count = (counts: Counts, what: string, times = 1): void => void (counts[what] = (counts[what] ?? 0) + times);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** All of it in numbers, with some of what would have been sent: of what was kept back as much as of what was not. */
export function rehearsalOf(played: readonly (readonly [contactId: string, Played])[], document: Document): Rehearsal {
  const [triggers, leftOut, refused, ends]: [Counts, Counts, Counts, Counts] = [{}, {}, {}, {}];
  const [months, really, usage]: [Counts, Counts, Counts] = [{}, {}, {}];
  const sums = { people: 0, entries: 0, texts: 0, textPeople: 0, mails: 0, emailPeople: 0, alerts: 0, calls: 0 };
  let [credits, held] = [0, 0];
  const steps: Record<string, Mutable<RehearsedStep> & { exits: Counts }> = Object.fromEntries(
    Object.keys(document.nodes).map((id) => [id, { came: 0, here: 0, sent: 0, held: 0, refused: 0, exits: {} }]),
  );
  const shown: RehearsedSending[] = [];
  for (const [contactId, { runs, leftOut: out, contact, really: took }] of played) {
    for (const [why, times] of Object.entries(out)) count(leftOut, why, times);
    for (const [month, units] of Object.entries(took)) count(really, month, units);
    if (runs.length === 0) continue;
    sums.people += 1;
    sums.entries += runs.length;
    const sent = new Set<string>();
    const known = contact.status === 'none' ? { firstName: null, lastName: null, phone: null } : contact;
    for (const one of runs) {
      count(triggers, one.trigger === null ? byHand.one : String(one.trigger));
      count(ends, one.run.status === 'ended' ? one.run.reason : 'inside');
      walk(one, steps);
      for (const sending of one.sendings) {
        const { node, channel, sentAt, heldBy, refused: why } = sending;
        const step = steps[node];
        if (heldBy !== null) held += 1;
        if (heldBy !== null && step !== undefined) step.held += 1;
        if (why !== null) count(refused, why);
        if (why !== null && step !== undefined) step.refused += 1;
        shown.push({ ...sending, contactId, name: fullName(known), phone: known.phone });
        if (sentAt === null) continue;
        if (step !== undefined) step.sent += 1;
        credits += sending.credits;
        if (sending.month !== null && sending.credits > 0) count(months, sending.month, sending.credits);
        const paid = paidAs(sending, known.phone);
        if (paid !== null) count(usage, paid, channel === 'mail' ? 1 : sending.credits);
        sent.add(channel);
        sums[`${channel}s`] += 1;
      }
    }
    if (sent.has('text')) sums.textPeople += 1;
    if (sent.has('mail')) sums.emailPeople += 1;
  }
  const sendings = chosen(shown);
  const looked = played.length;
  return { looked, ...sums, credits, months, really, usage, held, triggers, leftOut, refused, ends, steps, sendings };
}

function paidAs({ channel, credits, isMms }: Sending, phone: string | null): string | null {
  if (channel === 'mail') return 'email/';
  if (channel === 'call' || credits === 0) return null;
  if (channel === 'alert') return 'sms/';
  return `${isMms ? 'mms' : 'sms'}/${phone === null ? '' : countryOfNumber(phone)}`;
}

/** Two that have nobody in common, as one. */
export function together(one: Rehearsal, other: Rehearsal): Rehearsal {
  const { sendings, ...numbers } = one;
  const { sendings: others, ...more } = other;
  return { ...added(numbers, more), sendings: chosen([...sendings, ...others]) };
}
function added<T>(one: T, other: T): T {
  if (typeof one === 'number') return (one + (other as number)) as T;
  const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      a[name] === undefined || b[name] === undefined ? (a[name] ?? b[name]) : added(a[name], b[name]),
    ]),
  ) as T;
}

function walk({ run, events }: RehearsedRun, steps: Record<string, Mutable<RehearsedStep> & { exits: Counts }>): void {
  const visits = new Set<string>();
  for (const { type, data } of events) {
    const { node = null } = data as { readonly node?: string | null };
    const step = node === null ? undefined : steps[node];
    if (step === undefined) continue;
    if (type === 'AutomationStepCompleted') count(step.exits, data.exit);
    const visit = `${node} ${'visit' in data ? data.visit : 'end'}`;
    // The end of a run names the step that it was at: only of one that ends runs it is the first word.
    const is = 'visit' in data || ![...visits].some((one) => one.startsWith(`${node} `));
    if (!is || visits.has(visit)) continue;
    visits.add(visit);
    step.came += 1;
  }
  if (run.status === 'running' && run.place.node !== null) {
    const step = steps[run.place.node];
    if (step !== undefined) step.here += 1;
  }
}

/** Of each fate some, in the order of time. */
function chosen(all: readonly RehearsedSending[]): readonly RehearsedSending[] {
  const fate = ({ refused, heldBy, channel }: RehearsedSending) => refused ?? heldBy ?? channel;
  const groups = [...Map.groupBy(all, fate).values()];
  const each = Math.max(5, Math.floor(maxShown / Math.max(1, groups.length)));
  return groups
    .flatMap((group) => group.slice(0, each))
    .toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
    .slice(0, maxShown);
}
