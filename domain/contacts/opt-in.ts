import type { BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import type { E164, Keyword } from '../sms/values.ts';
import type { Contact } from './contact.ts';
import { type ConsentProof, type ConsentSource, ContactOptedIn, type ContactEvent } from './events.ts';
import type { z } from 'zod';

export interface OptIn {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly phone: E164;
  /** The campaign opted in to; null for START, which is for the business as a whole. */
  readonly campaign: { readonly campaignId: CampaignId; readonly keyword: Keyword } | null;
  readonly source: z.output<typeof ConsentSource>;
  readonly consent: ConsentProof;
  readonly ipAddress: string | null;
}

/** What the person did themself; only these end an opt-out. An import or a colleague's click never loosens one. */
const explicit: ReadonlySet<z.output<typeof ConsentSource>> = new Set(['keyword', 'start', 'form']);

/** A member who has not asked to hear no more of it. */
export const isIn = (campaignId: CampaignId, contact: Contact): boolean =>
  contact.status === 'subscribed' && contact.campaigns.has(campaignId) && !contact.preferences.muted.has(campaignId);

/** Nothing new is true for who is in this campaign already, or texts START while subscribed. */
export function optIn(command: OptIn, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'optedOut' && !explicit.has(command.source)) return [];
  if (contact.status === 'subscribed' && (command.campaign === null || isIn(command.campaign.campaignId, contact)))
    return [];
  return [
    ContactOptedIn.create({
      contactId: command.contactId,
      businessId: command.businessId,
      phone: command.phone,
      keyword: command.campaign?.keyword ?? null,
      campaignId: command.campaign?.campaignId ?? null,
      source: command.source,
      consent: command.consent,
      ipAddress: command.ipAddress,
    }),
  ];
}
