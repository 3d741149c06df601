import { Automation, living } from '../../../domain/automations/automation.ts';
import { referencesOf } from '../../../domain/automations/document/references.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { existing } from '../../../domain/businesses/decide.ts';
import { withCounterparts } from '../../../domain/business-files/compare.ts';
import { type BusinessFile, businessFileVersion } from '../../../domain/business-files/file.ts';
import { fromFlat } from '../../../domain/email-design/flat.ts';
import { EmailTemplate } from '../../../domain/email-templates/email-template.ts';
import { AutomationId, type BusinessId, EmailTemplateId } from '../../../domain/kernel/ids.ts';
import { PageState } from '../../../domain/pages/page.ts';
import { streams } from '../../../domain/streams.ts';
import { campaignsOf } from '../campaigns-of-business.ts';
import { question } from '../../kernel/command.ts';
import { type CommandServices, stateOf } from '../../kernel/unit-of-work.ts';

/** What a business has besides its campaigns, which its own stream lists: by the read models. */
export interface PartIds {
  readonly automations: readonly string[];
  readonly templates: readonly string[];
}

/** A business as one file, as it is drafted now. What is archived, and what is another's, is not in it. */
export const fileOf = async (world: CommandServices, businessId: BusinessId, ids: PartIds): Promise<BusinessFile> => {
  const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
  const campaigns = await campaignsOf(world, businessId);
  const automationIds = ids.automations.map((id) => AutomationId.parse(id));
  const found = await world.events.readMany([
    ...campaigns.map(({ campaignId }) => streams.page(campaignId)),
    ...automationIds.map(streams.automation),
  ]);
  const automations = automationIds.flatMap((id) => {
    const automation = stateOf(Automation, found.get(streams.automation(id)));
    if (automation.status === 'none' || automation.status === 'archived' || automation.businessId !== businessId)
      return [];
    const { name, draft } = living(automation);
    return [{ key: id, name, document: draft }];
  });
  const designs = automations.flatMap(({ document }) => [...(referencesOf(document).get('design') ?? [])]);
  const templateIds = [...new Set([...ids.templates, ...designs])].map((id) => EmailTemplateId.parse(id));
  const designed = await world.events.readMany(templateIds.map(streams.emailTemplate));
  const templates = templateIds.flatMap((id) => {
    const template = stateOf(EmailTemplate, designed.get(streams.emailTemplate(id)));
    if (template.status !== 'there' || template.businessId !== businessId) return [];
    const { kind, name, subject, records } = template;
    return [{ key: id, kind, name, subject, design: fromFlat(records) }];
  });
  const parts = {
    campaign: new Set<string>(campaigns.map(({ campaignId }) => campaignId)),
    template: new Set<string>(templates.map(({ key }) => key)),
    automation: new Set<string>(automations.map(({ key }) => key)),
  };
  const { currency, timezone, dateFormat } = business;
  return {
    format: 'business-file',
    version: businessFileVersion,
    name: business.name,
    settings: { currency, timezone, dateFormat, dailyLimits: business.dailyLimits },
    campaigns: campaigns.map(({ campaignId, name, type, keyword, reply, replyMedia, offer, settings }) => {
      const page = stateOf(PageState, found.get(streams.page(campaignId)));
      return {
        key: campaignId,
        name,
        type,
        keyword,
        reply,
        offer,
        settings,
        replyMedia: [...replyMedia],
        page: page.status === 'none' ? {} : { ...page.draft },
      };
    }),
    templates,
    automations: automations.map(({ document, ...one }) => ({
      ...one,
      document: withCounterparts(document, (kind, id) => (parts[kind].has(id) ? id : null)),
    })),
  };
};
export const read = question((world, businessId: string, ids: PartIds) => fileOf(world, businessId as BusinessId, ids));
