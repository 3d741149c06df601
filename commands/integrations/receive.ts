import { z } from 'zod';
import { valueAt } from '../../domain/contacts/sent-fields.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { Campaign, type ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { eachAttribute } from '../../domain/contacts/attributes.ts';
import { giveDetails } from '../../domain/contacts/details.ts';
import { discover } from '../../domain/contacts/discover.ts';
import { nameContact } from '../../domain/contacts/name.ts';
import { campaignFor, type Intake, mappingOf } from '../../domain/integrations/intake.ts';
import { Integration, usable } from '../../domain/integrations/integration.ts';
import { RecordKind } from '../../domain/integrations/fields.ts';
import { IntegrationRecord, receiveRecord } from '../../domain/integrations/records.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type ContactId, IntegrationId, namespaces, SubmissionId, uuidV5 } from '../../domain/kernel/ids.ts';
import { GivenConsent } from '../../domain/pages/consent.ts';
import { PageState } from '../../domain/pages/page.ts';
import { Submission, submit } from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { pageKindOf } from '../campaigns/create.ts';
import { beingErased, findOrDeriveContact } from '../directory/contact-directory.ts';
import { type GivenContact, givenContact } from '../directory/given-contact.ts';
import { listsOf } from '../directory/list-entries.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, type UnitOfWork } from '../kernel/unit-of-work.ts';

const paid = z.object({ amount: z.number().int().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) });
const Received = z.object({
  integrationId: IntegrationId,
  kind: RecordKind,
  source: z.string().min(1).max(200),
  part: z.string().max(100),
  /** What is known of the contact, as it was sent. */
  body: z.unknown(),
  /** Under which words the contact agreed to what; null: to nothing. */
  consent: GivenConsent.pick({ text: true, ticked: true }).nullable(),
  pageAddress: z.string().max(300).nullable(),
  ipAddress: z.string().max(60).nullable(),
  paid: paid.nullable(),
  at: z.iso.datetime(),
});

interface Outcome {
  /** `repeated`: it was here already. */
  readonly kind: 'received' | 'repeated';
  readonly contactId: ContactId;
  /** What was sent and not taken, in a sentence each. */
  readonly leftOut: readonly string[];
}

export const recordIdOf = (integrationId: string, kind: RecordKind, source: string): string =>
  uuidV5(namespaces.command, 'integration-record', integrationId, kind, source);

/**
 * Another service tells something of a contact. The contact is made where there is none, its fields are filled by the rules
 * of the integration, and it enters the campaign as if its page had been sent. The same record counts once. No one agrees
 * to anything by it but under the words that come with it.
 */
export const receive = command({
  input: Received,
  by: ['public', 'system'],
  async run({ world, context }, wanted): Promise<CommandOutcome<Outcome>> {
    const { integrationId, kind, source, part, body, at } = wanted;
    const integration = await world.loadState(streams.integration(integrationId), Integration);
    if (integration.status !== 'connected') throw new DomainError('not_found', 'This integration does not exist.');
    const { businessId, intake } = usable(integration.businessId, integration);
    const recordId = recordIdOf(integrationId, kind, source);
    const known = await world.loadState(streams.integrationRecord(recordId), IntegrationRecord);
    if (known.status === 'received')
      return { position: null, result: { kind: 'repeated', contactId: known.contactId, leftOut: [] } };
    const business = await world.loadState(streams.business(businessId), Business);
    if (business.status !== 'active') throw new DomainError('account_inactive', 'This business is not active.');

    const { found, rules } = mapped(intake, body);
    const given = await givenContact(world, business, found);
    const { phone, email } = given;
    const { contactId, kept } = await findOrDeriveContact(world, businessId, { phone, email });
    const work = startUnitOfWork(world, context, { tenant: { agencyId: business.agencyId, businessId } });
    const { before } = await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (contact) => {
        const discovered = discover({ contactId, businessId, phone, email, via: 'form', kept }, contact);
        const now = fold(Contact, discovered, contact);
        if (now.status === 'none' || now.status === 'erased') return discovered;
        const { firstName, lastName, ...details } = byRules(given, rules, now);
        const named = nameContact({ firstName: firstName ?? now.firstName, lastName: lastName ?? now.lastName }, now);
        return [...discovered, ...named, ...giveDetails(details, now)];
      },
    });
    if (before.status === 'erased') throw beingErased();
    const entered = await enter(world, work, { ...wanted, recordId, business, intake, given, contactId });
    await work.change({
      stream: streams.integrationRecord(recordId),
      aggregate: IntegrationRecord,
      decide: (record) =>
        receiveRecord(
          {
            businessId,
            integrationId,
            contactId,
            recordId,
            kind,
            source,
            part,
            at,
            campaignId: entered?.campaignId ?? null,
            paid: wanted.paid,
          },
          record,
        ),
    });
    return work.outcome({ kind: 'received', contactId, leftOut: given.leftOut });
  },
});

type Rule = Intake['mapping'][number]['rule'];
/** What was sent, by our names of it, and what happens to a value that is there already. */
function mapped(intake: Intake, body: unknown) {
  const found = new Map<string, string>();
  const rules = new Map<string, Rule>();
  for (const { path, to, rule } of mappingOf(intake)) {
    const value = valueAt(body, path);
    const name = to.of === 'contact' ? to.name : to.id;
    if (value === null || found.has(name)) continue;
    found.set(name, value.slice(0, 2_000).toWellFormed());
    rules.set(name, rule);
  }
  // Lead forms and old programs have one field for both names.
  const whole = intake.mapping.length > 0 ? null : (valueAt(body, 'full_name') ?? valueAt(body, 'name'));
  if (whole !== null && !found.has('first_name') && !found.has('last_name')) {
    const [first, ...rest] = whole.split(/\s+/u);
    for (const [name, value] of [
      ['first_name', first!],
      ['last_name', rest.join(' ')],
    ] as const)
      if (value !== '') found.set(name, value.slice(0, 100).toWellFormed());
    rules.set('first_name', 'fill').set('last_name', 'fill');
  }
  return { found, rules };
}

type Known = Exclude<Contact, { status: 'none' | 'erased' }>;
/** What may be written: a value that the contact has stays, where the rule says so. */
function byRules(given: GivenContact, rules: ReadonlyMap<string, Rule>, { firstName, lastName, details }: Known) {
  const may = (name: string, has: unknown): boolean => {
    const rule = rules.get(name) ?? 'overwrite';
    return rule === 'overwrite' || (rule === 'fill' && (has === null || has === undefined || has === ''));
  };
  const custom = Object.entries(given.custom).filter(([id]) => may(id, details.custom?.[id]));
  return {
    firstName: may('first_name', firstName) ? given.firstName : null,
    lastName: may('last_name', lastName) ? given.lastName : null,
    ...eachAttribute((name, { apiName }) => (may(apiName, details[name]) ? given.details[name] : null)),
    ...(custom.length === 0 ? {} : { custom: { ...details.custom, ...Object.fromEntries(custom) } }),
  };
}

/** The contact enters the campaign; null: there is none, it takes no entries, or the contact is on the blacklist. */
async function enter(
  world: CommandServices,
  work: UnitOfWork,
  record: z.output<typeof Received> & {
    readonly recordId: string;
    readonly business: ExistingBusiness;
    readonly intake: Intake;
    readonly given: GivenContact;
    readonly contactId: ContactId;
  },
): Promise<ExistingCampaign | null> {
  const { integrationId, recordId, business, intake, part, given, contactId, consent, pageAddress, ipAddress } = record;
  const { businessId } = business;
  const campaignId = campaignFor(intake, part);
  if (campaignId === null || record.kind === 'purchase') return null;
  const campaign = await world.loadState(streams.campaign(campaignId), Campaign);
  if (campaign.status === 'none' || campaign.status === 'archived') return null;
  const { endsAt } = campaign.settings;
  if (endsAt !== null && endsAt <= world.now().toISOString()) return null;
  const { phone, email } = given;
  if ((await listsOf(world, businessId, { phone, email })).black) return null;
  const page = await world.loadState(streams.page(campaignId), PageState);
  const version = page.status === 'none' ? undefined : page.versions.at(-1);
  const submissionId = SubmissionId.parse(recordId);
  await work.change({
    stream: streams.submission(submissionId),
    aggregate: Submission,
    decide: (current) =>
      submit(
        {
          submissionId,
          campaignId,
          businessId,
          contactId,
          kind: pageKindOf(campaign.type),
          pageVersion: version?.version ?? 1,
          pageHash: version?.hash ?? '',
          // The contact's fields are filled by now, each by its rule.
          ...eachAttribute(() => null),
          name: null,
          phone,
          email,
          custom: null,
          choices: null,
          consent: consent === null ? null : { ...consent, texts: phone !== null, emails: email !== null },
          pageAddress,
          ipAddress,
          device: 'unknown' as const,
          referral: null,
          from: { source: null, medium: null, campaign: null, referrer: null },
          record: { integrationId, recordId },
        },
        current,
      ),
  });
  return campaign;
}
