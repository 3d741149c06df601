import { z } from 'zod';
import { emailAddress, line, optionalLine, timezone } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

const longest = { name: 120, person: 100, phone: 40, website: 200 } as const;
const person = z.string().max(longest.person);
const allowance = z.number().int().min(0);

/** What events say of an agency, in the groups that change together. */
export const storedAgency = {
  details: {
    name: z.string().min(1).max(longest.name),
    email: personal(z.email()),
    firstName: personal(person),
    lastName: personal(person),
    phone: personal(z.string().max(longest.phone).nullable()),
    website: z.string().max(longest.website).nullable(),
    timezone: z.string().max(60),
    supportEmail: z.email().nullable(),
  },
  features: { isTemplate: z.boolean(), isActiveLivechat: z.boolean(), isActiveLoop: z.boolean() },
  /** `freeFee`: it pays no fee. The free allowance of a month: numbers held, segments of text, minutes of calls. */
  billing: { freeFee: z.boolean(), freeNumbers: allowance, freeMessages: allowance, freeCalls: allowance },
} as const;

const entered = allowance.max(100_000_000);
/** What people may enter, and what they are told otherwise. */
export const agencyFields = {
  details: {
    name: line('The name', longest.name),
    email: emailAddress,
    firstName: line('The first name', longest.person),
    lastName: optionalLine('The last name', longest.person).transform((name) => name ?? ''),
    phone: optionalLine('The phone number', longest.phone),
    website: optionalLine('The website', longest.website),
    timezone,
    supportEmail: emailAddress.nullable(),
  },
  features: storedAgency.features,
  billing: { freeFee: z.boolean(), freeNumbers: entered, freeMessages: entered, freeCalls: entered },
} as const;
