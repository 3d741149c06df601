import { attributeByApiName } from '../../contacts/attributes.ts';
import type { CampaignId } from '../../kernel/ids.ts';
import { assignCampaigns, removeCampaigns } from '../../contacts/campaigns.ts';
import type { Contact } from '../../contacts/contact.ts';
import { giveDetails } from '../../contacts/details.ts';
import type { ContactEvent } from '../../contacts/events.ts';
import { nameContact } from '../../contacts/name.ts';
import { tag as decideTags } from '../../contacts/tag.ts';
import type { Campaign } from '../../campaigns/campaign.ts';
import { canonicalKeyword } from '../../sms/keywords.ts';
import type { ContactChange } from '../steps/step.ts';
import type { ContactField } from '../values/fields.ts';

/** What steps change of a contact: what is so already is no news. */
type Change = (contact: Contact) => readonly ContactEvent[];

/** Which campaigns are to be known for a change: those of the business that run, one, or none. */
export const campaignsFor = (change: ContactChange): 'running' | { readonly id: string } | 'none' =>
  change.what === 'keyword' ? 'running'
  : change.what === 'campaign' && change.campaignId !== null ? { id: change.campaignId }
  : 'none';

/** What a change makes of a contact; null: there is no such campaign of the business. `campaigns`: see `campaignsFor`. */
export function changeOf(change: ContactChange, campaigns: readonly Campaign[], businessId: string): Change | null {
  switch (change.what) {
    case 'tag':
      return tagging(change);
    case 'keyword':
      return keywordChange(
        change,
        campaigns.flatMap((one) => (one.status === 'active' || one.status === 'waiting' ? [one] : [])),
      );
    case 'campaign':
      return subscribing(
        campaigns.find((one) => one.status !== 'none' && one.campaignId === change.campaignId),
        businessId,
      );
    case 'field':
      return keeping(change.field, change.answer);
    default:
      return change satisfies never;
  }
}

function tagging({ how, tag: typed }: ChangeOf<'tag'>): Change {
  const wanted = typed.trim().toLowerCase();
  return (contact) => {
    const tags = contact.status === 'none' ? [] : contact.tags.filter((one) => one.toLowerCase() !== wanted);
    const had = contact.status !== 'none' && tags.length < contact.tags.length;
    if (had === (how === 'add')) return [];
    return decideTags({ tags: how === 'add' ? [...tags, wanted] : tags }, contact);
  };
}

type ChangeOf<What extends ContactChange['what']> = Extract<ContactChange, { what: What }>;

interface OfKeyword {
  readonly campaignId: CampaignId;
  readonly keyword: string | null;
}
/** A keyword stands for the campaign that has it: who is given it is of that campaign, and has agreed to nothing. Null: none has it. */
function keywordChange({ how, keyword: typed }: ChangeOf<'keyword'>, campaigns: readonly OfKeyword[]): Change | null {
  const wanted = canonicalKeyword(typed);
  const campaign = campaigns.find(({ keyword }) => keyword === wanted);
  if (wanted === null || campaign === undefined) return null;
  const { campaignId } = campaign;
  return (contact) =>
    how === 'add' ?
      assignCampaigns([{ campaignId, keyword: wanted }], contact)
    : removeCampaigns([campaignId], contact);
}

/** Null: there is no such campaign of the business. */
function subscribing(campaign: Campaign | undefined, businessId: string): Change | null {
  if (campaign === undefined || campaign.status === 'none' || campaign.status === 'archived') return null;
  if (campaign.businessId !== businessId) return null;
  const { campaignId, keyword } = campaign;
  return (contact) => assignCampaigns([{ campaignId, keyword }], contact);
}

/** An answer, where it belongs. */
function keeping(field: ContactField, answer: string | null): Change {
  return (contact) => {
    if (answer === null || contact.status === 'none') return [];
    if (field.of === 'custom') return field.id === null ? [] : giveDetails({ custom: { [field.id]: answer } }, contact);
    const { firstName, lastName } = contact;
    switch (field.name) {
      case 'first_name':
        return nameContact({ firstName: answer, lastName }, contact);
      case 'last_name':
        return nameContact({ firstName, lastName: answer }, contact);
      default:
        return giveDetails({ [attributeByApiName[field.name]]: answer }, contact);
    }
  };
}
