import { call, page, paging } from './call.ts';
import { type Core, merged } from './core.ts';
import { invalid } from './errors.ts';
import { currency } from './intents.ts';
import { bool, emptyable, instant, int, list, metadata, obj, oneOf, percent, range, required, str } from './params.ts';
import type { Coupon, Price, Product, PromotionCode } from './records.ts';

const interval = oneOf('day', 'week', 'month', 'year');
/** A coupon may be used as long as it is valid, is not used up and its time has not passed. */
export function isRedeemable(core: Core, coupon: Coupon): boolean {
  return (
    (coupon.redeem_by === null || coupon.redeem_by > core.now()) &&
    (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions)
  );
}

const seen = (core: Core, coupon: Coupon): Coupon => ({ ...coupon, valid: isRedeemable(core, coupon) });
const seenCode = (core: Core, code: PromotionCode): PromotionCode => ({
  ...code,
  active:
    code.active &&
    (code.expires_at === null || code.expires_at > core.now()) &&
    (code.max_redemptions === null || code.times_redeemed < code.max_redemptions) &&
    isRedeemable(core, core.get('coupon', code.promotion.coupon)),
});

export const catalogCalls = [
  call(
    'POST',
    '/v1/products',
    {
      id: str(),
      name: required(str(250)),
      description: str(),
      active: bool(),
      metadata: metadata(),
      images: list(str()),
      url: str(),
    },
    (core, _id, params) => {
      if (params.id !== undefined && core.find('product', params.id) !== null)
        throw invalid(`Product already exists.`, 'id', 'resource_already_exists');
      const product: Product & Record<string, unknown> = {
        id: params.id ?? core.newId('prod'),
        object: 'product',
        active: params.active ?? true,
        created: core.now(),
        default_price: null,
        description: params.description ?? null,
        images: params.images ?? [],
        livemode: false,
        marketing_features: [],
        metadata: merged({}, params.metadata),
        name: params.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: null,
        updated: core.now(),
        url: params.url ?? null,
      };
      core.put('product', product);
      core.tell('product.created', product);
      return product;
    },
  ),
  call('GET', '/v1/products/:id', {}, (core, id) => core.get('product', id)),
  call('GET', '/v1/products', { ...paging, active: bool(), ids: list(str()), created: range() }, (core, _id, query) =>
    page(
      core,
      'product',
      '/v1/products',
      query,
      (one) =>
        (query.active === undefined || one.active === query.active) &&
        (query.ids === undefined || query.ids.includes(one.id)),
    ),
  ),
  call(
    'POST',
    '/v1/products/:id',
    { name: str(250), description: emptyable(str()), active: bool(), metadata: metadata() },
    (core, id, { metadata: wanted, ...change }) => {
      const before = core.get('product', id);
      const after = { ...before, ...change, metadata: merged(before.metadata, wanted), updated: core.now() } as Product;
      core.put('product', after);
      core.tell('product.updated', after, before);
      return after;
    },
  ),
  call('DELETE', '/v1/products/:id', {}, (core, id) => {
    const product = core.get('product', id);
    if (core.all('price').some((price) => price.product === id))
      throw invalid('This product cannot be deleted because it has one or more user-created prices.');
    core.hide(id, { isDeleted: true });
    core.tell('product.deleted', product);
    return { id, object: 'product', deleted: true };
  }),
  call(
    'POST',
    '/v1/prices',
    {
      currency: required(currency()),
      product: str(),
      product_data: obj({ name: required(str(250)), metadata: metadata() }),
      unit_amount: int(0),
      recurring: obj({ interval: required(interval), interval_count: int(1), usage_type: oneOf('licensed') }),
      nickname: str(),
      lookup_key: str(200),
      metadata: metadata(),
      active: bool(),
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    },
    (core, _id, params) => {
      if ((params.product === undefined) === (params.product_data === undefined))
        throw invalid('You must specify either `product` or `product_data` when creating a price.', 'product');
      if (params.unit_amount === undefined)
        throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
      if (params.product_data !== undefined)
        throw invalid("The sandbox's stand-in for Stripe makes prices of products that exist.", 'product_data');
      const product = core.get('product', params.product!, 'product');
      const every = params.recurring?.interval_count ?? 1;
      const most = { day: 1_095, week: 156, month: 36, year: 3 }[params.recurring?.interval ?? 'year'];
      if (params.recurring !== undefined && every > most)
        throw invalid('You cannot have prices with an interval of over 3 years.', 'recurring[interval_count]');
      const price: Price & Record<string, unknown> = {
        id: core.newId('price'),
        object: 'price',
        active: params.active ?? true,
        billing_scheme: 'per_unit',
        created: core.now(),
        currency: params.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: params.lookup_key ?? null,
        metadata: merged({}, params.metadata),
        nickname: params.nickname ?? null,
        product: product.id,
        recurring:
          params.recurring === undefined ?
            null
          : ({
              interval: params.recurring.interval,
              interval_count: every,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            } as Price['recurring']),
        tax_behavior: params.tax_behavior ?? 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: params.recurring === undefined ? 'one_time' : 'recurring',
        unit_amount: params.unit_amount,
        unit_amount_decimal: String(params.unit_amount),
      };
      core.put('price', price);
      core.tell('price.created', price);
      return price;
    },
  ),
  call('GET', '/v1/prices/:id', {}, (core, id) => core.get('price', id)),
  call(
    'GET',
    '/v1/prices',
    { ...paging, active: bool(), product: str(), type: oneOf('one_time', 'recurring'), lookup_keys: list(str()) },
    (core, _id, query) =>
      page(
        core,
        'price',
        '/v1/prices',
        query,
        (one) =>
          (query.active === undefined || one.active === query.active) &&
          (query.product === undefined || one.product === query.product) &&
          (query.type === undefined || one.type === query.type),
      ),
  ),
  call(
    'POST',
    '/v1/prices/:id',
    { active: bool(), nickname: emptyable(str()), metadata: metadata() },
    (core, id, { metadata: wanted, ...change }) => {
      const before = core.get('price', id);
      const after = { ...before, ...change, metadata: merged(before.metadata, wanted) } as Price;
      core.put('price', after);
      core.tell('price.updated', after, before);
      return after;
    },
  ),
  call(
    'POST',
    '/v1/coupons',
    {
      id: str(),
      percent_off: percent(),
      amount_off: int(1),
      currency: currency(),
      duration: oneOf('once', 'repeating', 'forever'),
      duration_in_months: int(1),
      max_redemptions: int(1),
      redeem_by: instant(),
      name: str(40),
      metadata: metadata(),
    },
    (core, _id, params) => {
      if ((params.percent_off === undefined) === (params.amount_off === undefined))
        throw invalid('You must pass either a percent_off or an amount_off (but not both) when creating a coupon.');
      if (params.amount_off !== undefined && params.currency === undefined)
        throw invalid('Must specify currency when amount_off is used.', 'currency');
      const duration = params.duration ?? 'once';
      if ((duration === 'repeating') !== (params.duration_in_months !== undefined))
        throw invalid(
          'duration_in_months is required with, and only with, a duration of repeating.',
          'duration_in_months',
        );
      if (params.id !== undefined && core.find('coupon', params.id) !== null)
        throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
      const coupon: Coupon & Record<string, unknown> = {
        id: params.id ?? core.letters(8),
        object: 'coupon',
        amount_off: params.amount_off ?? null,
        created: core.now(),
        currency: params.currency ?? null,
        duration,
        duration_in_months: params.duration_in_months ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: merged({}, params.metadata),
        name: params.name ?? null,
        percent_off: params.percent_off ?? null,
        redeem_by: params.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      };
      core.put('coupon', coupon);
      core.tell('coupon.created', coupon);
      return coupon;
    },
  ),
  call('GET', '/v1/coupons/:id', {}, (core, id) => seen(core, core.get('coupon', id))),
  call('GET', '/v1/coupons', { ...paging }, (core, _id, query) => {
    const found = page(core, 'coupon', '/v1/coupons', query);
    return { ...found, data: found.data.map((one) => seen(core, one)) };
  }),
  call('DELETE', '/v1/coupons/:id', {}, (core, id) => {
    const coupon = core.get('coupon', id);
    core.hide(id, { isDeleted: true });
    core.tell('coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
  call(
    'POST',
    '/v1/promotion_codes',
    {
      promotion: required(obj({ type: required(oneOf('coupon')), coupon: required(str()) })),
      code: str(500),
      active: bool(),
      customer: str(),
      expires_at: instant(),
      max_redemptions: int(1),
      metadata: metadata(),
    },
    (core, _id, params) => {
      const coupon = core.get('coupon', params.promotion.coupon, 'promotion[coupon]');
      const code = params.code ?? core.letters(8).toUpperCase();
      if (!/^[a-zA-Z0-9-]+$/.test(code))
        throw invalid(
          'The code can only contain lower case characters (a-z), upper case characters (A-Z), digits (0-9), and dashes (-).',
          'code',
        );
      const isTaken = core
        .all('promotion_code')
        .some((one) => one.code.toLowerCase() === code.toLowerCase() && seenCode(core, one).active);
      if (isTaken) throw invalid('An active promotion code with `code: ' + code + '` already exists.', 'code');
      if (params.customer !== undefined) core.get('customer', params.customer, 'customer');
      const made: PromotionCode & Record<string, unknown> = {
        id: core.newId('promo'),
        object: 'promotion_code',
        active: params.active ?? true,
        code,
        created: core.now(),
        customer: params.customer ?? null,
        customer_account: null,
        expires_at: params.expires_at ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: merged({}, params.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
        times_redeemed: 0,
      };
      core.put('promotion_code', made);
      core.tell('promotion_code.created', made);
      return made;
    },
  ),
  call('GET', '/v1/promotion_codes/:id', {}, (core, id) => seenCode(core, core.get('promotion_code', id))),
  call(
    'GET',
    '/v1/promotion_codes',
    { ...paging, code: str(), coupon: str(), active: bool(), customer: str() },
    (core, _id, query) => {
      const found = page(
        core,
        'promotion_code',
        '/v1/promotion_codes',
        query,
        (one) =>
          (query.code === undefined || one.code.toLowerCase() === query.code.toLowerCase()) &&
          (query.coupon === undefined || one.promotion.coupon === query.coupon) &&
          (query.customer === undefined || one.customer === query.customer) &&
          (query.active === undefined || seenCode(core, one).active === query.active),
      );
      return { ...found, data: found.data.map((one) => seenCode(core, one)) };
    },
  ),
  call(
    'POST',
    '/v1/promotion_codes/:id',
    { active: bool(), metadata: metadata() },
    (core, id, { active, metadata: wanted }) => {
      const before = core.get('promotion_code', id) as PromotionCode & { metadata: Readonly<Record<string, string>> };
      const after = { ...before, active: active ?? before.active, metadata: merged(before.metadata, wanted) };
      core.put('promotion_code', after);
      core.tell('promotion_code.updated', after, before);
      return after;
    },
  ),
];
