import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { emailAddress } from '../../domain/kernel/fields.ts';
import { CampaignId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { AccountEmail, requestEmail } from '../../domain/emails/account-email.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { ownCampaign } from './own-campaign.ts';

/** Sends the link of a page to one address, in the name of the business. `link`: the page's address, which the API knows. */
export const sharePage = command({
  input: z.object({ campaignId: CampaignId, email: emailAddress, link: z.url({ protocol: /^https?$/ }) }),
  by: people,
  async run(call, { campaignId, email, link }) {
    const { world, context } = call;
    const { campaign, userId, businessId, tenant } = await ownCampaign(call, { campaignId });
    const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
    const mailId = uuidV5(namespaces.command, context.commandId, 'mail', 'shared-page');
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.accountEmail(mailId),
      aggregate: AccountEmail,
      decide: (mail) =>
        requestEmail(
          {
            mailId,
            userId,
            agencyId: business.agencyId,
            kind: 'shared-page',
            email,
            tokenRef: null,
            expiresAt: null,
            about: { title: campaign.name, link, from: business.name },
          },
          mail,
        ),
    });
    return work.outcome(undefined);
  },
});
