import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import {
  addContact as decideAdded,
  type ContactForm,
  editContact as decideEdited,
} from '../../domain/contacts/edit.ts';
import { noSuppression } from '../../domain/contacts/erase.ts';
import { eachByApiName } from '../../domain/contacts/attributes.ts';
import { contactFields, withLater } from '../../domain/contacts/fields.ts';
import { CustomFields, understandAll } from '../../domain/custom-fields/custom-fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { FormOf } from '../../domain/kernel/edit.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { type BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { checkRoom } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, edit } from '../kernel/command.ts';
import { roomFor } from '../directory/contact-room.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { beingErased, findOrDeriveContact } from '../directory/contact-directory.ts';
import { ownContact } from './own-contact.ts';

const form = z.object({
  firstName: contactFields.firstName,
  lastName: contactFields.lastName,
  /** One that came later may be left out: it stays as it is. */
  ...withLater(contactFields, (schema) => schema.exactOptional()),
  custom: contactFields.custom,
  tags: contactFields.tags,
});

/** With what was written for custom fields as it is kept. Throws with a message at each that is not understood. */
async function understood(
  world: CommandServices,
  businessId: BusinessId,
  given: z.output<typeof form>,
): Promise<ContactForm> {
  const fields = stateOf(CustomFields, await world.events.read(streams.customFields(businessId)));
  return { ...given, custom: understandAll(given.custom, fields) };
}

/**
 * Somebody of the business writes a contact down: by a number, or by an email address alone. It has agreed to nothing
 * by that. Answers its id.
 */
export const addContact = command({
  input: form.extend({ phone: z.string().max(40).nullable() }),
  by: people,
  async run({ world, context }, { phone: typed, ...given }) {
    const { businessId, tenant } = businessUserOf(context);
    const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
    const phone = typed === null || typed.trim() === '' ? null : parsePhone(typed, defaultCountry(business));
    if (phone === null && given.email === null)
      throw new DomainError('validation_failed', 'Give a number or an email address.', {
        phone: ['Give a number or an email address.'],
      });
    const { contactId, kept } = await findOrDeriveContact(world, businessId, { phone, email: given.email });
    const wanted = await understood(world, businessId, given);
    const rooms = await roomFor(world, businessId, business);
    const work = startUnitOfWork(world, context, { tenant });
    const { before } = await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (contact) => {
        checkRoom(rooms, contact);
        return decideAdded({ contactId, businessId, phone, email: given.email, via: 'manual', kept }, wanted, contact);
      },
    });
    if (before.status === 'erased') throw beingErased();
    return work.outcome({ contactId });
  },
});

/** The fields of the form as the record has them. */
const formOfContact: FormOf<Contact> = (contact) =>
  contact.status === 'none' ?
    {}
  : {
      first_name: contact.firstName,
      last_name: contact.lastName,
      ...eachByApiName((name, { kind }) =>
        kind === 'day-of-year' ? typedDay(contact.details[name]) : contact.details[name],
      ),
      tags: contact.tags,
      ...Object.fromEntries(Object.entries(contact.details.custom ?? {}).map(([id, value]) => [`custom_${id}`, value])),
    };
const typedDay = (day: string | null): string | null => day?.replace('-', '/') ?? null;

/** The number stays: it is what the person is known by. */
export const editContact = edit({
  input: form.extend({ contactId: ContactId, revision: revision.nullable() }),
  by: people,
  aggregate: Contact,
  at: async (call, given) => {
    const place = await ownContact(call, given);
    const { businessId } = place;
    const wanted = await understood(call.world, businessId, given);
    const { email } = given;
    const kept =
      email === null ? noSuppression : (await findOrDeriveContact(call.world, businessId, { phone: null, email })).kept;
    return { ...place, wanted, kept };
  },
  form: () => formOfContact,
  decide: (_, contact, { wanted, kept }) => decideEdited(wanted, contact, kept),
});
