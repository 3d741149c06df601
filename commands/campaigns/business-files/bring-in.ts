import { z } from 'zod';
import { Automation, createAutomation } from '../../../domain/automations/automation.ts';
import { withStepIds } from '../../../domain/automations/document/references.ts';
import { KeywordClaim } from '../../../domain/businesses/claims.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { existing } from '../../../domain/businesses/decide.ts';
import {
  automationDifferences,
  campaignDifferences,
  type Compared,
  type Counterpart,
  settingDifferences,
  templateDifferences,
  withCounterparts,
} from '../../../domain/business-files/compare.ts';
import type { PartKind } from '../../../domain/business-files/fields.ts';
import { BusinessFile } from '../../../domain/business-files/file.ts';
import { Campaign, editCampaign, chooseKeyword } from '../../../domain/campaigns/campaign.ts';
import { noNotifications } from '../../../domain/campaigns/fields.ts';
import { checkDesign } from '../../../domain/email-design/model.ts';
import { createTemplate, EmailTemplate } from '../../../domain/email-templates/email-template.ts';
import {
  AgencyId,
  AutomationId,
  BusinessId,
  CampaignId,
  EmailTemplateId,
  namespaces,
  uuidV5,
} from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { makeCampaign } from '../create.ts';
import type { BusinessUser } from '../../kernel/business-user.ts';
import { people } from '../../kernel/caller.ts';
import { type Call, command } from '../../kernel/command.ts';
import { type CommandServices, furthest, startUnitOfWork, stateOf } from '../../kernel/unit-of-work.ts';
import { deskAt } from './desk.ts';
import { fileOf, type PartIds } from './read.ts';

/** The id that a part has in a business that it is brought into: the same each time. */
const broughtId = (businessId: BusinessId, kind: PartKind, key: string): string =>
  uuidV5(namespaces.command, 'business-file', businessId, kind, key);
const streamOf = {
  campaign: (id: string) => streams.campaign(CampaignId.parse(id)),
  template: (id: string) => streams.emailTemplate(EmailTemplateId.parse(id)),
  automation: (id: string) => streams.automation(AutomationId.parse(id)),
} as const;

interface Comparison {
  readonly settings: ReturnType<typeof settingDifferences>;
  readonly parts: readonly Compared[];
  /** Keywords of the file that are taken on the business's number, by the campaign's key. */
  readonly takenKeywords: readonly string[];
}

async function compared(
  world: CommandServices,
  businessId: BusinessId,
  ids: PartIds,
  file: BusinessFile,
): Promise<Comparison & { readonly counterpart: Counterpart }> {
  const own = await fileOf(world, businessId, ids);
  const byKey = <T extends { readonly key: string }>(all: readonly T[]) => new Map(all.map((one) => [one.key, one]));
  const campaigns = byKey(own.campaigns);
  const templates = byKey(own.templates);
  const automations = byKey(own.automations);
  const held = { campaign: campaigns, template: templates, automation: automations };
  const natural = {
    campaign: new Map(own.campaigns.map(({ key, keyword }) => [keyword as string, key])),
    template: new Map(own.templates.filter(({ kind }) => kind !== 'broadcast').map(({ key, name }) => [name, key])),
    automation: new Map(own.automations.map(({ key, name }) => [name, key])),
  };
  const parts = [
    ...file.campaigns.map((one) => ({ kind: 'campaign' as const, one, word: one.keyword as string })),
    ...file.templates.map((one) => ({ kind: 'template' as const, one, word: one.name })),
    ...file.automations.map((one) => ({ kind: 'automation' as const, one, word: one.name })),
  ];
  const brought = parts.map(({ kind, one }) => broughtId(businessId, kind, one.key));
  const recorded = await world.events.readMany(parts.map(({ kind }, at) => streamOf[kind](brought[at]!)));
  const meant = new Map<string, string>();
  const gone = new Set<string>();
  parts.forEach(({ kind, one, word }, at) => {
    const id = brought[at]!;
    const name = `${kind} ${one.key}`;
    const is =
      held[kind].has(one.key) ? one.key
      : held[kind].has(id) ? id
      : (natural[kind].get(word) ?? null);
    if (is !== null) meant.set(name, is);
    else if ((recorded.get(streamOf[kind](id)) ?? []).length > 0) gone.add(name);
  });
  const counterpart: Counterpart = (kind, key) =>
    meant.get(`${kind} ${key}`) ??
    (parts.some((part) => part.kind === kind && part.one.key === key) ? broughtId(businessId, kind, key) : null);
  const fieldsOf = ({ kind, one }: (typeof parts)[number], id: string): readonly string[] => {
    switch (kind) {
      case 'campaign':
        return campaignDifferences(campaigns.get(id)!, one);
      case 'template':
        return templateDifferences(templates.get(id)!, { ...one, design: checkDesign(one.design) });
      case 'automation':
        return automationDifferences(automations.get(id)!, {
          ...one,
          document: withCounterparts(one.document, counterpart),
        });
    }
  };
  return {
    counterpart,
    settings: settingDifferences(own.settings, file.settings),
    takenKeywords: await takenKeywords(world, businessId, file),
    parts: parts.map((part): Compared => {
      const { kind, one } = part;
      const name = `${kind} ${one.key}`;
      const id = meant.get(name);
      const fields = id === undefined ? [] : fieldsOf(part, id);
      const standing =
        id === undefined ?
          gone.has(name) ?
            'removed'
          : 'new'
        : fields.length > 0 ? 'different'
        : 'same';
      return { kind, key: one.key, name: one.name, standing, fields };
    }),
  };
}

async function takenKeywords(
  world: CommandServices,
  businessId: BusinessId,
  { campaigns }: BusinessFile,
): Promise<readonly string[]> {
  const { number } = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
  if (number === null) return [];
  const found = await world.events.readMany(campaigns.map(({ keyword }) => streams.keywordClaim(number, keyword)));
  return campaigns.flatMap(({ key, keyword }) => {
    const claim = stateOf(KeywordClaim, found.get(streams.keywordClaim(number, keyword)));
    return (
        claim.status === 'claimed' &&
          claim.campaignId !== key &&
          claim.campaignId !== broughtId(businessId, 'campaign', key)
      ) ?
        [key]
      : [];
  });
}

const ids = z.object({ automations: z.array(z.string()), templates: z.array(z.string()) });
const input = z.object({
  /** An agency's business that it is for; null: the one that the person is at. */
  businessId: BusinessId.nullable().default(null),
  file: z.unknown().pipe(BusinessFile),
  ids,
});

/** What a file would bring to the business. Changes nothing. */
export const compare = command({
  input,
  by: people,
  async run(call, given) {
    const { businessId } = await deskAt(call, given.businessId);
    const { counterpart: _, ...result } = await compared(call.world, businessId, given.ids, given.file);
    return { position: null, result };
  },
});

/**
 * Makes what is new of the parts that are asked for (null: all), as drafts: keywords wait, pages are not published,
 * automations are off. What is there already stays as it is. Each part is a command of its own, named by the business
 * and its key, so that a file brought in twice, or half before a crash, makes each part once.
 */
export const bringIn = command({
  input: input.extend({ keys: z.array(z.uuid().toLowerCase()).max(1_200).nullable().default(null) }),
  by: people,
  async run(call, { businessId, file, ids: given, keys }) {
    const { world, context } = call;
    const desk = await deskAt(call, businessId);
    const { parts, counterpart } = await compared(world, desk.businessId, given, file);
    const asked = new Set(keys ?? parts.map(({ key }) => key));
    const wanted = parts.filter(({ key, standing }) => standing === 'new' && asked.has(key));
    // A campaign that was begun before and cut off is made to its end.
    const begun = parts.filter(
      ({ key, standing }) => (standing === 'same' || standing === 'different') && asked.has(key),
    );
    const isWanted = new Set([...wanted, ...begun].map(({ kind, key }) => `${kind} ${key}`));
    const positions = [];
    for (const campaign of file.campaigns)
      if (isWanted.has(`campaign ${campaign.key}`))
        positions.push(await bringCampaign(call, desk, campaign, counterpart));
    for (const template of file.templates) {
      if (!wanted.some(({ kind, key }) => kind === 'template' && key === template.key)) continue;
      const templateId = EmailTemplateId.parse(broughtId(desk.businessId, 'template', template.key));
      const { agencyId } = desk.tenant;
      const work = startUnitOfWork(world, context, {
        tenant: desk.tenant,
        commandId: uuidV5(namespaces.command, templateId),
      });
      await work.change({
        stream: streams.emailTemplate(templateId),
        aggregate: EmailTemplate,
        decide: (state) =>
          createTemplate(
            {
              templateId,
              businessId: desk.businessId,
              kind: template.kind,
              name: template.name,
              subject: template.subject,
              design: checkDesign(template.design),
              agencyId: agencyId === null ? null : AgencyId.parse(agencyId),
            },
            state,
          ),
      });
      positions.push(work.outcome(undefined));
    }
    for (const automation of file.automations) {
      if (!wanted.some(({ kind, key }) => kind === 'automation' && key === automation.key)) continue;
      const automationId = AutomationId.parse(broughtId(desk.businessId, 'automation', automation.key));
      const stepIds = (id: string): string => uuidV5(namespaces.automation, 'copy', automationId, id);
      const document = withStepIds(withCounterparts(automation.document, counterpart), stepIds);
      const work = startUnitOfWork(world, context, {
        tenant: desk.tenant,
        commandId: uuidV5(namespaces.command, automationId),
      });
      await work.change({
        stream: streams.automation(automationId),
        aggregate: Automation,
        decide: (state) =>
          createAutomation(
            {
              automationId,
              businessId: desk.businessId,
              name: automation.name,
              document,
              origin: { kind: 'clone', id: null },
            },
            state,
          ),
      });
      positions.push(work.outcome(undefined));
    }
    return { position: furthest(...positions), result: { brought: wanted.map(({ kind, key }) => ({ kind, key })) } };
  },
});

async function bringCampaign(
  { world, context }: Call,
  desk: BusinessUser,
  campaign: BusinessFile['campaigns'][number],
  counterpart: Counterpart,
) {
  const campaignId = CampaignId.parse(broughtId(desk.businessId, 'campaign', campaign.key));
  // It is here under its own id, or under another's: nothing was begun.
  if (counterpart('campaign', campaign.key) !== campaignId) return { position: null };
  const { name, type, reply, replyMedia, offer, settings, page } = campaign;
  const named = { world, context: { ...context, commandId: uuidV5(namespaces.command, campaignId) } };
  const made = await makeCampaign(named, desk, {
    campaignId,
    businessId: desk.businessId,
    name,
    type,
    reply,
    replyMedia: [...replyMedia],
    keyword: chooseKeyword(campaign.keyword),
    page: { template: null, sections: page },
    waits: true,
  });
  const work = startUnitOfWork(world, context, {
    tenant: desk.tenant,
    commandId: uuidV5(namespaces.command, campaignId, 'terms'),
  });
  await work.change({
    stream: streams.campaign(campaignId),
    aggregate: Campaign,
    // Who has worked on it since keeps what they did.
    decide: (state, recorded) =>
      recorded.length > 1 ?
        []
      : editCampaign(
          { details: null, offer, notifications: noNotifications, settings: { ...settings, endsAt: null } },
          state,
        ),
  });
  return { position: furthest({ position: made }, work.outcome(undefined)) };
}
