import type { HookCall } from '../../api/webhooks/hook-calls.ts';
import type { Caller } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { RunEvaluation } from '../../commands/automations/evaluate-runs.ts';
import { couponIdOf } from '../../commands/coupons/issue.ts';
import type { Outcome } from '../../domain/automations/runs/decide.ts';
import { noActivity } from '../../domain/automations/runs/facts.ts';
import type { Document } from '../../domain/automations/document/document.ts';
import { triggerEventsOf } from '../../domain/automations/trigger-events/trigger-events.ts';
import { runIdOf } from '../../domain/automations/runs/run.ts';
import { withStepIds } from '../../domain/automations/document/references.ts';
import { automationTemplates } from '../../domain/automations/document/templates.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { AutomationHookId, AutomationId, BusinessId, CampaignId, type ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { id } from './names.ts';
import type { Acting, Ending } from './shop.ts';

interface AutomationActs extends Acting {
  readonly visitor: Caller;
  /** What the carrier does with a text that is queued. */
  readonly goesOut: (messageId: string, ending: Ending) => Promise<void>;
  readonly secretOf: (hookId: string) => string;
  /** Writes down what came of a call of an address. */
  readonly noteCall: (call: HookCall) => Promise<void>;
}

/** What becomes of what a run does, and what has happened meanwhile. */
export interface Fate {
  /** Of its texts. `enough`: they have had as many that day as they may; `night`: it waits for the morning. */
  readonly text?: Ending | { readonly refused: number } | 'enough' | 'night';
  /** Of its call of another system. */
  readonly call?: Outcome;
  /** They have used the coupon of the keyword. */
  readonly cameBy?: boolean;
}
type LooksAt = Parameters<Commands['automations']['evaluateRuns']>[1]['runs'][number];
/** More steps than any automation here has. */
const most = 20;

/** What happens in automations, as their workers would have done it. `key` names an automation of the business for ever. */
export function automationActs({
  commands,
  now,
  store,
  shop,
  moment,
  owner,
  system,
  visitor,
  as,
  contact,
  goesOut,
  secretOf,
  noteCall,
}: AutomationActs) {
  const businessId = BusinessId.parse(shop.businessId);
  const automationOf = (key: string) => AutomationId.parse(id('automation', shop.uniqueId, key));
  const hookOf = (key: string) => AutomationHookId.parse(id('automation-hook', shop.uniqueId, key));
  const idsOf = (key: string, phone: string) => {
    const [automationId, contactId] = [automationOf(key), contact(phone)];
    return { runId: runIdOf(automationId, contactId, 1), automationId, businessId, contactId };
  };

  /** False: nobody knows yet what becomes of it. */
  async function textEnds(id: string, contactId: ContactId, how: NonNullable<Fate['text']>): Promise<boolean> {
    if (how === 'night') await commands.delivery.text.decide(as(system), { id });
    else if (how === 'enough')
      await commands.delivery.text.withhold(as(system), { id, contactId, reason: 'daily-limit' });
    else if (typeof how === 'object' && 'refused' in how)
      await commands.delivery.text.record(as(system), {
        id,
        outcome: { kind: 'failed', errorCode: how.refused, reason: 'failed' },
      });
    else await goesOut(id, how);
    return how !== 'night';
  }
  /** That they have used the keyword's coupon, as runs hear of it. */
  async function visitsOf(contactId: ContactId) {
    const campaignId = CampaignId.parse(id('campaign', shop.uniqueId));
    const stored = await store.read(streams.coupon(couponIdOf(campaignId, contactId)));
    return stored.flatMap((event) =>
      triggerEventsOf(event).flatMap(({ kind, at, detail }) =>
        kind === 'coupon-redeemed' ? [{ kind, at, detail, position: event.position }] : [],
      ),
    );
  }

  const lookAt = async (run: LooksAt): Promise<RunEvaluation | undefined> =>
    (await commands.automations.evaluateRuns(as(system), { runs: [run] })).result[0];
  const draws = (key: string, name: string, document: Document, template: string | null) =>
    commands.automations.create(as(owner), {
      automationId: automationOf(key),
      name,
      origin: template === null ? { kind: 'blank', id: null } : { kind: 'template', id: template },
      document,
    });

  return {
    draws: (key: string, name: string, document: Document) => draws(key, name, document, null),
    /** The owner begins with a template. */
    takes(template: string, name: string) {
      const { document } = automationTemplates.find(({ key }) => key === template)!;
      const own = withStepIds(document, (step) => id('automation-step', shop.uniqueId, template, step));
      return draws(template, name, own, template);
    },
    publishes: (key: string) =>
      commands.automations.publish(as(owner), { automationId: automationOf(key), revision: null }),
    hookOf,
    /** Another system tells of contacts, by their numbers and first names. */
    async listensTo(key: string, name: string) {
      const hookId = hookOf(key);
      await commands.automations.makeHook(as(owner), { hookId, secret: secretOf(hookId) });
      await commands.automations.nameHook(as(owner), { hookId, name });
      const of = (path: string, field: 'phone' | 'first_name') => ({
        path,
        to: { of: 'contact' as const, name: field },
      });
      const mapping = [of('guest.phone', 'phone'), of('guest.first_name', 'first_name')];
      await commands.automations.mapHook(as(owner), { hookId, mapping });
    },
    /** The other system calls with somebody it knows. `lets`: who is let in by it at once; null: the worker does that. */
    async hearsOf(key: string, phone: string, firstName: string, lets: string | null) {
      const hookId = hookOf(key);
      const callId = id('hook-call', shop.uniqueId, moment);
      const body = { guest: { phone, first_name: firstName } };
      await commands.automations.receive(as(visitor), { hookId, callId, body });
      const contactId = contact(phone);
      await noteCall({ hookId, businessId, at: now(), outcome: 'received', message: null, contactId });
      if (lets === null) return;
      const [called] = await store.read(streams.automationHookCall(callId));
      const automationId = automationOf(lets);
      const entry = { automationId, businessId, contactId, trigger: 'webhook-received', filter: everybody };
      const cause = { cause: called!.id, correlation: called!.metadata.correlationId, position: called!.position };
      await commands.automations.enroll(as(system), {
        entries: [{ ...entry, ...cause, beside: noActivity, at: called!.metadata.occurredAt }],
      });
    },
    refusesCall: (key: string, message: string) =>
      noteCall({ hookId: hookOf(key), businessId, at: now(), outcome: 'refused', message, contactId: null }),
    startsByHand: (key: string, phone: string) =>
      commands.automations.start(as(owner), { automationId: automationOf(key), contactId: contact(phone) }),
    startsInBulk: (key: string, phone: string) =>
      commands.automations.startOneOfMany(as(system), {
        automationId: automationOf(key),
        businessId,
        contactId: contact(phone),
      }),
    /** A run is looked at, and does what follows, until it waits or is over. One that is further already stays as it is. */
    async goesOn(key: string, phone: string, { text = 'delivered', call = { kind: 'done' }, cameBy }: Fate = {}) {
      const ids = idsOf(key, phone);
      const last = (await store.read(streams.automationRun(ids.runId))).at(-1);
      if (last === undefined || last.metadata.occurredAt > now().toISOString()) return;
      const happened = cameBy === true ? await visitsOf(ids.contactId) : [];
      let awaits: string | null = null;
      let outcome: { readonly effectId: string; readonly outcome: Outcome } | null = null;
      for (let round = 0; round < most; round += 1) {
        const looked: RunEvaluation | undefined = await lookAt({
          ...ids,
          awaits,
          happened,
          beside: noActivity,
          outcome,
          textsUpTo: now().toISOString(),
        });
        const effectId: string | null = looked?.effectId ?? null;
        if (effectId === null || looked?.said === true) return;
        const { result: done } = await commands.automations.executeStep(as(system), { ...ids, effectId });
        outcome = null;
        if (done.kind === 'over') return;
        if (done.kind === 'outcome') outcome = { effectId, outcome: done.outcome };
        if (done.kind === 'call') outcome = { effectId, outcome: call };
        if (done.kind !== 'awaits') continue;
        awaits = done.stream;
        if (!(await textEnds(effectId, ids.contactId, text))) return;
      }
    },
    /** Somebody of the business ends a wait, or the run. */
    hand: (key: string, phone: string, act: 'go-on' | 'stop') =>
      commands.automations.override(as(owner), { runId: idsOf(key, phone).runId, act, at: null }),
    /** It could not even be looked at any more, by our own fault. */
    async breaks(key: string, phone: string): Promise<void> {
      const { runId, automationId } = idsOf(key, phone);
      await commands.automations.giveUp(as(system), { runId, automationId });
    },
  };
}
