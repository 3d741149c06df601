import { eachByApiName } from '../../../domain/contacts/attributes.ts';
import type { JsonSchema } from './schemas.ts';

const id = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const picture = '/media/pZ4kQ0mTfY7sV2uXc1bD3w';

/**
 * What stands in an example for a text of this name, or of this name in that schema: a word means the same in every call.
 * The contract's tests check that each example is one that the call takes or answers.
 */
const texts: Readonly<Record<string, string>> = {
  ...eachByApiName((_, { sample }) => sample),
  a2p_confirmed_on: '2026-11-21',
  a2p_subscription_status: 'active',
  about: 'Bella',
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  access_token: 'kq0d5l2Yb7hX9mT3vR8sW1zA4cE6gJ0pN2uQ5xB7yD9',
  account_sid: `AC${'0123456789abcdef'.repeat(2)}`,
  actor: 'user',
  address: '2200 Chestnut Street',
  api_key: 'SG.example-key',
  area_code: '415',
  assignee_id: id,
  auth: 'tBHItJI5svbpez7KI4CCXg',
  auth_token: '0123456789abcdef0123456789abcdef',
  author: 'Ann Lee',
  author_id: id,
  avatar: picture,
  before: '1200',
  body: 'Your table is ready at seven.',
  by: 'Bella Russo',
  city: 'San Francisco',
  color: '#1d4ed8',
  contact_id: id,
  contains: 'PIZZA',
  content: 'On Sunday from 02:00 to 02:30 (UTC) texts wait a little.',
  content_type: 'image/jpeg',
  country: 'US',
  currency: 'USD',
  current_password: 'correct horse battery staple',
  custom_domain: 'text.northwind.example',
  custom_fields: 'Birthday',
  date_format: 'MM/DD/YYYY',
  date_range: '2026-11-01,2026-11-21',
  day: '2026-11-21',
  default_payment_method: 'card',
  description: 'A pizzeria with a keyword campaign.',
  domain: 'text.northwind.example',
  email: 'bella@example.com',
  emails: 'bella@example.com',
  endpoint: 'https://push.example.com/send/abc123',
  error: 'Enter a valid email address.',
  favicon: picture,
  field: 'name',
  first_name: 'Bella',
  from: '2026-11-01',
  from_email: 'hello@northwind.example',
  from_name: 'Northwind Marketing',
  full_name: 'Bella Russo',
  host: 'text.northwind.example',
  how: 'keyword',
  i: '1',
  id,
  inbox_url: 'http://127.0.0.1:3001/inbox',
  instance_id: id,
  keyword: 'PIZZA',
  keywords: 'PIZZA',
  kind: 'message',
  last_name: 'Russo',
  'LegalPage.content': 'We use your number to answer you, and for nothing else.',
  'LegalPage.link': 'https://bellas-pizzeria.example/privacy',
  link: '/business/dashboard',
  locality: 'San Francisco',
  logo: picture,
  message: 'This has been done.',
  name: 'Bella’s Pizzeria',
  note: 'Prefers the table by the window.',
  number: '+14155550100',
  number_status: 'active',
  offer_terms: 'One for each guest, with any drink.',
  offer_title: 'A free slice',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  password: 'a new horse with a long name',
  phone: '+14155550134',
  phone_number: '+14155550100',
  phone_url: 'http://127.0.0.1:3001/phone',
  phones: '+14155550134',
  plan_id: id,
  position: '1234',
  postal_code: '94123',
  problem: 'The TXT record is missing.',
  provider_message_id: `SM${'0123456789abcdef'.repeat(2)}`,
  public_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  purpose: 'livechat',
  reason: 'This contact has opted out.',
  redemption_url: 'https://northwind.example.com/redeem/bellas-pizzeria',
  region: 'us-east-1',
  reminder_message: 'Your free slice waits until {{coupon_expires}}.',
  reply: 'Thanks, {{first_name|friend}}! Show {{coupon_code}} at the counter.',
  script: '<iframe src="https://app.example.com/pages/6f1c7a52/bellas-pizzeria?embed=1"></iframe>',
  search: 'bella',
  seen: '1200',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sender: 'Ada Admin',
  state: 'CA',
  static_code: 'SLICE20',
  status: 'delivered',
  stripe_plan: 'standard',
  stripe_status: 'active',
  subdomain: 'northwind',
  subdomain_url: 'https://northwind.example.com',
  subject: 'Welcome to the list',
  support_email: 'help@northwind.example',
  template: 'restaurant',
  template_content: 'Put the stand with the keyword beside the till.',
  text: '[phone_number] opted into the campaign with the keyword [keyword]',
  timezone: 'America/Los_Angeles',
  title: 'Maintenance on Sunday',
  to: '2026-11-21',
  token: 'kq0d5l2Yb7hX9mT3vR8sW1zA4cE6gJ0pN2uQ5xB7yD9',
  type: 'BusinessSettingsChanged',
  unique_id: 'bellas-pizzeria',
  url: picture,
  user_id: id,
  value: '203.0.113.10',
  website: 'https://bellas-pizzeria.example',
  zip: '94110',
  words: 'PIZZA',
};
/** The same of what is no text and has no shape of its own. */
const things: Readonly<Record<string, unknown>> = {
  details: { field: 'name', was: 'Bella’s', now: 'Bella’s Pizzeria' },
  masked: { account_sid: 'AC12…9f3e' },
  now: 'Bella’s Pizzeria',
  variants: { 320: picture, 800: picture },
  was: 'Bella’s',
};
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T17:02:11.000Z',
  email: 'bella@example.com',
  uri: 'https://app.example.com/media/pZ4kQ0mTfY7sV2uXc1bD3w',
  uuid: id,
};

type Resolve = (name: string) => JsonSchema;
interface Place {
  /** Of the field, or of the list that it stands in. */
  readonly name: string | null;
  /** Of the named schema that it is in. */
  readonly within: string | null;
}

/** An example of a schema: its own, where its declaration has one (`.meta({ examples })`). `resolve` finds a named one. */
export function exampleOf(schema: JsonSchema, resolve: Resolve, place: Place = { name: null, within: null }): unknown {
  if (typeof schema['$ref'] === 'string') {
    const named = schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1);
    return exampleOf(resolve(named), resolve, { name: place.name, within: named });
  }
  if (Array.isArray(schema['examples'])) return (schema['examples'] as unknown[])[0];
  if ('const' in schema) return schema['const'];
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly JsonSchema[] | undefined;
  // Of several forms the last is the full one; nothing is none.
  if (choices !== undefined)
    return exampleOf(choices.findLast((choice) => choice['type'] !== 'null') ?? choices[0]!, resolve, place);
  if (Array.isArray(schema['enum'])) return schema['default'] ?? (schema['enum'] as unknown[])[0];
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  switch (type) {
    case 'boolean':
      return schema['default'] ?? true;
    case 'integer':
    case 'number':
      return schema['default'] ?? Math.max(1, Number(schema['minimum'] ?? 1));
    case 'array':
      // Of a fixed number of parts each its own.
      return ((schema['prefixItems'] ?? [schema['items']]) as readonly JsonSchema[]).map((part) =>
        exampleOf(part, resolve, place),
      );
    case 'string':
      return textOf(schema, place);
    case 'object':
      return objectOf(schema, resolve, place);
    default:
      return things[place.name ?? ''] ?? null;
  }
}

/** A field that nothing is known of stands for itself (‹tag›), which the document's test refuses. */
const textOf = (schema: JsonSchema, { name, within }: Place): string =>
  texts[`${within}.${name}`] ?? formats[String(schema['format'])] ?? texts[name ?? ''] ?? `‹${name}›`;

function objectOf(schema: JsonSchema, resolve: Resolve, { name, within }: Place): unknown {
  if (schema['properties'] === undefined) return things[name ?? ''] ?? {};
  return Object.fromEntries(
    Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([key, inner]) => [
      key,
      exampleOf(inner, resolve, { name: key, within }),
    ]),
  );
}
