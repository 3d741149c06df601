import { action } from '../action.ts';

/** A business makes a campaign, maybe with a keyword that is taken. */
export const campaign = action({
  name: 'campaign',
  weight: 1,
  plan: (chance, cast) => ({
    shop: chance.int(0, cast.shops.length - 1),
    keyword: chance.one(['TACO', 'PIZZA', 'GYM', 'FRIDAY']),
  }),
  run(world, { shop: nth, keyword }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    world.tell(`${name} makes the campaign ${keyword}`);
    const campaignId = world.uuid();
    void world.ask(`campaign ${keyword}`, person, ({ setup }, context) =>
      setup.createCampaign(context, {
        campaignId,
        businessId,
        name: keyword,
        type: 'text',
        keyword,
        reply: `${keyword} it is.`,
        replyMedia: [],
      }),
    );
  },
});
