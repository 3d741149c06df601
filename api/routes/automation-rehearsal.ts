import type { SetStage } from '../../commands/automations/rehearsal.ts';
import { noActivity } from '../../domain/automations/runs/facts.ts';
import type { RehearsedRun, Sending } from '../../domain/automations/rehearsal/rehearse.ts';
import { type Rehearsal, rehearsalOf, together } from '../../domain/automations/rehearsal/rehearsal.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { add, times, zero } from '../../domain/kernel/money.ts';
import { noCountry } from '../../domain/rates/measures.ts';
import { countryOfNumber } from '../../domain/rates/numbers.ts';
import { monthOf } from '../../domain/delivery/allowance.ts';
import { streams } from '../../domain/streams.ts';
import type { AutomationDeed } from '../contract/automations.ts';
import { automationRehearsalCalls } from '../contract/automation-rehearsal.ts';
import { notFound } from '../kernel/errors.ts';
import { limitsFor } from '../kernel/limits.ts';
import { deedsOf } from '../present/automation-path.ts';
import type { PlacesLimits } from '../kernel/places.ts';
import { type Call, route } from '../kernel/route.ts';
import { usagePrices } from './broadcast-cost.ts';

const dayMs = 86_400_000;
/** One call works for so long, in ms, then says where the next goes on: nobody else waits for a rehearsal. */
const budgetMs = 1_000;
/** So many people are asked for at once. */
const atOnce = 100;
/** So many are played at once by a process: they take its time from everybody else. */
export const rehearsalPlaces: PlacesLimits = {
  most: 2,
  waiting: 20,
  patienceMs: 5_000,
  words: {
    yours: 'Your business is rehearsing already. This goes on as soon as the others have had their turn.',
    all: 'Many businesses are rehearsing right now. Please try again in a moment.',
  },
};

export const automationRehearsalRoutes = [
  route(automationRehearsalCalls['GET /automations/{id}/rehearsal'], async (call) => {
    const { parts, businessId, params, query } = call;
    const { days, version = null, after = null } = query;
    const now = parts.now().toISOString();
    const until = query.until === undefined || query.until > now ? now : new Date(query.until).toISOString();
    const from = new Date(Date.parse(until) - days * dayMs).toISOString();
    const view = await parts.readModels.automation(businessId, params.id);
    if (view === null) throw notFound();
    const stage = await parts.commands.automations.rehearsal(view.id, { version, from, until });
    if (stage === null) throw notFound('There is no such version.');
    const { sum, through, next } = await parts.rehearsals.within(businessId, call.signal, () =>
      playFor(call, view.id, stage, { from, after }),
    );
    const [contacts, month] = await Promise.all([
      after === null ? parts.readModels.contactsInAll(businessId) : null,
      after === null ? monthly(call, stage, from) : null,
    ]);
    const { leftOut, textPeople, emailPeople, sendings, usage, ...plain } = sum;
    return {
      data: {
        version,
        revision: stage.revision,
        from,
        until,
        next,
        contacts,
        through,
        skipped: [...stage.skipped],
        ...plain,
        left_out: leftOut,
        text_people: textPeople,
        mail_people: emailPeople,
        monthly: month,
        cost: await costOf(call, stage, usage),
        sendings: sendings.map(({ contactId, dueAt, sentAt, heldBy, heldUntil, isMms: _, ...rest }) => ({
          ...rest,
          contact_id: contactId,
          due_at: dueAt,
          sent_at: sentAt,
          held_by: heldBy,
          held_until: heldUntil,
        })),
      },
    };
  }),

  route(automationRehearsalCalls['GET /automations/{id}/walk'], async (call) => {
    const { parts, businessId, params, query } = call;
    const { contact_id: contactId, version = null } = query;
    const [view, contact] = await Promise.all([
      parts.readModels.automation(businessId, params.id),
      parts.readModels.contact(businessId, contactId),
    ]);
    if (view === null) throw notFound();
    if (contact === null) throw notFound('This contact does not exist.');
    const from = parts.now().toISOString();
    const until = new Date(Date.parse(from) + walkedMs).toISOString();
    const stage = await parts.commands.automations.rehearsal(view.id, { version, from, until, walks: true });
    if (stage === null) throw notFound('There is no such version.');
    const played = await parts.rehearsals.within(businessId, call.signal, async () => {
      const people = await peopleOf({ parts, businessId }, stage, [contact.id], { automationId: view.id, from });
      for await (const [first] of stage.play(people)) return first?.[1] ?? null;
      return null;
    });
    const run = played?.runs[0];
    return {
      data: {
        contact_id: contact.id,
        version,
        revision: stage.revision,
        from,
        until,
        refused: run === undefined ? (Object.keys(played?.leftOut ?? {})[0] ?? 'not-meant') : null,
        end: run?.run.status === 'ended' ? run.run.reason : null,
        path: run === undefined ? [] : pathOf(run),
      },
    };
  }),
];

/** What it would all cost at the prices of today, before what the plan includes; null: there are no prices. */
async function costOf(
  { parts, businessId }: Pick<Call, 'parts' | 'businessId'>,
  { business }: SetStage,
  usage: Rehearsal['usage'],
) {
  if (business.status === 'none') return null;
  const { agencyId, number: phoneNumber, timezone } = business;
  const day = localDay(timezone, parts.now());
  const prices = await usagePrices(parts, { businessId, agencyId, phoneNumber, day });
  if (prices === null) return null;
  const { currency, included, priceOf } = prices;
  const home = phoneNumber === null ? noCountry : countryOfNumber(phoneNumber);
  let [amount, unpriced] = [zero, 0];
  for (const [name, quantity] of Object.entries(usage)) {
    const [channel, country] = name.split('/') as ['sms' | 'mms' | 'email', string];
    const elsewhere = country === '' ? home : country;
    const price = priceOf(channel, channel === 'email' ? noCountry : elsewhere);
    if (price === null) unpriced += quantity;
    else amount = add(amount, times(price, quantity));
  }
  const includes = (['sms', 'mms', 'email'] as const).some(
    (channel) => included[channel] !== 0 && included[channel] !== undefined,
  );
  return { currency, amount, unpriced, includes };
}

/** Who waits longer than a year is left there. */
const walkedMs = 366 * dayMs;
/** So many steps are told of: who goes round for a year has many. */
const maxWalked = 300;
const walker = { kind: 'system', name: 'walk' } as const;

/** What would happen, as the path of a run has it: with what would be said, and by what it would be held. */
function pathOf({ events, sendings }: RehearsedRun): AutomationDeed[] {
  const open = [...sendings];
  const told = events.slice(0, maxWalked).map(({ type, data }, at) => {
    const { at: when, node } = data as { readonly at: string; readonly node?: string | null };
    const found =
      type !== 'AutomationStepStarted' ? -1 : open.findIndex((one) => one.node === node && one.dueAt === when);
    const sending = found === -1 ? undefined : open.splice(found, 1)[0];
    return { event: { id: String(at), type, data, metadata: { actor: walker, occurredAt: when } }, sending };
  });
  const of = <V>(value: (sending: Sending) => V | null): ReadonlyMap<string, V> =>
    new Map(
      told.flatMap(({ event, sending }) => {
        const is = sending === undefined ? null : value(sending);
        return is === null ? [] : [[event.id, is] as const];
      }),
    );
  return deedsOf(
    told.map(({ event }) => event),
    of(({ channel, words }) =>
      words === '' || channel === 'call' ?
        null
      : { kind: channel === 'mail' ? ('mail' as const) : ('text' as const), words },
    ),
    of(({ heldBy, heldUntil, dueAt }) => (heldBy === null ? null : [{ at: dueAt, until: heldUntil, note: heldBy }])),
  );
}

/** What the plan allows in a month, and what the business has used of it in the months that are played; null: any number. */
async function monthly(
  { parts, businessId }: Pick<Call, 'parts' | 'businessId'>,
  { business }: SetStage,
  from: string,
): Promise<{ readonly most: number; readonly used: Record<string, number> } | null> {
  if (business.status === 'none') return null;
  const { messages: most } = await limitsFor({ parts }, businessId, business);
  if (most === null) return null;
  const months = await parts.readModels.usageMonths(businessId, business.timezone);
  const first = monthOf(business, new Date(from)).slice(0, 7);
  const used = months.flatMap(({ month, segments, mms }): [string, number][] =>
    month < first ? [] : [[`${month}-01`, segments + mms]],
  );
  return { most, used: Object.fromEntries(used) };
}

/** As many contacts as there is time for, the newest first. */
async function playFor(
  { parts, businessId, signal }: Pick<Call, 'parts' | 'businessId' | 'signal'>,
  automationId: string,
  stage: SetStage,
  { from, after }: { readonly from: string; readonly after: string | null },
) {
  const began = performance.now();
  const triggers = stage.document.triggers.map(({ on }) => on.kind);
  let sum: Rehearsal = rehearsalOf([], stage.document);
  let [place, through] = [after, 0];
  for (;;) {
    const page = await parts.readModels.contactsSince(businessId, { automationId, triggers, from, after: place });
    if (page.length === 0) return { sum, through, next: null };
    const meant = page.filter((one) => one.meant);
    for (let at = 0; at < meant.length; at += atOnce) {
      const some = meant.slice(at, at + atOnce);
      const ids = some.map(({ id }) => id);
      const people = await peopleOf({ parts, businessId }, stage, ids, { automationId, from });
      for await (const played of stage.play(people)) {
        signal.throwIfAborted();
        sum = together(sum, rehearsalOf(played, stage.document));
        const last = page.findIndex(({ id }) => id === played.at(-1)![0]);
        place = page[last]!.position;
        if (performance.now() - began >= budgetMs) return { sum, through: through + last + 1, next: place };
      }
    }
    place = page.at(-1)!.position;
    through += page.length;
    if (performance.now() - began >= budgetMs) return { sum, through, next: place };
  }
}

/** What is to be read of some contacts, as read models know it. */
export async function peopleOf(
  { parts, businessId }: Pick<Call, 'parts' | 'businessId'>,
  { needs }: SetStage,
  ids: readonly string[],
  since: { readonly automationId: string; readonly from: string },
) {
  const [found, beside, runs, calls] = await Promise.all([
    parts.readModels.streamsOfContacts(businessId, ids, needs.kinds),
    needs.beside ? parts.readModels.contactsBeside(ids) : new Map<string, never>(),
    parts.readModels.runsOfContacts(businessId, { ...since, contactIds: ids }),
    needs.hookCalls ? parts.readModels.hookCallsOfContacts(businessId, ids) : new Map<string, never>(),
  ]);
  return ids.map((id) => {
    const contactId = ContactId.parse(id);
    const own = needs.conversation ? [streams.conversation(contactId)] : [];
    return {
      contactId,
      streams: [...(found.get(id) ?? []), ...(calls.get(id) ?? []), ...own],
      runs: runs.get(id) ?? [],
      beside: beside.get(id) ?? noActivity,
    };
  });
}
