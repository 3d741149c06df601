import { z } from 'zod';
import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { checkDesign } from '../../domain/email-design/model.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { emailAddress } from '../../domain/kernel/fields.ts';
import { BusinessId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { EmailTests, numberTest, renderVersion, valuesFor } from '../../domain/emails/version.ts';
import {
  couponMergeFields,
  type CustomMergeField,
  mergeFields,
  sampleValues,
} from '../../domain/personalization/fields.ts';
import { fill, missingIn, readTemplate, type Values } from '../../domain/personalization/template.ts';
import { mergeValues, senderValues } from '../../domain/personalization/values.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { queueEmailTo } from './queue.ts';
import { bytesOf, compileEmail, keepVersion } from '../delivery/email-version.ts';

const subject = z
  .string()
  .trim()
  .max(200, 'A subject can have at most 200 characters.')
  .transform((given) => given.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '));
const design = z.unknown().transform((given, context) => {
  try {
    return checkDesign(given);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const [field, [message = '']] of Object.entries(error.fields ?? {}))
      context.addIssue({ code: 'custom', message, path: field.split('.').slice(1) });
    return z.NEVER;
  }
});
/** A design with its subject, as people hand it in. */
export const designedEmail = { subject, design } as const;

/** The business with what its merge fields need. */
async function senderOf(world: CommandServices, businessId: BusinessId) {
  const names = { business: streams.business(businessId), fields: streams.customFields(businessId) };
  const found = await world.events.readMany(Object.values(names));
  const business = existing(stateOf(Business, found.get(names.business)));
  const custom = [...stateOf(CustomFields, found.get(names.fields))].flatMap(([id, field]): CustomMergeField[] =>
    field.deleted ? [] : [{ id, key: field.key, name: field.name, kind: field.kind }],
  );
  return { business, custom };
}

/** What the merge fields are for a contact of the business; null: for a made-up one. */
export async function valuesOf(
  world: CommandServices,
  { business, custom }: { readonly business: ExistingBusiness; readonly custom: readonly CustomMergeField[] },
  contactId: ContactId | null,
): Promise<Values> {
  if (contactId === null) {
    return { ...sampleValues(mergeFields(custom)), ...senderValues(business) };
  }
  const contact = stateOf(Contact, await world.events.read(streams.contact(contactId)));
  if (contact.status === 'none' || contact.businessId !== business.businessId)
    throw new DomainError('not_found', 'This contact does not exist.');
  const { firstName, lastName, phone, details } = contact;
  const person = { firstName, lastName, details, phone: phone === null ? null : formatPhone(phone) };
  // A coupon is issued as an email goes out: what is looked at shows an example.
  return { ...mergeValues({ person, sender: business, custom }), ...couponMergeFields };
}

/** Unknown ones would stay gaps for everybody: they are refused where an email leaves, with their name. */
function checkFields(fields: readonly string[], custom: readonly CustomMergeField[]): void {
  const known = new Set(mergeFields(custom).map(({ name }) => name));
  const unknown = fields.find((field) => !known.has(field));
  if (unknown === undefined) return;
  const message = `{{${unknown.slice(0, 40)}}} is not a merge field.`;
  throw new DomainError('validation_failed', message, { design: [message] });
}

/** A design as a contact would get it, compiled and merged. Nothing is kept. */
export const preview = command({
  input: z.object({ ...designedEmail, contactId: ContactId.nullable().default(null) }),
  by: people,
  async run({ world, context }, given) {
    const { businessId } = context.caller.tenant;
    const sender = businessId === null ? null : await senderOf(world, BusinessId.parse(businessId));
    // An agency looks at what it offers: there is nobody to show it for.
    const custom = sender?.custom ?? [];
    const values = sender === null ? sampleValues(mergeFields(custom)) : await valuesOf(world, sender, given.contactId);
    const { compiled, fields } = await compileEmail(world, given, '');
    const known = new Set(mergeFields(custom).map(({ name }) => name));
    return {
      position: null,
      result: {
        subject: fill(compiled.subject, values),
        ...renderVersion(compiled, values),
        bytes: bytesOf(compiled, values),
        fields,
        unknown: fields.filter((field) => !known.has(field)),
        missing: [...new Set([...missingIn(compiled.subject, values), ...missingIn(compiled.html, values)])].filter(
          (field) => known.has(field),
        ),
      },
    };
  },
});

/**
 * Sends a design to one address, as a contact would get it, through the way that every email of the business goes. Its
 * subject has a number, so that no email program puts it together with the one before.
 */
export const sendTest = command({
  input: z.object({
    ...designedEmail,
    email: emailAddress,
    contactId: ContactId.nullable().default(null),
    /** Values that no contact has, as of a coupon that is made up. */
    given: z.record(z.string().max(60), z.string().max(200)).default({}),
  }),
  by: people,
  async run({ world, context }, { email, contactId, given, ...mail }) {
    const { businessId, tenant } = businessUserOf(context);
    const sender = await senderOf(world, businessId);
    const work = startUnitOfWork(world, context, { tenant });
    const values = { ...(await valuesOf(world, sender, contactId)), ...given };
    const { fields } = await compileEmail(world, mail, '');
    checkFields(fields, sender.custom);
    const { versionId } = await keepVersion(world, work, { businessId, agencyId: sender.business.agencyId }, mail);
    const mailId = uuidV5(namespaces.message, businessId, 'test', context.commandId);
    const { events } = await work.change({
      stream: streams.emailTests(businessId),
      aggregate: EmailTests,
      decide: (tests) => numberTest({ businessId, mailId }, tests),
    });
    const number = events[0]?.data.number ?? 1;
    const words = fill(readTemplate(mail.subject).parts, values).trim();
    await queueEmailTo(work, {
      mailId,
      businessId,
      contactId: (await findOrDeriveContact(world, businessId, { phone: null, email })).contactId,
      campaignId: null,
      purpose: 'test',
      to: email,
      subject: `[Test ${number}] ${words}`.trim(),
      body: null,
      button: null,
      content: { versionId, values: valuesFor(fields, values) },
    });
    return work.outcome({ mailId, number });
  },
});
