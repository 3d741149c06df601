import { Agency } from '../../domain/agency/agency.ts';
import { working } from '../../domain/agency/decide.ts';
import { Business, type ExistingBusiness } from '../../domain/business/business.ts';
import { NumberClaim, releaseNumberClaim } from '../../domain/business/claims.ts';
import {
  archiveBusiness,
  editBusiness,
  releaseNumber,
  restoreBusiness,
  setBroadcasters,
  setBusinessActive,
  setContactInfo,
  setLegalPages,
} from '../../domain/business/decide.ts';
import type { BusinessEvent } from '../../domain/business/events.ts';
import { checkEdit, type FormFields } from '../../domain/kernel/edit.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { Caller, CommandContext, Commands } from '../types.ts';
import { followNumber, furthest } from './campaigns.ts';
import { withOwner } from './owner.ts';
import {
  BusinessBilling,
  BusinessIdOnly,
  EditBusiness,
  EditBusinessSettings,
  SetActive,
  SetBroadcasters,
  SetContactInfo,
  SetLegalPages,
} from './inputs.ts';

/** The fields of the forms as the API calls them. */
const of =
  <F extends keyof ExistingBusiness>(field: F) =>
  (business: Business): ExistingBusiness[F] | null =>
    business.status === 'none' ? null : business[field];
const limitFields: FormFields<Business> = { no_messages: of('monthlyMessages'), no_contacts: of('contactLimit') };
const settingsFields: FormFields<Business> = {
  name: of('name'),
  currency: of('currency'),
  timezone: of('timezone'),
  date_format: of('dateFormat'),
};
const logoField: FormFields<Business> = { logo: of('logo') };
const formFields: FormFields<Business> = {
  ...settingsFields,
  email: of('email'),
  first_name: of('firstName'),
  last_name: of('lastName'),
  is_enabled_livechat: of('isEnabledLivechat'),
  is_active_livechat: of('isActiveLivechat'),
  is_enabled_loop: of('isEnabledLoop'),
  is_active_loop: of('isActiveLoop'),
  is_active_mms: of('isActiveMms'),
  is_template: of('isTemplate'),
  template_content: of('templateContent'),
  ...limitFields,
};
const operatorFields: FormFields<Business> = { free_fee: of('freeFee'), use_bandwidth: of('useBandwidth') };
const contactInfo = of('contactInfo');
const contactFields: FormFields<Business> = {
  phone: (business) => contactInfo(business)?.phone,
  email: (business) => contactInfo(business)?.email,
  website: (business) => contactInfo(business)?.website,
  address: (business) => contactInfo(business)?.address,
  city: (business) => contactInfo(business)?.city,
  state: (business) => contactInfo(business)?.state,
  postal_code: (business) => contactInfo(business)?.postalCode,
  country: (business) => contactInfo(business)?.country,
};
const pages = of('legalPages');
const pageFields: FormFields<Business> = {
  privacy_content: (business) => pages(business)?.privacy.content,
  privacy_link: (business) => pages(business)?.privacy.link,
  terms_content: (business) => pages(business)?.terms.content,
  terms_link: (business) => pages(business)?.terms.link,
};

type Own =
  | 'editBusiness'
  | 'editBusinessSettings'
  | 'setBusinessBilling'
  | 'setContactInfo'
  | 'setBroadcasters'
  | 'setLegalPages'
  | 'archiveBusiness'
  | 'restoreBusiness'
  | 'setBusinessActive'
  | 'releaseNumber';

/** A business that the caller may know of, with its tenant. Throws `not_found` for anybody else's. */
export async function loadBusiness(world: World, caller: Caller, businessId: BusinessId) {
  const seen = await world.events.read(streams.business(businessId));
  const business = stateOf(Business, seen);
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const tenant = { agencyId: business.agencyId, businessId };
  allowTenant(caller, tenant, 'This business');
  return { business, tenant, seen };
}

const operators = ['admin', 'system', 'agency'] as const;
const everybody = [...operators, 'business'] as const;

export function businessCommands(world: World, identity: Commands['identity']): Pick<Commands['tenancy'], Own> {
  /** One decision on a business. With `form`, held against what others have changed of those fields since its revision. */
  async function change(
    context: CommandContext,
    roles: readonly Caller['role'][],
    businessId: BusinessId,
    decide: (business: Business) => readonly BusinessEvent[],
    form: { readonly revision: number | null; readonly fields: FormFields<Business> } | null = null,
  ) {
    allow(context.caller, ...roles);
    const { tenant, seen } = await loadBusiness(world, context.caller, businessId);
    const work = begin(world, context, { tenant });
    const { revision, before } = await work.change<Business, BusinessEvent>({
      stream: streams.business(businessId),
      aggregate: Business,
      seen,
      decide: (business, recorded) => {
        const events = decide(business);
        // Who wants what is so already overwrites nothing.
        if (events.length > 0 && form !== null && form.revision !== null)
          checkEdit(Business, recorded, form.revision, form.fields);
        return events;
      },
    });
    return { ...work.outcome({ revision }), before };
  }
  const quietly = async (done: ReturnType<typeof change>) => ({ position: (await done).position, result: undefined });
  const revised = async (done: ReturnType<typeof change>) => {
    const { position, result } = await done;
    return { position, result };
  };

  return {
    async editBusiness(context, given) {
      const { businessId, revision, ...form } = parse(EditBusiness, given);
      const {
        isEnabledLivechat,
        isActiveLivechat,
        isEnabledLoop,
        isActiveLoop,
        isActiveMms,
        isTemplate,
        templateContent,
        monthlyMessages,
        contactLimit,
        ...details
      } = form;
      const features = {
        isEnabledLivechat,
        isActiveLivechat,
        isEnabledLoop,
        isActiveLoop,
        isActiveMms,
        isTemplate,
        templateContent,
      };
      allow(context.caller, ...operators);
      const { business: known } = await loadBusiness(world, context.caller, businessId);
      return withOwner(world, identity, context, { ownerId: known.ownerId, was: known }, details, () =>
        revised(
          change(
            context,
            operators,
            businessId,
            (business) => editBusiness({ details, features, billing: { monthlyMessages, contactLimit } }, business),
            { revision, fields: formFields },
          ),
        ),
      );
    },

    async editBusinessSettings(context, given) {
      const { businessId, revision, ...details } = parse(EditBusinessSettings, given);
      const fields = details.logo === undefined ? settingsFields : { ...settingsFields, ...logoField };
      const { logo, ...others } = details;
      return revised(
        change(
          context,
          everybody,
          businessId,
          (business) => editBusiness({ details: { ...others, ...(logo === undefined ? {} : { logo }) } }, business),
          { revision, fields },
        ),
      );
    },

    /** What only the platform's operator gives is refused from anybody else who would change it. */
    async setBusinessBilling(context, given) {
      const { businessId, revision, monthlyMessages, contactLimit, freeFee, useBandwidth } = parse(
        BusinessBilling,
        given,
      );
      const operator = {
        ...(freeFee === undefined ? {} : { freeFee }),
        ...(useBandwidth === undefined ? {} : { useBandwidth }),
      };
      const decide = (business: Business): readonly BusinessEvent[] => {
        if (context.caller.role === 'agency' && editBusiness({ billing: operator }, business).length > 0)
          throw new DomainError('forbidden', 'Only the platform’s operator can change fees and the carrier.');
        return editBusiness({ billing: { monthlyMessages, contactLimit, ...operator } }, business);
      };
      return revised(
        change(context, operators, businessId, decide, {
          revision,
          fields: { ...limitFields, ...(Object.keys(operator).length === 0 ? {} : operatorFields) },
        }),
      );
    },

    async setContactInfo(context, given) {
      const { businessId, revision, ...info } = parse(SetContactInfo, given);
      return revised(
        change(context, everybody, businessId, (business) => setContactInfo(info, business), {
          revision,
          fields: contactFields,
        }),
      );
    },

    async setBroadcasters(context, given) {
      const { businessId, revision, broadcasters } = parse(SetBroadcasters, given);
      const { business } = await loadBusiness(world, context.caller, businessId);
      const country = defaultCountry(business);
      const known = broadcasters.map(({ name, phone }, index) => ({
        name,
        phone: parsePhone(phone, country, `broadcasters.${index}.phone`),
      }));
      return revised(
        change(context, everybody, businessId, (current) => setBroadcasters(known, current), {
          revision,
          fields: { broadcasters: of('broadcasters') },
        }),
      );
    },

    async setLegalPages(context, given) {
      const { businessId, revision, pages: wanted } = parse(SetLegalPages, given);
      return revised(
        change(context, everybody, businessId, (business) => setLegalPages(wanted, business), {
          revision,
          fields: pageFields,
        }),
      );
    },

    async archiveBusiness(context, given) {
      return quietly(change(context, operators, parse(BusinessIdOnly, given).businessId, archiveBusiness));
    },

    /** Of an archived agency nothing is restored but the agency. */
    async restoreBusiness(context, given) {
      allow(context.caller, ...operators);
      const { businessId } = parse(BusinessIdOnly, given);
      const { business } = await loadBusiness(world, context.caller, businessId);
      if (business.agencyId !== null) {
        const agency = stateOf(Agency, await world.events.read(streams.agency(business.agencyId)));
        if (agency.status === 'archived') working(agency, 'status');
      }
      return quietly(change(context, operators, businessId, restoreBusiness));
    },

    async setBusinessActive(context, given) {
      const { businessId, active } = parse(SetActive, given);
      const { position, before } = await change(context, operators, businessId, (business) =>
        setBusinessActive({ active }, business),
      );
      return { position, result: { active: active ?? (before.status !== 'none' && !before.isActive) } };
    },

    /**
     * First nothing is sent from it any more, then its keywords are freed, at last the number itself. Cut off in between, asking again, as the same command or
     * another, does the rest.
     */
    async releaseNumber(context, given) {
      allow(context.caller, ...operators);
      const { businessId } = parse(BusinessIdOnly, given);
      const { tenant, seen, business } = await loadBusiness(world, context.caller, businessId);
      const work = begin(world, context, { tenant });
      const { events, repeated } = await work.change<Business, BusinessEvent>({
        stream: streams.business(businessId),
        aggregate: Business,
        seen,
        decide: (current) =>
          current.status === 'none' || current.number === null ?
            []
          : releaseNumber({ number: current.number }, current),
      });
      const released = events.find((event) => event.type === 'BusinessNumberReleased');
      const now = repeated ? (await loadBusiness(world, context.caller, businessId)).business : business;
      const number = released?.type === 'BusinessNumberReleased' ? released.data.number : now.formerNumber;
      // It may have got another number since: then its campaigns follow that one.
      const current = released === undefined || repeated ? now.number : null;
      const followed = await followNumber(world, context, tenant, businessId, current);
      const freeing = begin(world, context, {
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
  };
}
