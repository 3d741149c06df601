import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { claimKeyword, KeywordClaim, releaseKeyword } from '../../domain/businesses/claims.ts';
import {
  archiveCampaign as decideArchived,
  Campaign,
  changeKeyword as decideKeyword,
  chooseKeyword,
  editCampaign as decideEdited,
  openCampaign,
  restoreCampaign as decideRestored,
} from '../../domain/campaigns/campaign.ts';
import { campaignFields, codeTypes, type Offer } from '../../domain/campaigns/fields.ts';
import { parsePhone } from '../../domain/sms/phone.ts';
import { type FormOf } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { CampaignId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, decision, edit } from '../kernel/command.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { followNumber } from './campaigns-of-business.ts';
import { ownCampaign } from './own-campaign.ts';

const { name, reply, offer, notifications, settings } = campaignFields;
const input = z.object({
  campaignId: CampaignId,
  revision: revision.nullable(),
  /** Each group is given whole, or null: it is left as it is. */
  details: z.object({ name, reply, replyMedia: messageFields.media }).nullable(),
  offer: offer.nullable(),
  notifications: notifications.nullable(),
  settings: settings.nullable(),
});
type Groups = z.output<typeof input>;

/** As forms show it, field by field. */
const offerForm = ({ amount, title, terms, codeType, ...rest }: Offer) => ({
  ...rest,
  discountAmount: amount,
  offerTitle: title,
  offerTerms: terms,
  codeType: codeTypes[codeType],
});

/** Only the groups that the form gives are held against what others have changed. */
const form =
  ({ details, offer: given, notifications: told, settings: set }: Groups): FormOf<Campaign> =>
  (campaign) =>
    campaign.status === 'none' ?
      {}
    : {
        ...(details === null ? {} : { name: campaign.name, reply: campaign.reply, replyMedia: campaign.replyMedia }),
        ...(given === null ? {} : offerForm(campaign.offer)),
        ...(told === null ?
          {}
        : { contactNotification: campaign.notifications.contact, notifications: campaign.notifications.owner }),
        ...(set === null ? {} : campaign.settings),
      };

export const editCampaign = edit({
  input,
  by: people,
  aggregate: Campaign,
  at: ownCampaign,
  form,
  decide: ({ details, offer: given, notifications: told, settings: set }, campaign) =>
    decideEdited(
      {
        details: details === null ? null : { ...details, replyMedia: [...details.replyMedia] },
        offer: given,
        notifications:
          told === null ? null : { ...told, owner: { ...told.owner, phones: told.owner.phones.map(alertNumber) } },
        settings: set,
      },
      campaign,
    ),
});

/** As E.164. People give their own numbers as they write them. */
const alertNumber = (typed: string): string => parsePhone(typed, 'US', 'notifications.owner.phones');

/** The new keyword is claimed before the old one is let go, so that a refusal changes nothing. */
export const changeKeyword = command({
  input: z.object({ campaignId: CampaignId, keyword: campaignFields.keyword }),
  by: people,
  async run(call, { campaignId, keyword: typed }) {
    const { world, context } = call;
    const { stream, seen, campaign, businessId, tenant } = await ownCampaign(call, { campaignId });
    const keyword = chooseKeyword(typed);
    openCampaign(campaign);
    const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
    const { number } = business;
    const work = startUnitOfWork(world, context, { tenant });
    if (number !== null)
      await work.change({
        stream: streams.keywordClaim(number, keyword),
        aggregate: KeywordClaim,
        decide: (claim) => claimKeyword({ number, keyword, businessId, campaignId }, claim),
      });
    const { before } = await work.change({
      stream,
      aggregate: Campaign,
      seen,
      decide: (current) => decideKeyword({ keyword, number }, current),
    });
    if (before.status === 'active' && !(before.keyword === keyword && before.number === number)) {
      const old = { number: before.number, keyword: before.keyword, businessId, campaignId };
      await work.change({
        stream: streams.keywordClaim(before.number, before.keyword),
        aggregate: KeywordClaim,
        decide: (claim) => releaseKeyword(old, claim),
      });
    }
    return work.outcome({ keyword });
  },
});

/** Its keyword is free at once, for another campaign to take. */
export const archiveCampaign = command({
  input: z.object({ campaignId: CampaignId }),
  by: people,
  async run(call, { campaignId }) {
    const { stream, seen, businessId, tenant } = await ownCampaign(call, { campaignId });
    const work = startUnitOfWork(call.world, call.context, { tenant });
    const { before } = await work.change({
      stream,
      aggregate: Campaign,
      seen,
      decide: (current) => decideArchived(null, current),
    });
    if (before.status === 'active') {
      const { number, keyword } = before;
      await work.change({
        stream: streams.keywordClaim(number, keyword),
        aggregate: KeywordClaim,
        decide: (claim) => releaseKeyword({ number, keyword, businessId, campaignId }, claim),
      });
    }
    return work.outcome(undefined);
  },
});

const restoreRecord = decision({
  input: z.object({ campaignId: CampaignId }),
  by: people,
  aggregate: Campaign,
  at: ownCampaign,
  decide: (_, campaign) => decideRestored(null, campaign),
});
/** It claims its keyword again; where that is another's by now it waits, and says so. */
export const restoreCampaign = command({
  input: restoreRecord.input,
  by: people,
  async run(call, given) {
    const restored = await restoreRecord.run(call, given);
    const { businessId, tenant } = await ownCampaign(call, given);
    const { world, context } = call;
    const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
    const followed = await followNumber(
      { world, context: { ...context, commandId: uuidV5(namespaces.command, context.commandId, 'follow') } },
      tenant,
      businessId,
      business.number,
    );
    return { position: furthest(restored, { position: followed }), result: undefined };
  },
});
