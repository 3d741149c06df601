import { z } from 'zod';
import { Currency, decimalsOf, largestCharge } from '../kernel/money.ts';
import { line, paragraphs } from '../kernel/fields.ts';

/** Who buys it: an agency, or a business that stands alone (and, for what its agency reckons, a business of an agency). */
export const PlanKind = z.enum(['agency', 'business']);
export type PlanKind = z.output<typeof PlanKind>;

/** What is bought with it. Everything but a plan is an add-on, of which one each is for sale. */
export const PlanSection = z.enum(['plan', 'livechat', 'loop', 'a2p', 'unlimited']);
export type PlanSection = z.output<typeof PlanSection>;

export const PlanInterval = z.enum(['month', 'year']);
export type PlanInterval = z.output<typeof PlanInterval>;

/** What a plan switches on. */
export const PlanFeature = z.enum(['livechat', 'loop', 'mms', 'whitelabel']);
export type PlanFeature = z.output<typeof PlanFeature>;

/** What a month of a plan includes, each also with a price beyond that: segments of text, MMS, emails, contacts, numbers, call minutes. */
export const planQuantities = ['messages', 'mms', 'emails', 'contacts', 'numbers', 'minutes'] as const;
export type PlanQuantity = (typeof planQuantities)[number];

/** So many plans of a kind may be for sale, add-ons included. */
export const maxPlans = 200;
const longestName = 80;
/** As Stripe takes them. */
const longestTrialDays = 730;
const mostIncluded = 1_000_000_000;
/** A hundred of a currency's main unit for one text, in 1/10,000 of its smallest. */
export const highestOverage = 100 * 100 * 10_000;

const storedAmount = z.number().int().min(0);
const storedIncluded = storedAmount.nullable();

/**
 * What events say of a plan. `amount`: per interval, in the currency's smallest unit. Included: per month, null is
 * unlimited. `overage…`: the price of each one more, in 1/10,000 of the smallest unit; null: there are no more.
 */
export const storedTerms = {
  name: z.string().max(longestName),
  description: z.string().max(500),
  amount: storedAmount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  interval: PlanInterval,
  trialDays: storedAmount,
  messages: storedIncluded,
  mms: storedIncluded,
  emails: storedIncluded,
  contacts: storedIncluded,
  numbers: storedIncluded,
  minutes: storedIncluded,
  overageMessages: storedIncluded,
  overageMms: storedIncluded,
  overageEmails: storedIncluded,
  overageContacts: storedIncluded,
  overageNumbers: storedIncluded,
  overageMinutes: storedIncluded,
  features: z.array(PlanFeature),
} as const;
export const StoredTerms = z.object(storedTerms);
export type PlanTerms = Readonly<z.output<typeof StoredTerms>>;

/** A whole number from 0; text, fractions and negative or huge numbers are refused. */
const whole = (what: string, most: number) =>
  z
    .number(`${what} is a whole number.`)
    .int(`${what} is a whole number.`)
    .min(0, `${what} can’t be negative.`)
    .max(most, `${what} can be at most ${most.toLocaleString('en-US')}.`);
const included = whole('This', mostIncluded).nullable();
const overage = whole('The price', highestOverage).nullable();

/** What people may enter. */
export const planFields = {
  name: line('The name', longestName),
  description: paragraphs('The description', 500).pipe(z.string().trim()),
  amount: whole('The price', largestCharge),
  currency: Currency,
  interval: PlanInterval,
  trialDays: whole('The trial', longestTrialDays),
  messages: included,
  mms: included,
  emails: included,
  contacts: included,
  numbers: included,
  minutes: included,
  overageMessages: overage,
  overageMms: overage,
  overageEmails: overage,
  overageContacts: overage,
  overageNumbers: overage,
  overageMinutes: overage,
  features: z
    .array(PlanFeature)
    .max(PlanFeature.options.length)
    .transform((given) => PlanFeature.options.filter((feature) => given.includes(feature))),
} as const;

/** What a unit price has behind the point: the currency's own decimals, and four more. */
const unitDecimals = (currency: Currency): number => decimalsOf(currency) + 4;

/** A unit price as people type it, `0.015`, in 1/10,000 of the currency's smallest unit; null: it is none. */
export function readUnitPrice(typed: string, currency: Currency): number | null {
  const parts = /^(\d{1,9})(?:\.(\d+))?$/.exec(typed.trim());
  const decimals = parts?.[2] ?? '';
  if (parts === null || decimals.length > unitDecimals(currency)) return null;
  return Number(parts[1]! + decimals.padEnd(unitDecimals(currency), '0'));
}
/** The same as a form shows it: `0.015`, without zeros at its end beyond the currency's decimals. */
export function plainUnitPrice(units: number, currency: Currency): string {
  const places = unitDecimals(currency);
  const digits = String(units).padStart(places + 1, '0');
  const decimals = digits.slice(-places).replace(/0{1,4}$/, '');
  return decimals === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${decimals}`;
}
