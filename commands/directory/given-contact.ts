import type { z } from 'zod';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { type AttributeName, attributes, eachAttribute } from '../../domain/contacts/attributes.ts';
import { contactFields } from '../../domain/contacts/fields.ts';
import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import { understand } from '../../domain/custom-fields/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** What another system says of a contact, by the rules of our own forms. */
export interface GivenContact {
  readonly phone: E164 | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly details: Readonly<Record<AttributeName, string | null>>;
  readonly custom: Readonly<Record<string, string>>;
  /** What was sent and not taken, in a sentence each. */
  readonly leftOut: readonly string[];
}

/**
 * Reads values by their field: its name in the API, or the id of a custom field. What the forms refuse is left out, and
 * taken from `found`; the rest counts. Throws `validation_failed` where no one can be found by it.
 */
export async function givenContact(
  world: CommandServices,
  business: ExistingBusiness,
  found: Map<string, string>,
): Promise<GivenContact> {
  const leftOut: string[] = [];
  const leave = (name: string, message: string): null => {
    leftOut.push(message);
    found.delete(name);
    return null;
  };
  const taken = <T>(name: string, schema: z.ZodType<T>): T | null => {
    const given = found.get(name);
    if (given === undefined) return null;
    const read = schema.safeParse(given);
    return read.success ? read.data : leave(name, `${name}: ${read.error.issues[0]!.message}`);
  };
  const email = taken('email', contactFields.email);
  const phone = phoneIn(found.get('phone'), business, (error) => {
    if (email === null) throw error;
    return leave('phone', `phone: ${error.message}`);
  });
  if (phone === null && email === null) {
    const message = 'No phone number and no email address stands where it should.';
    throw new DomainError('validation_failed', message, { body: [message] });
  }
  const custom: Record<string, string> = {};
  for (const [id, field] of await world.loadState(streams.customFields(business.businessId), CustomFields)) {
    const written = found.get(id);
    if (written === undefined || field.deleted) continue;
    const read = understand(field, written);
    if (!read.ok) leftOut.push(read.message);
    else if (read.value !== null) custom[id] = read.value;
  }
  return {
    phone,
    email,
    firstName: taken('first_name', contactFields.firstName),
    lastName: taken('last_name', contactFields.lastName),
    details: eachAttribute((name) => (name === 'email' ? email : taken(attributes[name].apiName, contactFields[name]))),
    custom,
    leftOut,
  };
}

function phoneIn(
  typed: string | undefined,
  business: ExistingBusiness,
  refused: (error: DomainError) => null,
): E164 | null {
  if (typed === undefined) return null;
  try {
    return parsePhone(typed, defaultCountry(business), 'phone');
  } catch (error) {
    if (error instanceof DomainError) return refused(error);
    throw error;
  }
}
