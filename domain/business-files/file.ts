import { z } from 'zod';
import { Document } from '../automations/document/document.ts';
import { campaignTypes, storedCampaign } from '../campaigns/fields.ts';
import { TemplateKind } from '../email-templates/fields.ts';
import { storedBusiness } from '../businesses/fields.ts';
import { Keyword, Media } from '../sms/values.ts';

/** Raise it when the shape changes, and read the older ones still: what was exported once can be brought in for good. */
export const businessFileVersion = 1;
const most = { campaigns: 500, templates: 500, automations: 200, sections: 100 } as const;

/** Names a part within its file and wherever it was brought in: the id that it had where it was exported first. */
const key = z.uuid().toLowerCase();

export const FileCampaign = z.object({
  key,
  name: storedCampaign.name,
  type: z.enum(campaignTypes),
  keyword: Keyword,
  reply: storedCampaign.reply,
  replyMedia: z.array(Media).max(10),
  offer: storedCampaign.offer,
  settings: storedCampaign.settings,
  /** Sections of its page as they are drafted, by name. */
  page: z.record(z.string().max(60), z.unknown()),
});
export type FileCampaign = z.output<typeof FileCampaign>;

export const FileTemplate = z.object({
  key,
  kind: TemplateKind,
  name: z.string().min(1).max(120),
  subject: z.string().max(200),
  design: z.unknown(),
});
export type FileTemplate = z.output<typeof FileTemplate>;

export const FileAutomation = z.object({ key, name: z.string().min(1).max(80), document: Document });
export type FileAutomation = z.output<typeof FileAutomation>;

/**
 * What a business has set up, to be kept, compared or brought in elsewhere: no contacts, no people of the team, no
 * numbers, no secrets. What it names of its own are other parts of the same file, by their keys.
 */
export const BusinessFile = z.object({
  format: z.literal('business-file', 'This is not a business file.'),
  version: z.literal(businessFileVersion, 'This file was made by a version that we can’t read.'),
  name: z.string().max(120),
  settings: z.object({
    currency: storedBusiness.details.currency,
    timezone: storedBusiness.details.timezone.max(60),
    dateFormat: storedBusiness.details.dateFormat,
    dailyLimits: z.object(storedBusiness.dailyLimits),
  }),
  campaigns: z.array(FileCampaign).max(most.campaigns),
  templates: z.array(FileTemplate).max(most.templates),
  automations: z.array(FileAutomation).max(most.automations),
});
export type BusinessFile = z.output<typeof BusinessFile>;
