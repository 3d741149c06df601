/** A brand and a campaign as reviewers take them. */
export const brand = {
  kind: 'low-volume',
  legal_name: 'Shop of North LLC',
  legal_form: 'llc',
  company_type: 'private',
  vertical: 'RETAIL',
  ein: '12-3456780',
  website: 'https://north.example',
  street: '1 Main St',
  city: 'Austin',
  region: 'TX',
  postal_code: '78701',
  country: 'US',
  first_name: 'Nora',
  last_name: 'North',
  email: 'nora@north.example',
  phone: '(512) 555-0100',
  title: 'Owner',
  position: 'CEO',
};
export const campaign = {
  use_case: 'MIXED',
  description: 'The Shop of North sends offers and order updates to customers who opted in.',
  message_flow:
    'Customers text SHOP to +1 415 555 0150 as shown at the counter of the Shop of North. Message frequency varies. ' +
    'Message and data rates may apply. Reply STOP to opt out.',
  samples: [
    'Shop of North: Two for one today. Reply STOP to opt out.',
    'Shop of North: Your order is ready. Reply STOP to opt out.',
  ],
  has_links: false,
  has_phone: false,
  age_gated: false,
  lending: false,
  opt_in_keywords: ['SHOP'],
  opt_in_message: 'Shop of North: Welcome! Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
  help_message: 'Shop of North: Call 415-555-0150 for help. Reply STOP to opt out.',
  opt_out_message: 'Shop of North: You are unsubscribed and get no more texts.',
  privacy_url: 'https://north.example/privacy',
  terms_url: 'https://north.example/terms',
};
/** The same of a person without an EIN. */
export const soleProprietor = {
  ...brand,
  kind: 'sole-proprietor',
  legal_name: 'Shop of North',
  legal_form: 'sole-proprietorship',
  ein: null,
  email: 'nora@gmail.com',
};
