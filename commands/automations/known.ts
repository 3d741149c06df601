import { Automation } from '../../domain/automations/automation.ts';
import { isGone, type Known, type Problem, problemsOf } from '../../domain/automations/document/check.ts';
import type { Document } from '../../domain/automations/document/document.ts';
import { AutomationHook } from '../../domain/automations/hooks/hook.ts';
import { AutomationStepStarted } from '../../domain/automations/runs/run-events.ts';
import { effectIdOf } from '../../domain/automations/runs/run.ts';
import { type ReferenceKind, type References, referencesOf } from '../../domain/automations/document/references.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import { Business } from '../../domain/businesses/business.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { EmailTemplate } from '../../domain/email-templates/email-template.ts';
import { is } from '../../domain/kernel/event.ts';
import {
  AutomationHookId,
  AutomationId,
  AutomationRunId,
  BroadcastId,
  BusinessId,
  CampaignId,
  EmailTemplateId,
  IntegrationId,
  MessageId,
  UploadId,
  UserId,
} from '../../domain/kernel/ids.ts';
import { EmailQueued } from '../../domain/emails/events.ts';
import { MessageDeferred, MessageOutcomeUnknown, MessageQueued } from '../../domain/messages/events.ts';
import { Integration } from '../../domain/integrations/integration.ts';
import { LoopRules } from '../../domain/loops/rules.ts';
import { Segments } from '../../domain/segments/segments.ts';
import { streams } from '../../domain/streams.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import { question } from '../kernel/command.ts';
import { picturesOf } from '../directory/pictures.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { keptVersion } from './documents.ts';
import { memberOf } from './members.ts';

interface Whose {
  readonly businessId: BusinessId;
  readonly agencyId: string | null;
}
type Streams = ReadonlyMap<string, readonly object[]>;

/** For each kind of what a document names one by one: its stream, and whether it is there, and the business's. */
const lookups: Partial<
  Record<
    ReferenceKind,
    { readonly stream: (id: string) => string; readonly isThere: (stored: readonly object[], whose: Whose) => boolean }
  >
> = {
  campaign: {
    stream: (id) => streams.campaign(CampaignId.parse(id)),
    isThere: (stored, { businessId }) => {
      const campaign = stateOf(Campaign, stored);
      return campaign.status !== 'none' && campaign.status !== 'archived' && campaign.businessId === businessId;
    },
  },
  broadcast: {
    stream: (id) => streams.broadcast(BroadcastId.parse(id)),
    isThere: (stored, { businessId }) => {
      const broadcast = stateOf(Broadcast, stored);
      return broadcast.status !== 'none' && !broadcast.deleted && broadcast.businessId === businessId;
    },
  },
  upload: {
    stream: (id) => streams.upload(UploadId.parse(id)),
    isThere: (stored, { businessId }) => {
      const upload = stateOf(Upload, stored);
      return upload.stage !== 'none' && !upload.deleted && upload.businessId === businessId;
    },
  },
  hook: {
    stream: (id) => streams.automationHook(AutomationHookId.parse(id)),
    isThere: (stored, { businessId }) => {
      const hook = stateOf(AutomationHook, stored);
      return hook.status === 'made' && hook.businessId === businessId;
    },
  },
  integration: {
    stream: (id) => streams.integration(IntegrationId.parse(id)),
    isThere: (stored, { businessId }) => {
      const integration = stateOf(Integration, stored);
      return integration.status === 'connected' && integration.businessId === businessId;
    },
  },
  design: {
    stream: (id) => streams.emailTemplate(EmailTemplateId.parse(id)),
    isThere: (stored, { businessId, agencyId }) => {
      const design = stateOf(EmailTemplate, stored);
      if (design.status !== 'there' || design.kind === 'section') return false;
      return design.businessId === null ? design.agencyId === agencyId : design.businessId === businessId;
    },
  },
  user: {
    stream: (id) => streams.user(UserId.parse(id)),
    isThere: (stored, whose) => memberOf(stored, whose) !== null,
  },
};

const loopOf = (campaign: string): string => streams.loopRules(CampaignId.parse(campaign));

/** What there is in the business of all that a document names: asked of the streams, so that what was just made is there. */
export const knownOf = (world: CommandServices, businessId: BusinessId, document: Document): Promise<Known> =>
  knownOfAll(world, businessId, referencesOf(document));

async function knownOfAll(world: CommandServices, businessId: BusinessId, wanted: References): Promise<Known> {
  const asked = Object.entries(lookups).flatMap(([kind, { stream, isThere }]) =>
    [...(wanted.get(kind as ReferenceKind) ?? [])].map((id) => ({ kind, id, stream: stream(id), isThere })),
  );
  const business = streams.business(businessId);
  // A reward is told of by its loop alone.
  const loops = wanted.has('reward') ? [...(wanted.get('campaign') ?? [])].map(loopOf) : [];
  const [found, segments, customFields] = await Promise.all([
    world.events.readMany([business, ...loops, ...asked.map(({ stream }) => stream)]) as Promise<Streams>,
    world.loadState(streams.segments(businessId), Segments),
    customMergeFields(world, businessId),
  ]);
  const owner = stateOf(Business, found.get(business));
  const whose = { businessId, agencyId: owner.status === 'none' ? null : owner.agencyId };
  const idsOf = (which: string): ReadonlySet<string> =>
    new Set(
      asked
        .filter(({ kind, stream, isThere }) => kind === which && isThere(found.get(stream) ?? [], whose))
        .map(({ id }) => id),
    );
  return {
    customFields: customFields.map(({ id, key, kind }) => ({ id: id as string, key, kind })),
    campaigns: idsOf('campaign'),
    broadcasts: idsOf('broadcast'),
    uploads: idsOf('upload'),
    keywords: new Map(
      [...(wanted.get('campaign') ?? [])].flatMap((id) => {
        const campaign = stateOf(Campaign, found.get(streams.campaign(CampaignId.parse(id))));
        return campaign.status === 'none' || campaign.businessId !== businessId ?
            []
          : [[id, campaign.keyword] as const];
      }),
    ),
    webhooks: idsOf('hook'),
    integrations: idsOf('integration'),
    designs: idsOf('design'),
    users: idsOf('user'),
    withNumber: new Set(
      asked
        .filter(({ kind, stream }) => kind === 'user' && memberOf(found.get(stream), whose)?.phone)
        .map(({ id }) => id),
    ),
    rewards: new Set(
      loops.flatMap((loop) =>
        stateOf(LoopRules, found.get(loop)).flatMap(({ rewardId, rule }) => (rule.kind === 'reward' ? [rewardId] : [])),
      ),
    ),
    segments: new Set([...segments].filter(([, { deleted }]) => !deleted).map(([id]) => id)),
    mms: (await picturesOf(world, owner)).isActiveMms,
    year: world.now().getUTCFullYear(),
  };
}

/** What keeps a draft of the business from being published; none: it can be. */
export const automationProblems = question(async (world, id: string, document: Document): Promise<readonly Problem[]> =>
  problemsOf(document, await knownOf(world, BusinessId.parse(id), document)),
);

/**
 * Of automations that run, what they name that is gone since they were published, by their ids. Where nothing is, there is
 * nothing. All of them are looked up together.
 */
export const goneFromAutomations = question(
  async (
    world,
    business: string,
    live: readonly { readonly id: string; readonly version: number }[],
  ): Promise<ReadonlyMap<string, readonly Problem[]>> => {
    const made = await Promise.all(
      live.map(async ({ id, version }) => ({
        id,
        document: (await keptVersion(world, AutomationId.parse(id), version))?.document ?? null,
      })),
    );
    const wanted = new Map<ReferenceKind, Set<string>>();
    for (const { document } of made)
      for (const [kind, ids] of document === null ? [] : referencesOf(document))
        wanted.set(kind, new Set([...(wanted.get(kind) ?? []), ...ids]));
    const known = await knownOfAll(world, BusinessId.parse(business), wanted);
    return new Map(
      made.flatMap(({ id, document }) => {
        const gone = document === null ? [] : problemsOf(document, known).filter(isGone);
        return gone.length === 0 ? [] : [[id, gone] as const];
      }),
    );
  },
);

/** An automation as it is, and the document that runs; null where there is none. Whose it is, is asked of what is answered. */
export const automationState = question(async (world, id: string) => {
  const automationId = AutomationId.parse(id);
  const seen = await world.events.read(streams.automation(automationId));
  const automation = stateOf(Automation, seen);
  if (automation.status === 'none') return null;
  const published = automation.version === null ? null : await keptVersion(world, automationId, automation.version);
  return { ...automation, revision: seen.at(-1)!.revision, published: published?.document ?? null };
});

/** What a step of a run said: a text in its own words, an email by its subject. */
export interface Said {
  readonly kind: 'text' | 'mail';
  readonly words: string;
}
/** So many of the newest steps are told with what they said: who goes round for years has many. */
const maxSaid = 200;
/** A text that a step began waits, or nobody knows yet what became of it (`until` null). */
export interface HeldBack {
  readonly at: string;
  readonly until: string | null;
  readonly note: string;
}
/**
 * What happened in a run, in order; and by the id of the event that began it what was said, and by what it was held back.
 * Erased words are not there.
 */
export const automationPath = question(async (world, id: string) => {
  const events = await world.events.read(streams.automationRun(AutomationRunId.parse(id)));
  const begun = events.filter((event) => is(event, AutomationStepStarted)).slice(-maxSaid);
  const effects = begun.map(({ id: by, data }) => ({ by, effectId: effectIdOf(data.runId, data) }));
  const found = await world.events.readMany(
    effects.flatMap(({ effectId }) => [streams.message(MessageId.parse(effectId)), streams.email(effectId)]),
  );
  const said = new Map(
    effects.flatMap(({ by, effectId }): (readonly [string, Said])[] => {
      const text = found.get(streams.message(MessageId.parse(effectId)))?.find((event) => is(event, MessageQueued));
      const email = found.get(streams.email(effectId))?.find((event) => is(event, EmailQueued));
      return (
        text?.data.body ? [[by, { kind: 'text', words: text.data.body }]]
        : email?.data.subject ? [[by, { kind: 'mail', words: email.data.subject }]]
        : []
      );
    }),
  );
  const held = new Map(
    effects.map(({ by, effectId }): readonly [string, readonly HeldBack[]] => [
      by,
      (found.get(streams.message(MessageId.parse(effectId))) ?? []).flatMap((event): HeldBack[] => {
        const at = event.metadata.occurredAt;
        if (is(event, MessageDeferred)) return [{ at, until: event.data.until, note: event.data.reason }];
        return is(event, MessageOutcomeUnknown) ? [{ at, until: null, note: 'unknown' }] : [];
      }),
    ]),
  );
  return { events, said, held };
});
export const automationVersion = question(async (world, id: string, version: number) =>
  keptVersion(world, AutomationId.parse(id), version),
);
