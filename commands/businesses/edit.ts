import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import * as agencies from '../../domain/agencies/decide.ts';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { NumberClaim, releaseNumberClaim } from '../../domain/businesses/claims.ts';
import * as businesses from '../../domain/businesses/decide.ts';
import type { BusinessEvent } from '../../domain/businesses/events.ts';
import { businessFields } from '../../domain/businesses/fields.ts';
import { type FormOf, formOf } from '../../domain/kernel/edit.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { operators, peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command, decision, edit } from '../kernel/command.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { followNumber } from '../campaigns/campaigns-of-business.ts';
import { isOwner } from '../directory/owner-of.ts';
import { withBought } from '../directory/standing.ts';
import { ownBusiness } from '../kernel/own-business.ts';
import { withOwner } from '../users/owner-accounts.ts';

const { details, features, billing, contactInfo, legalPage } = businessFields;
const { logo, ...operatorsDetails } = details;
const { name, currency, timezone, dateFormat } = details;
const { monthlyMessages, contactLimit } = billing;
const common = { aggregate: Business, at: ownBusiness };

/** A business, and the agency that gives it what it newly gets; null when somebody else does. */
async function atGiver(call: Call, input: { readonly businessId: BusinessId }) {
  const place = await ownBusiness(call, input);
  const { agencyId } = place.tenant;
  const byAgency = call.context.caller.role === 'agency' && agencyId !== null;
  const agency = byAgency ? stateOf(Agency, await call.world.events.read(streams.agency(agencyId))) : null;
  return { ...place, giver: agency === null ? null : await withBought(call.world, agencies.existing(agency)) };
}

const form = formOf<Business>(
  'name',
  'email',
  'firstName',
  'lastName',
  'currency',
  'timezone',
  'dateFormat',
  'isEnabledLivechat',
  'isActiveLivechat',
  'isEnabledLoop',
  'isActiveLoop',
  'isActiveMms',
  'isTemplate',
  'templateContent',
  'monthlyMessages',
  'contactLimit',
);
/** A form of parts of a business that is there. */
const formOfParts =
  (of: (business: ExistingBusiness) => ReturnType<FormOf<Business>>): FormOf<Business> =>
  (business) =>
    business.status === 'none' ? {} : of(business);

/** The record alone; its owner follows in `editBusiness`. */
const editRecord = edit({
  ...common,
  input: z.object({
    businessId: BusinessId,
    revision,
    ...operatorsDetails,
    ...features,
    monthlyMessages,
    contactLimit,
  }),
  by: operators,
  at: atGiver,
  form: () => form,
  decide: (wanted, business, { giver }) => businesses.editBusiness(wanted, business, giver),
});

export const editBusiness = command({
  input: editRecord.input,
  by: operators,
  async run(call, given) {
    const { business: was } = await ownBusiness(call, given);
    const ownerId =
      was.ownerId !== null && (await isOwner(call.world, given.businessId, was.ownerId)) ? was.ownerId : null;
    return withOwner(call, { ownerId, was }, given, () => editRecord.run(call, given));
  },
});

export const editBusinessSettings = edit({
  ...common,
  input: z.object({ businessId: BusinessId, revision, name, currency, timezone, dateFormat, logo: logo.optional() }),
  by: peopleAndSystem,
  form: (given) =>
    formOf<Business>(
      'name',
      'currency',
      'timezone',
      'dateFormat',
      ...(given.logo === undefined ? [] : ['logo' as const]),
    ),
  decide: (wanted, business) => businesses.editBusiness(wanted, business),
});

/** What only the platform's operator gives is refused from anybody else who would change it. */
export const setBusinessBilling = edit({
  ...common,
  input: z.object({
    businessId: BusinessId,
    revision: revision.nullable(),
    monthlyMessages,
    contactLimit,
    freeFee: billing.freeFee.optional(),
    useBandwidth: billing.useBandwidth.optional(),
  }),
  by: operators,
  at: atGiver,
  form: ({ freeFee, useBandwidth }) =>
    formOf<Business>(
      'monthlyMessages',
      'contactLimit',
      ...(freeFee === undefined && useBandwidth === undefined ? [] : (['freeFee', 'useBandwidth'] as const)),
    ),
  decide(wanted, business, { giver }) {
    const { freeFee, useBandwidth } = wanted;
    if (giver !== null && businesses.editBusiness({ freeFee, useBandwidth }, business).length > 0)
      throw new DomainError('forbidden', 'Only the platform’s operator can change fees and the carrier.');
    return businesses.editBusiness(wanted, business, giver);
  },
});

export const setContactInfo = edit({
  ...common,
  input: z.object({ businessId: BusinessId, revision, ...contactInfo }),
  by: peopleAndSystem,
  form: () => formOfParts((business) => business.contactInfo),
  decide: businesses.setContactInfo,
});

export const setBroadcasters = edit({
  ...common,
  input: z.object({ businessId: BusinessId, revision, broadcasters: businessFields.broadcasters }),
  by: peopleAndSystem,
  form: () => formOf<Business>('broadcasters'),
  decide({ broadcasters }, business) {
    const country = defaultCountry(businesses.existing(business));
    const known = broadcasters.map((broadcaster, index) => ({
      name: broadcaster.name,
      phone: parsePhone(broadcaster.phone, country, `broadcasters.${index}.phone`),
    }));
    return businesses.setBroadcasters(known, business);
  },
});

export const setLegalPages = edit({
  ...common,
  input: z.object({ businessId: BusinessId, revision, pages: z.object({ privacy: legalPage, terms: legalPage }) }),
  by: peopleAndSystem,
  form: () =>
    formOfParts(({ legalPages: { privacy, terms } }) => ({
      privacyContent: privacy.content,
      privacyLink: privacy.link,
      termsContent: terms.content,
      termsLink: terms.link,
    })),
  decide: ({ pages }, business) => businesses.setLegalPages(pages, business),
});

export const chooseDailyLimits = edit({
  ...common,
  input: z.object({ businessId: BusinessId, revision, ...businessFields.dailyLimits }),
  by: peopleAndSystem,
  form: () => formOfParts((business) => business.dailyLimits),
  decide: businesses.chooseDailyLimits,
});

export const archiveBusiness = decision({
  ...common,
  input: z.object({ businessId: BusinessId }),
  by: operators,
  decide: (_, business) => businesses.archiveBusiness(business),
});

/** Of an archived agency nothing is restored but the agency. */
export const restoreBusiness = decision({
  ...common,
  input: z.object({ businessId: BusinessId }),
  by: operators,
  async at(call, input) {
    const place = await ownBusiness(call, input);
    const { agencyId } = place.tenant;
    if (agencyId !== null) {
      const agency = stateOf(Agency, await call.world.events.read(streams.agency(agencyId)));
      if (agency.status === 'archived') agencies.working(agency, 'status');
    }
    return place;
  },
  decide: (_, business) => businesses.restoreBusiness(business),
});

/** Left out, it toggles. */
export const setBusinessActive = decision({
  ...common,
  input: z.object({ businessId: BusinessId, active: z.boolean().optional() }),
  by: operators,
  decide: businesses.setBusinessActive,
  result: ({ before }, { active }) => ({ active: active ?? (before.status !== 'none' && !before.isActive) }),
});

/**
 * Takes the number away from the business; its keywords wait for the next one. First nothing is sent from it any
 * more, then its keywords are freed, at last the number itself. Cut off in between, asking again, as the same command
 * or another, does the rest.
 */
export const releaseNumber = command({
  input: z.object({ businessId: BusinessId }),
  by: operators,
  async run(call, { businessId }) {
    const { world, context } = call;
    const { tenant, seen, business } = await ownBusiness(call, { businessId });
    const work = startUnitOfWork(world, context, { tenant });
    const { events, repeated } = await work.change<Business, BusinessEvent>({
      stream: streams.business(businessId),
      aggregate: Business,
      seen,
      decide: (current) =>
        current.status === 'none' || current.number === null ?
          []
        : businesses.releaseNumber({ number: current.number }, current),
    });
    const released = events.find((event) => event.type === 'BusinessNumberReleased');
    const now = repeated ? (await ownBusiness(call, { businessId })).business : business;
    const number = released?.type === 'BusinessNumberReleased' ? released.data.number : now.formerNumber;
    // It may have got another number since: then its campaigns follow that one.
    const current = released === undefined || repeated ? now.number : null;
    const followed = await followNumber(call, tenant, businessId, current);
    const freeing = startUnitOfWork(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, context.commandId, 'free-number'),
    });
    if (number !== null && number !== current) {
      await freeing.change({
        stream: streams.numberClaim(number),
        aggregate: NumberClaim,
        decide: (claim) => releaseNumberClaim({ number, businessId }, claim),
      });
    }
    return {
      position: furthest(work.outcome(undefined), freeing.outcome(undefined), { position: followed }),
      result: { number: released === undefined ? null : number },
    };
  },
});
