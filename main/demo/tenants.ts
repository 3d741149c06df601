import { id } from './names.ts';

export const agencyId = id('agency', 'northwind');

const lakesideId = id('agency', 'lakeside');

/** At work: each has a number, a keyword campaign and a past. */
export const businesses = [
  {
    businessId: id('business', 'bellas'),
    name: "Bella's Pizzeria",
    uniqueId: 'bellas-pizzeria',
    number: '+14155550100',
    timezone: 'America/Los_Angeles',
    keyword: 'PIZZA',
    campaign: 'Free garlic bread',
    reply: 'Hi {{first_name|there}}! Free garlic bread with any large pizza: show your coupon. {{coupon_link}}',
    email: 'business@demo.test',
    firstName: 'Bella',
    lastName: 'Russo',
    address: '2200 Chestnut Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94123',
  },
  {
    businessId: id('business', 'harbor'),
    name: 'Harbor Fitness',
    uniqueId: 'harbor-fitness',
    number: '+14155550101',
    timezone: 'America/New_York',
    keyword: 'FIT',
    campaign: 'Seven days free',
    reply:
      'Welcome {{first_name|there}}! Seven free days at Harbor Fitness: show your coupon at the front desk. {{coupon_link}}',
    email: 'harbor@demo.test',
    firstName: 'Marcus',
    lastName: 'Webb',
    address: '18 Harbor Row',
    city: 'Boston',
    state: 'MA',
    postalCode: '02110',
  },
] as const;
/** Who works with the owner, by the unique id of the business. */
export const colleagues = {
  'bellas-pizzeria': { email: 'marta@demo.test', firstName: 'Marta', lastName: 'Conti', role: 'manager' },
  'harbor-fitness': { email: 'dana@demo.test', firstName: 'Dana', lastName: 'Reyes', role: 'manager' },
} as const;
/** Who else works there, with the roles that see the least. */
export const staff = {
  'bellas-pizzeria': [
    { email: 'leo@demo.test', firstName: 'Leo', lastName: 'Park', role: 'agent' },
    { email: 'nina@demo.test', firstName: 'Nina', lastName: 'Alvarez', role: 'till' },
  ],
  'harbor-fitness': [],
} as const;
/** The mobile numbers of owners and those who work with them, for alerts by text. */
export const mobiles = {
  'bellas-pizzeria': { owner: '+14155550191', colleague: '+14155550192' },
  'harbor-fitness': { owner: '+16175550193', colleague: '+16175550194' },
} as const;
/** What else the lists show: a business that is switched off, one that is archived, and one of an archived agency. */
export const others = [
  {
    businessId: id('business', 'maple'),
    agencyId,
    name: 'Maple Street Books',
    uniqueId: 'maple-street-books',
    timezone: 'America/Chicago',
    email: 'books@demo.test',
    firstName: 'Priya',
    lastName: 'Shah',
    then: 'inactive',
  },
  {
    businessId: id('business', 'sunset'),
    agencyId,
    name: 'Sunset Cinema',
    uniqueId: 'sunset-cinema',
    timezone: 'America/Denver',
    email: 'cinema@demo.test',
    firstName: 'Tom',
    lastName: 'Okafor',
    then: 'archived',
  },
  {
    businessId: id('business', 'boats'),
    agencyId: lakesideId,
    name: 'Lakeside Boats',
    uniqueId: 'lakeside-boats',
    timezone: 'America/Chicago',
    email: 'boats@demo.test',
    firstName: 'Ines',
    lastName: 'Costa',
    then: null,
  },
] as const;

export const admin = {
  role: 'Admin',
  email: 'admin@demo.test',
  firstName: 'Ada',
  lastName: 'Admin',
  agencyId: null,
  businessId: null,
} as const;
export const agencies = [
  {
    agencyId,
    name: 'Northwind Marketing',
    email: 'agency@demo.test',
    firstName: 'Noor',
    lastName: 'Northwind',
    phone: '+14155550199',
    website: 'https://northwind.test',
    timezone: 'America/Los_Angeles',
    archived: false,
  },
  {
    agencyId: lakesideId,
    name: 'Lakeside Media',
    email: 'lakeside@demo.test',
    firstName: 'Liam',
    lastName: 'Lake',
    phone: null,
    website: null,
    timezone: 'America/Chicago',
    archived: true,
  },
] as const;

/** What a business of a demo may do. */
export const plan = {
  currency: 'USD',
  dateFormat: 'MM/DD/YYYY',
  monthlyMessages: 1000,
  contactLimit: 500,
  isEnabledLivechat: true,
  isActiveLivechat: true,
  isEnabledLoop: true,
  isActiveLoop: true,
  isActiveMms: true,
  isTemplate: false,
  templateContent: null,
} as const;

/** What an agency of a demo may do, and gives on. */
export const rights = {
  isTemplate: false,
  isActiveLivechat: true,
  isActiveLoop: true,
  freeFee: true,
  freeNumbers: 5,
  freeMessages: 5000,
  freeCalls: 500,
} as const;
