import { describe, expect, it } from 'vitest';
import { Agency, type ExistingAgency } from '../../../domain/agencies/agency.ts';
import { existing } from '../../../domain/agencies/decide.ts';
import { AgencyBillingChanged, AgencyCreated, AgencyFeaturesChanged } from '../../../domain/agencies/events.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { createBusiness, duplicateBusiness, editBusiness } from '../../../domain/businesses/decide.ts';
import { BusinessCreated, BusinessFeaturesChanged } from '../../../domain/businesses/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { agencyId, businessId, otherBusinessId } from './fixtures.ts';

const agencyWith = (
  features: { isActiveLivechat?: boolean; isActiveLoop?: boolean },
  billing: { freeFee?: boolean; freeMessages?: number } = {},
): ExistingAgency =>
  existing(
    fold(Agency, [
      AgencyCreated.create({ agencyId, name: 'Northwind', email: 'a@north.test' }),
      AgencyFeaturesChanged.create({ agencyId, ...features }),
      AgencyBillingChanged.create({ agencyId, ...billing }),
    ]),
  );
const nothing = agencyWith({});
const everything = agencyWith({ isActiveLivechat: true, isActiveLoop: true });
const off = { isEnabledLivechat: false, isActiveLivechat: false, isEnabledLoop: false, isActiveLoop: false };
const data = {
  businessId,
  agencyId,
  name: 'Shop',
  uniqueId: 'shop',
  currency: 'USD',
  timezone: 'UTC',
  dateFormat: 'MM/DD/YYYY',
  monthlyMessages: null,
  contactLimit: null,
  ...off,
} as const;
const shop = existingShop(off);
function existingShop(features: Partial<typeof off> | Record<string, boolean>) {
  const business = fold(Business, [
    BusinessCreated.create(data),
    BusinessFeaturesChanged.create({ businessId, ...features }),
  ]);
  if (business.status === 'none') throw new Error('unreachable');
  return business;
}
const fieldsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: 'validation_failed' });
    return Object.keys((error as { fields: object }).fields);
  }
};

describe('an agency gives what it has', () => {
  it.each([
    ['isEnabledLivechat', { isActiveLoop: true }],
    ['isActiveLivechat', { isActiveLoop: true }],
    ['isEnabledLoop', { isActiveLivechat: true }],
    ['isActiveLoop', { isActiveLivechat: true }],
  ] as const)('%s is refused while its own is off, and the field named', (field, others) => {
    const agency = agencyWith(others);
    expect(fieldsOf(() => createBusiness({ ...data, [field]: true }, Business.initial, agency))).toEqual([field]);
    expect(fieldsOf(() => editBusiness({ [field]: true }, shop, agency))).toEqual([field]);
    for (const giver of [everything, null]) {
      expect(createBusiness({ ...data, [field]: true }, Business.initial, giver)).toHaveLength(1);
      expect(editBusiness({ [field]: true }, shop, giver)).toHaveLength(1);
    }
  });
  it('every field that it can’t give is named', () => {
    const wanted = { isEnabledLivechat: true, isActiveLoop: true };
    expect(fieldsOf(() => editBusiness(wanted, shop, nothing))).toEqual(['isEnabledLivechat', 'isActiveLoop']);
  });
  it('what a business has already stays, can be taken away, and is not given again', () => {
    const on = existingShop({ isEnabledLivechat: true });
    expect(editBusiness({ name: 'New', isEnabledLivechat: true }, on, nothing)).toHaveLength(1);
    expect(editBusiness({ isEnabledLivechat: false }, on, nothing)).toHaveLength(1);
    expect(fieldsOf(() => editBusiness({ isEnabledLivechat: true }, shop, nothing))).toEqual(['isEnabledLivechat']);
  });
  it('no more messages than its allowance, where it is free of charge and has one', () => {
    const limited = agencyWith({}, { freeFee: true, freeMessages: 100 });
    expect(fieldsOf(() => editBusiness({ monthlyMessages: 101 }, shop, limited))).toEqual(['monthlyMessages']);
    expect(fieldsOf(() => createBusiness({ ...data, monthlyMessages: 101 }, Business.initial, limited))).toEqual([
      'monthlyMessages',
    ]);
    expect(editBusiness({ monthlyMessages: 100 }, shop, limited)).toHaveLength(1);
    expect(editBusiness({ monthlyMessages: null, contactLimit: 7 }, shop, limited)).toHaveLength(1);
    for (const giver of [
      agencyWith({}, { freeFee: true, freeMessages: 0 }),
      agencyWith({}, { freeFee: false, freeMessages: 100 }),
      null,
    ])
      expect(editBusiness({ monthlyMessages: 101 }, shop, giver)).toHaveLength(1);
  });
  it('a copy leaves behind what the agency does not have', () => {
    const source = { ...existingShop({ isEnabledLivechat: true, isActiveLoop: true }), monthlyMessages: 500 };
    const created = { ...data, businessId: otherBusinessId, uniqueId: 'copy' };
    const copyBy = (giver: ExistingAgency | null) =>
      fold(Business, duplicateBusiness({ created, giver }, source, Business.initial));
    expect(copyBy(agencyWith({ isActiveLoop: true }, { freeFee: true, freeMessages: 100 }))).toMatchObject({
      isEnabledLivechat: false,
      isActiveLoop: true,
      monthlyMessages: 100,
    });
    expect(copyBy(null)).toMatchObject({ isEnabledLivechat: true, isActiveLoop: true, monthlyMessages: 500 });
  });
});
