import type { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import type { E164 } from '../sms/values.ts';
import type { Business } from './business.ts';
import { BusinessCreated, BusinessNumberAssigned, BusinessNumberReleased, type BusinessEvent } from './events.ts';

export function createBusiness(command: z.input<typeof BusinessCreated.schema>, business: Business): readonly BusinessEvent[] {
  if (business.status !== 'none') throw new DomainError('conflict', 'This business exists already.');
  return [BusinessCreated.create(command)];
}

/** A business texts with one number at a time. */
export function assignNumber(command: { readonly number: E164; readonly providerNumberId: string | null; readonly isTollFree: boolean }, business: Business): readonly BusinessEvent[] {
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  if (business.number === command.number) return [];
  if (business.number !== null) {
    const message = 'This business has a number already. Release it before you assign another.';
    throw new DomainError('conflict', message, { number: [message] });
  }
  return [BusinessNumberAssigned.create({ businessId: business.businessId, ...command })];
}

export function releaseNumber(command: { readonly number: E164 }, business: Business): readonly BusinessEvent[] {
  if (business.status === 'none' || business.number !== command.number) return [];
  return [BusinessNumberReleased.create({ businessId: business.businessId, number: command.number })];
}
