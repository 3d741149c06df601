import { Automation } from '../../domain/automations/automation.ts';
import { asksForActivity } from '../../domain/automations/runs/condition.ts';
import { type Document, isOff, planOf, type TriggerKind } from '../../domain/automations/document/document.ts';
import { campaignsFor } from '../../domain/automations/runs/changes.ts';
import { effectsIn } from '../../domain/automations/steps/effects.ts';
import type { Plan } from '../../domain/automations/steps/step.ts';
import { isRehearsed, timelineOf } from '../../domain/automations/triggers/index.ts';
import { referencesOf } from '../../domain/automations/document/references.ts';
import type { Played, Stage } from '../../domain/automations/rehearsal/rehearse.ts';
import type { Business } from '../../domain/businesses/business.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { AutomationId, BusinessId, CampaignId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { listEntryStreams } from '../directory/list-entries.ts';
import { publicAddress } from '../directory/public-address.ts';
import { campaignsOf } from '../campaigns/campaigns-of-business.ts';
import { keptVersion } from './documents.ts';
import { environmentOf } from './run-environment.ts';
import { membersOf } from './members.ts';
import { rehearsePeople, type RehearsedPerson } from './rehearse-people.ts';

export type { RehearsedPerson } from './rehearse-people.ts';

/** What is to be rehearsed: a version, or (null) the draft; between two instants. */
export interface RehearsalQuestion {
  readonly version: number | null;
  readonly from: string;
  readonly until: string;
  /** Walks people through from `from` on, in place of playing what happened. */
  readonly walks?: boolean;
}
/** A stage that is set. What it needs of each person it says; who reads models gets it. */
export interface SetStage {
  readonly document: Document;
  /** Whose it is, as it is today. */
  readonly business: Business;
  /** Of the draft: which state of it this is. */
  readonly revision: number;
  readonly needs: {
    /** What of somebody's timeline. */
    readonly kinds: readonly TimelineKind[];
    readonly conversation: boolean;
    readonly beside: boolean;
    /** What other systems told of them. */
    readonly hookCalls: boolean;
  };
  /** Triggers that start nobody here: by which numbers they stand in the document. */
  readonly skipped: readonly number[];
  /** A few of them at a time. */
  play(people: readonly RehearsedPerson[]): AsyncIterable<readonly (readonly [contactId: string, Played])[]>;
}

/** Sets the stage for a rehearsal; null: there is no such version. Whose automation it is, is asked of what is answered. */
export const automationRehearsal = question(
  async (world, id: string, { version, from, until, walks = false }: RehearsalQuestion): Promise<SetStage | null> => {
    const automationId = AutomationId.parse(id);
    const stored = await world.events.read(streams.automation(automationId));
    const automation = stateOf(Automation, stored);
    if (automation.status === 'none') return null;
    const { businessId } = automation;
    const made = version === null ? null : await keptVersion(world, automationId, version);
    if (version !== null && made === null) return null;
    const document = made?.document ?? automation.draft;
    const stage = await stageOf(world, { automationId, businessId, document, from, until });
    // As if it were the next version, where it is not one yet.
    const playing = { ...stage, walks, version: version ?? (automation.version ?? 0) + 1 };
    return {
      document,
      business: stage.around.business,
      revision: stored.at(-1)!.revision,
      needs: needsOf(document, isLimited(stage.around.business)),
      skipped: document.triggers.flatMap(({ on }, nth) => (isRehearsed(on.kind) ? [] : [nth])),
      play: (people) =>
        rehearsePeople(
          {
            readMany: (names) => world.events.readMany(names),
            listings: (person) => listEntryStreams(world, businessId, person),
          },
          playing,
          people,
        ),
    };
  },
);

type Playing = Pick<Stage, 'automationId' | 'businessId' | 'document' | 'from' | 'until'>;
async function stageOf(world: CommandServices, given: Playing): Promise<Omit<Stage, 'version'>> {
  const { automationId, businessId, document } = given;
  const names = [...(referencesOf(document).get('campaign') ?? [])].map((one) =>
    streams.campaign(CampaignId.parse(one)),
  );
  const [around, custom, found] = await Promise.all([
    environmentOf(world, automationId, businessId),
    customMergeFields(world, businessId),
    world.events.readMany(names),
  ]);
  const givesKeywords = Object.values(document.nodes).some((node) =>
    effectsIn(planOf(node)).some((effect) => effect.kind === 'change' && campaignsFor(effect.change) === 'running'),
  );
  const named = names.map((name) => stateOf(Campaign, found.get(name)));
  const { business } = around;
  const users = [...(referencesOf(document).get('user') ?? [])];
  return {
    ...given,
    // It is played as if it had been on all the time.
    around: { ...around, standing: { status: 'on', version: 1, offSince: null, lapses: [] } },
    custom,
    members: business.status === 'none' ? new Map() : await membersOf(world, business, users),
    campaigns: [...named, ...(givesKeywords ? await campaignsOf(world, BusinessId.parse(businessId)) : [])],
    base: await publicAddress(world, business.status === 'none' ? null : business.agencyId),
  };
}

/** So much reaches a person in a day: what else did then is asked for. */
const isLimited = (business: Business): boolean =>
  business.status !== 'none' && (business.dailyLimits.texts !== null || business.dailyLimits.mails !== null);

/** What of a person's past a document asks about. */
function needsOf({ triggers, nodes }: Document, limited: boolean): SetStage['needs'] {
  const plans = Object.values(nodes).flatMap((node) => (isOff(node) ? [] : [planOf(node)]));
  const effects = plans.flatMap(effectsIn);
  const kinds: readonly TriggerKind[] = [...triggers.map(({ on }) => on.kind), ...plans.flatMap(eventsOf)];
  const beside =
    kinds.includes('broadcast-not-clicked') ||
    triggers.some(({ filter }) => asksForActivity(filter)) ||
    plans.some((plan) => plan.kind === 'branch' && asksForActivity(plan.checks));
  const offers = effects.some((effect) => 'campaignId' in effect && effect.campaignId !== null);
  const timeline = new Set<TimelineKind>([
    ...kinds.flatMap(timelineOf),
    ...(beside || limited ? (['message', 'mail'] as const) : []),
    // What other automations said for the same cause, and what this one really did.
    ...(effects.some(({ kind }) => kind === 'text' || kind === 'alert') ? (['message'] as const) : []),
    ...(offers ? (['coupon'] as const) : []),
  ]);
  return {
    kinds: [...timeline],
    conversation: kinds.includes('conversation-closed'),
    beside,
    hookCalls: kinds.includes('webhook-received'),
  };
}

/** The events that a step waits for. */
const eventsOf = (plan: Plan): readonly TriggerKind[] =>
  plan.kind === 'goal' ? [plan.event.kind]
  : plan.kind === 'wait' && plan.until.kind === 'event' ? [plan.until.event.kind]
  : plan.kind === 'ask' ? ['text-received']
  : [];
