import { BrandForm, CampaignForm } from '../../../domain/registrations/a2p/fields.ts';
import { feeOn } from '../../../domain/registrations/a2p/fees.ts';
import { tmobileDay } from '../../../domain/registrations/limits.ts';
import { action } from '../action.ts';
import type { Cast, Shop } from '../cast.ts';
import type { World } from '../world.ts';

const brandOf = ({ name }: Shop, version: number) =>
  BrandForm.parse({
    kind: 'low-volume',
    legalName: `${name} LLC`,
    legalForm: 'llc',
    companyType: 'private',
    vertical: 'HOSPITALITY',
    ein: '12-3456780',
    website: `https://shop.example/${version}`,
    stockExchange: null,
    stockTicker: null,
    address: { street: '1 Pine Street', city: 'Oakland', region: 'CA', postalCode: '94601', country: 'US' },
    representative: {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@shop.example',
      phone: '+15105550100',
      title: 'Owner',
      position: 'CEO',
    },
  });
const campaignOf = ({ name, number, keywords }: Shop, version: number) =>
  CampaignForm.parse({
    useCase: 'MIXED',
    description: `${name} sends offers to customers who opted in, version ${version}.`,
    flow: `People text ${keywords[0]} to ${number}. Message frequency varies. Message and data rates may apply. STOP ends it.`,
    samples: [
      `${name}: Two for one today. Reply STOP to opt out.`,
      `${name}: See you tonight at seven. Reply STOP to opt out.`,
    ],
    hasLinks: false,
    hasPhone: false,
    isAgeGated: false,
    isLending: false,
    optInKeywords: [keywords[0]],
    optInMessage: `${name}: Welcome! Msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
    helpMessage: `${name}: Call 510-555-0100 for help. Reply STOP to opt out.`,
    optOutMessage: `${name}: You are unsubscribed and will get no more texts.`,
    privacyUrl: 'https://shop.example/privacy',
    termsUrl: 'https://shop.example/terms',
  });

const what = ['brand', 'campaign', 'correct', 'suspend', 'fill the day', 'cancel'] as const;

/** A business registers, corrects what was refused, has its campaign suspended, or uses its day up. */
export const registration = action({
  name: 'registration',
  weight: 1,
  onlyAsTheme: true,
  plan: (chance, cast: Cast) => ({
    shop: chance.int(0, cast.shops.length - 1),
    what: chance.one(what) as (typeof what)[number],
    version: chance.int(1, 1_000),
    /** Segments that the carriers still take of the brand that day: of these, broadcasts may have all but 250. */
    left: chance.one([0, 2, 252, 254]),
    suspendedMs: chance.between(20_000, 600_000),
  }),
  async run(world, { shop: nth, what: does, version, left, suspendedMs }) {
    const shop = world.cast.shops[nth]!;
    switch (does) {
      case 'brand':
        return void submitBrand(world, shop, version);
      case 'campaign':
        return void submitCampaign(world, shop, version, null);
      case 'correct':
        return correct(world, shop, version);
      case 'suspend': {
        const campaign = (await registrationOf(world, shop)).findLast(({ type }) => type === 'A2pCampaignSubmitted');
        const brandId = String(campaign?.data['brandId']);
        if (campaign !== undefined) world.registry!.suspend(`MG-${brandId}`, suspendedMs);
        return;
      }
      case 'cancel':
        return cancel(world, shop);
      case 'fill the day':
        return fillDay(world, shop, left);
      default:
        return does satisfies never;
    }
  },
});

const registrationOf = async (world: World, { businessId }: Shop) =>
  (await world.events()).filter(({ stream }) => stream === `registrations-${businessId}`);

function submitBrand(world: World, shop: Shop, version: number): Promise<unknown> {
  const { businessId, name, person } = shop;
  world.tell(`${name} submits its brand, version ${version}`);
  return world.ask(`${name} submits its brand`, person, ({ registrations }, context) =>
    registrations.submitBrand(context, {
      businessId,
      agreedFee: feeOn('brand-low-volume', today(world)),
      ...brandOf(shop, version),
    }),
  );
}

/** Tried again for a while: the brand comes first. */
function submitCampaign(world: World, shop: Shop, version: number, campaignId: string | null): Promise<unknown> {
  const { businessId, name, person } = shop;
  world.tell(`${name} submits its campaign, version ${version}`);
  return world.ask(
    `${name} submits its campaign`,
    person,
    ({ registrations }, context) =>
      registrations.submitCampaign(context, {
        businessId,
        campaignId,
        agreedFee: feeOn('campaign-vetting', today(world)),
        ...campaignOf(shop, version),
      }),
    { tries: 12 },
  );
}

/** What the person sees; where no one pays it doesn't count. */
const today = (world: World): string => world.timeline.now().toISOString().slice(0, 10);

/** The newest part is given up, as long as the carriers don't have it. */
async function cancel(world: World, shop: Shop): Promise<void> {
  const { businessId, name, person } = shop;
  const newest = (await registrationOf(world, shop)).findLast(({ type }) =>
    /^A2p(Brand|Campaign)Submitted$/.test(type),
  );
  if (newest === undefined) return;
  const part = newest.type === 'A2pBrandSubmitted' ? 'brand' : 'campaign';
  const partId = String(newest.data[`${part}Id`]);
  world.tell(`${name} gives up its ${part}`);
  void world.ask(`${name} gives up its ${part}`, person, ({ registrations }, context) =>
    registrations.cancelA2p(context, { businessId, part, partId }),
  );
}

/** The newest part that was refused is corrected. */
async function correct(world: World, shop: Shop, version: number): Promise<void> {
  const refused = (await registrationOf(world, shop)).findLast(
    ({ type, data }) => /^A2p(Brand|Campaign)Reviewed$/.test(type) && data['state'] === 'refused',
  );
  if (refused === undefined) return;
  if (refused.type === 'A2pBrandReviewed') void submitBrand(world, shop, version);
  else void submitCampaign(world, shop, version, String(refused.data['campaignId']));
}

/** Other numbers of the brand, which are not of this story, have sent most of its day. */
async function fillDay(world: World, { businessId, name }: Shop, left: number): Promise<void> {
  const day = tmobileDay(world.timeline.now());
  const [filled] = await world.query<{ brand_id: string }>(
    `insert into ops.brand_days (brand_id, day, business_id, taken, granted)
       select brand_id, $2::date, business_id, day_most - $3, 0 from ops.sender_limits where business_id = $1::uuid
       on conflict do nothing returning brand_id`,
    [businessId, day, left],
  );
  if (filled === undefined) return;
  world.tell(`the day of ${name} at T-Mobile has ${left} segments left`);
  world.filledDays.push({ businessId, day, left });
}
