import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Stripe's objects as the SDK's own declarations have them, read with TypeScript's compiler: which keys there must be,
 * which there may be, and of what types. What the stand-in answers is held against it, so that a new version of the SDK
 * that moves a field breaks this build, and not the production.
 */

const folder = dirname(dirname(createRequire(import.meta.url).resolve('stripe')));
const resources = join(folder, 'esm', 'resources');

/** Where the type of a wire object is declared: its file and name. */
const declared: Readonly<Record<string, readonly [file: string, name: string]>> = {
  customer: ['Customers', 'Customer'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  account: ['Accounts', 'Account'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  refund: ['Refunds', 'Refund'],
  dispute: ['Disputes', 'Dispute'],
  product: ['Products', 'Product'],
  price: ['Prices', 'Price'],
  coupon: ['Coupons', 'Coupon'],
  promotion_code: ['PromotionCodes', 'PromotionCode'],
  discount: ['Discounts', 'Discount'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  invoice: ['Invoices', 'Invoice'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  invoiceitem: ['InvoiceItems', 'InvoiceItem'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  event: ['Events', 'EventBase'],
};
const deleted: typeof declared = {
  customer: ['Customers', 'DeletedCustomer'],
  product: ['Products', 'DeletedProduct'],
  coupon: ['Coupons', 'DeletedCoupon'],
};

const program = ts.createProgram(
  [...new Set([...Object.values(declared)].map(([file]) => join(resources, `${file}.d.ts`)))],
  {
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  },
);
const checker = program.getTypeChecker();

function typeOf([file, name]: readonly [string, string]): ts.Type {
  const source = program.getSourceFile(join(resources, `${file}.d.ts`));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  // `Checkout.SessionCreateParams` is in a namespace.
  const symbol = name
    .split('.')
    .reduce<ts.Symbol | undefined>(
      (within, part) => within && checker.getExportsOfModule(within).find((one) => one.name === part),
      module,
    );
  if (symbol === undefined) throw new Error(`The SDK declares no ${name} in ${file}.`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/** Everything that is wrong with an answer, one fault a line; empty: it is as the SDK declares it. */
export function faultsOf(value: unknown): readonly string[] {
  const object = (value as { object?: string }).object ?? '';
  if (object === 'list') return (value as { data: readonly unknown[] }).data.flatMap((one) => faultsOf(one));
  const from = (value as { deleted?: boolean }).deleted === true ? deleted[object] : declared[object];
  if (from === undefined) return [`The answer is a ${object}, of which nothing is known.`];
  if (object !== 'event') return check(value, typeOf(from), object);
  // What an event is about is any object, and what it was before is a part of one.
  const { data } = value as { data: { object: unknown; previous_attributes?: unknown } };
  return [
    ...check(value, typeOf(from), object).filter(
      (fault) => !/^event\.data\.(object|previous_attributes)\b/.test(fault),
    ),
    ...faultsOf(data.object).map((fault) => `event: ${fault}`),
  ];
}

function check(value: unknown, type: ts.Type, at: string): readonly string[] {
  if (type.isUnion()) return checkUnion(value, type.types, at);
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
  const wrong = () => [`${at}: ${JSON.stringify(value)?.slice(0, 60)} is no ${checker.typeToString(type)}`];
  if (flags & ts.TypeFlags.Null) return value === null ? [] : wrong();
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return value === undefined ? [] : wrong();
  if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value ? [] : wrong();
  if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === String(value) ? [] : wrong();
  if (flags & ts.TypeFlags.String) return typeof value === 'string' ? [] : wrong();
  if (flags & ts.TypeFlags.Number) return typeof value === 'number' ? [] : wrong();
  if (flags & ts.TypeFlags.Boolean) return typeof value === 'boolean' ? [] : wrong();
  // A decimal is a text on the wire: the SDK makes an object of it.
  if (checker.typeToString(type) === 'Decimal') return typeof value === 'string' ? [] : wrong();
  // `string & Record<never, never>`: any text, besides the ones that are listed.
  if (type.isIntersection())
    return type.types.some((one) => one.flags & ts.TypeFlags.String) && typeof value === 'string' ? [] : wrong();
  if (checker.isArrayType(type)) {
    if (!Array.isArray(value)) return wrong();
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return value.flatMap((one, index) => check(one, item!, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong();
  return checkObject(value as Readonly<Record<string, unknown>>, type, at);
}

function checkObject(value: Readonly<Record<string, unknown>>, type: ts.Type, at: string): readonly string[] {
  const properties = new Map(type.getProperties().map((one) => [one.name, one]));
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const missing = [...properties.values()]
    .filter((one) => !(one.flags & ts.SymbolFlags.Optional) && !(one.name in value) && !isMethod(one))
    .map((one) => `${at}.${one.name} is missing`);
  const rest = Object.entries(value).flatMap(([key, inside]) => {
    const property = properties.get(key);
    if (property !== undefined) return check(inside, checker.getTypeOfSymbol(property), `${at}.${key}`);
    return index === undefined ? [`${at}.${key} is not in the SDK`] : check(inside, index, `${at}.${key}`);
  });
  return [...missing, ...rest];
}

const isMethod = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Method) !== 0;

/** Right if one member takes it; otherwise what is wrong with the member that is meant. */
function checkUnion(value: unknown, types: readonly ts.Type[], at: string): readonly string[] {
  let best: readonly string[] | null = null;
  const isObject = typeof value === 'object' && value !== null;
  for (const type of types) {
    const faults = check(value, type, at);
    if (faults.length === 0) return [];
    const isMeant = isObject && (type.flags & ts.TypeFlags.Object) !== 0 && hasItsName(value, type);
    if (isMeant || best === null) best = faults;
  }
  return best ?? [];
}

/** An object of the wire says in `object` which it is. */
function hasItsName(value: object, type: ts.Type): boolean {
  const named = type.getProperty('object');
  if (named === undefined) return true;
  const literal = checker.getTypeOfSymbol(named);
  return literal.isStringLiteral() && literal.value === (value as { object?: string }).object;
}

/** The parameters that the SDK can send to a method, such as `items[][price]`, down to three levels. */
export function parametersOf(file: string, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (type: ts.Type, at: string, depth: number): void => {
    const members = type.isUnion() ? type.types : [type];
    for (const member of members) {
      if (checker.isArrayType(member)) {
        const [item] = checker.getTypeArguments(member as ts.TypeReference);
        found.add(`${at}[]`);
        walk(item!, `${at}[]`, depth + 1);
      } else if (member.flags & ts.TypeFlags.Object && depth < 5)
        for (const property of member.getProperties()) {
          const path = at === '' ? property.name : `${at}[${property.name}]`;
          found.add(path);
          walk(checker.getTypeOfSymbol(property), path, depth + 1);
        }
    }
  };
  walk(typeOf([file, name]), '', 0);
  return found;
}
