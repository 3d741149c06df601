import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agency, type ExistingAgency } from '../../../domain/agencies/agency.ts';
import {
  addSampleAccount,
  archiveAgency,
  createAgency,
  editAgency,
  restoreAgency,
  setAgencyNew,
  working,
} from '../../../domain/agencies/decide.ts';
import {
  AgencyArchived,
  AgencyBillingChanged,
  AgencyCreated,
  AgencyDetailsChanged,
  type AgencyEvent,
  AgencyFeaturesChanged,
  AgencyOnboardingCompleted,
  AgencyOnboardingRestarted,
  AgencyRestored,
  AgencySampleAccountAdded,
} from '../../../domain/agencies/events.ts';
import { Business } from '../../../domain/businesses/business.ts';
import { CampaignList, listCampaign } from '../../../domain/businesses/claims.ts';
import {
  archiveBusiness,
  assignNumber,
  createBusiness,
  duplicateBusiness,
  editBusiness,
  existing,
  restoreBusiness,
  setBroadcasters,
  setBusinessActive,
  setContactInfo,
  chooseDailyLimits,
  setLegalPages,
} from '../../../domain/businesses/decide.ts';
import {
  BusinessActivated,
  BusinessArchived,
  BusinessBillingChanged,
  BusinessBroadcastersChanged,
  BusinessCampaignAdded,
  BusinessContactInfoChanged,
  BusinessCreated,
  BusinessDeactivated,
  BusinessDetailsChanged,
  BusinessFeaturesChanged,
  BusinessDailyLimitsChanged,
  BusinessLegalPagesChanged,
  BusinessNumberAssigned,
  BusinessRestored,
} from '../../../domain/businesses/events.ts';
import { chooseUniqueId, isReservedUniqueId, uniqueIdsFor } from '../../../domain/businesses/unique-id.ts';
import { Campaign, draftCampaign, loseNumber, meetNumber } from '../../../domain/campaigns/campaign.ts';
import {
  CampaignActivated,
  CampaignCreated,
  CampaignDrafted,
  CampaignKeywordUnavailable,
  CampaignNumberLost,
} from '../../../domain/campaigns/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { checkEdit, EditConflictError, formOf } from '../../../domain/kernel/edit.ts';
import type { DomainError } from '../../../domain/kernel/errors.ts';
import { given } from '../../support/given.ts';
import {
  agencyId,
  businessId,
  campaignId,
  number,
  otherBusinessId,
  otherCampaignId,
  otherNumber,
  otherUserId,
  pizza,
  userId,
} from './fixtures.ts';

const full = {
  agencyId,
  ownerId: userId,
  name: 'Northwind',
  email: 'hello@northwind.test',
  firstName: 'Noor',
  lastName: 'North',
  phone: null,
  website: null,
  timezone: 'America/Chicago',
  isTemplate: false,
  isActiveLivechat: true,
  isActiveLoop: false,
  freeFee: false,
  freeNumbers: 2,
  freeMessages: 500,
  freeCalls: 0,
};
const agency = AgencyCreated.create(full);
const shopData = {
  businessId,
  agencyId,
  ownerId: userId,
  name: "Bella's",
  uniqueId: 'bellas',
  email: 'bella@shop.test',
  firstName: 'Bella',
  lastName: 'Russo',
  currency: 'USD' as const,
  timezone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY' as const,
  monthlyMessages: 1000,
  contactLimit: null,
  isEnabledLivechat: true,
  isActiveLivechat: false,
  isEnabledLoop: false,
  isActiveLoop: false,
  isActiveMms: true,
  isTemplate: true,
  templateContent: 'Read this first.',
  freeFee: true,
  useBandwidth: true,
};
const shop = BusinessCreated.create(shopData);
const assigned = BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false });

describe('an agency', () => {
  it('is created once, and has what it was created with', () => {
    const created = given(Agency)
      .when((state) => createAgency(full, state))
      .then([agency]);
    expect(created).toMatchObject({
      ...full,
      status: 'active',
      isNew: true,
      sampleBusinessId: null,
      supportEmail: null,
    });
    given(Agency, [agency])
      .when((state) => createAgency(full, state))
      .thenRefused('conflict');
  });
  it('from before there were fees pays none', () => {
    expect(fold(Agency, [AgencyCreated.create({ agencyId, name: 'Old', email: 'old@north.test' })])).toMatchObject({
      name: 'Old',
      freeFee: true,
      firstName: '',
      ownerId: null,
      timezone: 'America/New_York',
    });
  });
  it('says of an edit only what changed, by what it is about', () => {
    given(Agency, [agency])
      .when((state) => editAgency({ name: 'Northwind', isActiveLoop: false, freeFee: false }, state))
      .thenNothing();
    given(Agency, [agency])
      .when((state) => editAgency({ name: 'Southwind', phone: null, isActiveLoop: true, freeMessages: 9 }, state))
      .then([
        AgencyDetailsChanged.create({ agencyId, name: 'Southwind' }),
        AgencyFeaturesChanged.create({ agencyId, isActiveLoop: true }),
        AgencyBillingChanged.create({ agencyId, freeMessages: 9 }),
      ]);
    given(Agency)
      .when((state) => editAgency({ name: 'X' }, state))
      .thenRefused('not_found');
  });
  it('is archived and restored, each once; archived it takes nothing new in and can be edited', () => {
    const gone = AgencyArchived.create({ agencyId });
    given(Agency, [agency]).when(archiveAgency).then([gone]);
    given(Agency, [agency, gone]).when(archiveAgency).thenNothing();
    given(Agency, [agency, gone])
      .when(restoreAgency)
      .then([AgencyRestored.create({ agencyId })]);
    given(Agency, [agency]).when(restoreAgency).thenNothing();
    given(Agency).when(archiveAgency).thenRefused('not_found');
    given(Agency, [agency, gone])
      .when((state) => (working(state), []))
      .thenRefused('conflict', /Restore it first/);
    given(Agency, [agency, gone])
      .when((state) => editAgency({ name: 'Later' }, state))
      .then([{ type: 'AgencyDetailsChanged' }]);
  });
  it('finishes its first steps, and can begin them again', () => {
    const finished = AgencyOnboardingCompleted.create({ agencyId });
    given(Agency, [agency])
      .when((state) => setAgencyNew({ isNew: false }, state))
      .then([finished]);
    given(Agency, [agency, finished])
      .when((state) => setAgencyNew({ isNew: false }, state))
      .thenNothing();
    given(Agency, [agency, finished])
      .when((state) => setAgencyNew({ isNew: true }, state))
      .then([AgencyOnboardingRestarted.create({ agencyId })]);
  });
  it('has one sample account for good', () => {
    const sample = AgencySampleAccountAdded.create({ agencyId, businessId });
    given(Agency, [agency])
      .when((state) => addSampleAccount({ businessId }, state))
      .then([sample]);
    given(Agency, [agency, sample])
      .when((state) => addSampleAccount({ businessId }, state))
      .thenNothing();
    given(Agency, [agency, sample])
      .when((state) => addSampleAccount({ businessId: otherBusinessId }, state))
      .thenRefused('conflict', /already/);
    given(Agency, [agency, AgencyArchived.create({ agencyId })])
      .when((state) => addSampleAccount({ businessId }, state))
      .thenRefused('conflict', /archived/);
  });
});

describe('a business', () => {
  it('from before there were owners and features pays no fee and has live chat', () => {
    const old = BusinessCreated.create({
      businessId,
      agencyId,
      name: 'Old',
      uniqueId: 'old',
      currency: 'USD',
      timezone: 'UTC',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    expect(fold(Business, [old])).toMatchObject({
      status: 'active',
      isActive: true,
      freeFee: true,
      isEnabledLivechat: true,
      email: '',
      ownerId: null,
      contactInfo: { phone: null },
      broadcasters: [],
    });
  });
  it('says of an edit only what changed, by what it is about', () => {
    given(Business, [shop])
      .when((state) =>
        editBusiness({ name: "Bella's", currency: 'USD', isActiveMms: true, monthlyMessages: 1000 }, state),
      )
      .thenNothing();
    given(Business, [shop])
      .when((state) =>
        editBusiness({ name: "Bella's", currency: 'EUR', isActiveMms: false, monthlyMessages: null }, state),
      )
      .then([
        BusinessDetailsChanged.create({ businessId, currency: 'EUR' }),
        BusinessFeaturesChanged.create({ businessId, isActiveMms: false }),
        BusinessBillingChanged.create({ businessId, monthlyMessages: null }),
      ]);
    given(Business)
      .when((state) => editBusiness({ name: 'X' }, state))
      .thenRefused('not_found');
  });
  it('has contact details, broadcasters and legal pages', () => {
    const info = {
      phone: '555',
      email: null,
      website: null,
      address: '1 Pier',
      city: null,
      state: null,
      postalCode: null,
      country: 'US',
    };
    const told = BusinessContactInfoChanged.create({ businessId, phone: '555', address: '1 Pier', country: 'US' });
    given(Business, [shop])
      .when((state) => setContactInfo(info, state))
      .then([told]);
    given(Business, [shop, told])
      .when((state) => setContactInfo(info, state))
      .thenNothing();
    const people = [{ name: 'Bo', phone: '+14155550111' }];
    const named = BusinessBroadcastersChanged.create({ businessId, broadcasters: people });
    given(Business, [shop])
      .when((state) => setBroadcasters(people, state))
      .then([named]);
    given(Business, [shop, named])
      .when((state) => setBroadcasters(people, state))
      .thenNothing();
    given(Business, [shop, named])
      .when((state) => setBroadcasters([], state))
      .then([BusinessBroadcastersChanged.create({ businessId, broadcasters: [] })]);
    const pages = { privacy: { content: 'We keep nothing.', link: null }, terms: { content: '', link: null } };
    const written = BusinessLegalPagesChanged.create({ businessId, privacy: pages.privacy });
    given(Business, [shop])
      .when((state) => setLegalPages(pages, state))
      .then([written]);
    given(Business, [shop, written])
      .when((state) => setLegalPages(pages, state))
      .thenNothing();
  });
  it('lets three texts and emails a day reach a person, or as many as were chosen', () => {
    const chosen = BusinessDailyLimitsChanged.create({ businessId, texts: 5, mails: null });
    given(Business, [shop])
      .when((state) => chooseDailyLimits({ texts: 3, mails: 3 }, state))
      .thenNothing();
    given(Business, [shop])
      .when((state) => chooseDailyLimits({ texts: 5, mails: null }, state))
      .then([chosen]);
    given(Business, [shop, chosen])
      .when((state) => chooseDailyLimits({ texts: 5, mails: null }, state))
      .thenNothing();
  });
  it('is archived and restored, each once', () => {
    const gone = BusinessArchived.create({ businessId });
    given(Business, [shop]).when(archiveBusiness).then([gone]);
    given(Business, [shop, gone]).when(archiveBusiness).thenNothing();
    given(Business, [shop, gone])
      .when(restoreBusiness)
      .then([BusinessRestored.create({ businessId })]);
    given(Business, [shop]).when(restoreBusiness).thenNothing();
  });
  it('is switched on and off, or the other way round, and stays so while it is archived', () => {
    const off = BusinessDeactivated.create({ businessId });
    given(Business, [shop])
      .when((state) => setBusinessActive({}, state))
      .then([off]);
    given(Business, [shop, off])
      .when((state) => setBusinessActive({}, state))
      .then([BusinessActivated.create({ businessId })]);
    given(Business, [shop, off])
      .when((state) => setBusinessActive({ active: false }, state))
      .thenNothing();
    expect(
      fold(Business, [shop, off, BusinessArchived.create({ businessId }), BusinessRestored.create({ businessId })]),
    ).toMatchObject({ status: 'active', isActive: false });
  });
  it('is copied with its settings, never its number, its people or that it is a template', () => {
    const source = existing(
      fold(Business, [
        shop,
        assigned,
        BusinessBroadcastersChanged.create({ businessId, broadcasters: [{ name: 'Bo', phone: '+14155550111' }] }),
        BusinessLegalPagesChanged.create({ businessId, terms: { content: 'Be kind.', link: null } }),
        BusinessContactInfoChanged.create({ businessId, city: 'Oakland' }),
        BusinessDetailsChanged.create({ businessId, logo: '/media/logo' }),
        BusinessDeactivated.create({ businessId }),
        BusinessArchived.create({ businessId }),
      ]),
    );
    const created = {
      businessId: otherBusinessId,
      agencyId,
      ownerId: otherUserId,
      name: "Bella's Two",
      uniqueId: 'bellas-two',
      email: 'two@shop.test',
      firstName: 'Tina',
      lastName: '',
    };
    const giver = working(
      fold(Agency, [agency, AgencyFeaturesChanged.create({ agencyId, isActiveLivechat: true, isActiveLoop: true })]),
    );
    const copyBy = (by: ExistingAgency | null) =>
      fold(Business, duplicateBusiness({ created, giver: by }, source, Business.initial));
    expect(copyBy(giver)).toEqual({
      ...source,
      ...created,
      status: 'active',
      isActive: true,
      number: null,
      formerNumber: null,
      broadcasters: [],
      isTemplate: false,
      freeFee: false,
      useBandwidth: false,
    });
    expect(copyBy(null)).toMatchObject({
      freeFee: true,
      useBandwidth: true,
      contactInfo: { city: 'Oakland' },
      legalPages: { terms: { content: 'Be kind.' } },
      logo: '/media/logo',
      templateContent: 'Read this first.',
    });
    given(Business, [shop])
      .when((state) => duplicateBusiness({ created, giver: null }, source, state))
      .thenRefused('conflict');
  });
  it('keeps texting with its number while it is edited', () => {
    given(Business, [shop, assigned])
      .when((state) => assignNumber({ number: otherNumber, providerNumberId: null, isTollFree: false }, state))
      .thenRefused('conflict');
    given(Business, [shop])
      .when((state) => createBusiness(shopData, state))
      .thenRefused('conflict');
  });
  it('lists each campaign once', () => {
    const listed = BusinessCampaignAdded.create({ businessId, campaignId });
    given(CampaignList)
      .when((state) => listCampaign({ businessId, campaignId }, state))
      .then([listed]);
    given(CampaignList, [listed])
      .when((state) => listCampaign({ businessId, campaignId }, state))
      .thenNothing();
    expect(
      fold(CampaignList, [listed, BusinessCampaignAdded.create({ businessId, campaignId: otherCampaignId })]),
    ).toEqual([campaignId, otherCampaignId]);
  });
});

describe('a unique id', () => {
  it('is made of the name, with a number behind it when it is taken', () => {
    expect(uniqueIdsFor("Bella's Pizzeria & Bar", 'b0b0').slice(0, 3)).toEqual([
      'bellas-pizzeria-bar',
      'bellas-pizzeria-bar-2',
      'bellas-pizzeria-bar-3',
    ]);
    expect(uniqueIdsFor('Café Ünïcode', 'b0b0')[0]).toBe('cafe-unicode');
    expect(uniqueIdsFor('東京', 'b0b0')[0]).toBe('business-2');
    expect(uniqueIdsFor('X', 'b0b0')[0]).toBe('x-business');
  });
  it.each(['api', 'admin', 'login', 'passwords', 'webhooks', 'unsubscribe'])(
    '%s leads elsewhere and is nobody’s',
    (word) => {
      expect(isReservedUniqueId(word)).toBe(true);
      expect(uniqueIdsFor(word, 'b0b0')[0]).toBe(`${word}-2`);
      expect(() => chooseUniqueId(` ${word.toUpperCase()} `)).toThrow(/reserved/);
    },
  );
  it('law: whatever the name, there is something to try, and all of it is a unique id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (name) => {
        const all = uniqueIdsFor(name, '5b1f7c0de0001');
        expect(all.length).toBeGreaterThan(1);
        for (const one of all) expect(chooseUniqueId(one)).toBe(one);
      }),
    );
  });
  it.each(['ab', '-abc', 'abc-', 'a b c', 'ünïcode', 'a'.repeat(61)])('%j is none', (typed) => {
    expect(() => chooseUniqueId(typed)).toThrow(/3 to 60/);
  });
});

describe('a campaign that waits for a number', () => {
  const draft = {
    campaignId,
    businessId,
    name: 'Slice',
    type: 'text' as const,
    keyword: pizza,
    reply: 'Hi',
    replyMedia: [],
  };
  const drafted = CampaignDrafted.create(draft);
  const on = { campaignId, businessId, number, keyword: pizza };
  it('is drafted once and says what it is to answer', () => {
    given(Campaign)
      .when((state) => draftCampaign(draft, state))
      .then([drafted]);
    given(Campaign, [drafted])
      .when((state) => draftCampaign(draft, state))
      .thenRefused('conflict');
    given(Campaign)
      .when((state) => draftCampaign({ ...draft, reply: ' ' }, state))
      .thenRefused('validation_failed');
  });
  it('begins when its keyword is claimed, and says when it is taken', () => {
    const answers = given(Campaign, [drafted])
      .when((state) => meetNumber({ number, claimed: true }, state))
      .then([CampaignActivated.create(on)]);
    expect(answers).toMatchObject({ status: 'active', number });
    const taken = CampaignKeywordUnavailable.create(on);
    given(Campaign, [drafted])
      .when((state) => meetNumber({ number, claimed: false }, state))
      .then([taken]);
    given(Campaign, [drafted, taken])
      .when((state) => meetNumber({ number, claimed: false }, state))
      .thenNothing();
    given(Campaign, [drafted, taken])
      .when((state) => meetNumber({ number, claimed: true }, state))
      .then([CampaignActivated.create(on)]);
    given(Campaign, [drafted, CampaignActivated.create(on)])
      .when((state) => meetNumber({ number, claimed: true }, state))
      .thenNothing();
  });
  it('waits again when the number is gone, and only then', () => {
    const lost = CampaignNumberLost.create({ campaignId, businessId, number });
    const active = CampaignCreated.create({ ...draft, number });
    expect(
      given(Campaign, [active])
        .when((state) => loseNumber({ number }, state))
        .then([lost]),
    ).toMatchObject({ status: 'waiting', takenOn: null, ...draft });
    given(Campaign, [active])
      .when((state) => loseNumber({ number: otherNumber }, state))
      .thenNothing();
    given(Campaign, [active, lost])
      .when((state) => loseNumber({ number }, state))
      .thenNothing();
    given(Campaign, [drafted, CampaignKeywordUnavailable.create(on)])
      .when((state) => loseNumber({ number }, state))
      .then([lost]);
  });
});

describe('two people edit one record', () => {
  const recorded = (events: readonly AgencyEvent[]) =>
    events.map((event, revision) => ({
      ...event,
      revision,
      metadata: {
        occurredAt: `2026-11-20T10:0${revision}:00.000Z`,
        actor: {
          kind: 'user' as const,
          userId: `user-${revision}`,
          impersonatorId: revision === 3 ? 'the-real-one' : null,
        },
      },
    }));
  const form = formOf<Agency>('name', 'phone');
  const conflictOf = (events: readonly AgencyEvent[], revision: number): readonly unknown[] | 'none' => {
    try {
      checkEdit(Agency, recorded(events), revision, form);
      return 'none';
    } catch (error) {
      if (error instanceof EditConflictError) return [error.revision, ...error.changes];
      throw error;
    }
  };
  const renamed = (name: string) => AgencyDetailsChanged.create({ agencyId, name });
  it('what changed since the form was opened is named: what it was, what it is, who and when', () => {
    expect(conflictOf([agency, renamed('B')], 1)).toBe('none');
    expect(conflictOf([agency, renamed('B')], 0)).toEqual([
      1,
      { field: 'name', was: 'Northwind', now: 'B', by: 'user-1', at: '2026-11-20T10:01:00.000Z' },
    ]);
    expect(
      conflictOf([agency, renamed('B'), AgencyDetailsChanged.create({ agencyId, phone: '5' }), renamed('C')], 0),
    ).toEqual([
      3,
      { field: 'name', was: 'Northwind', now: 'C', by: 'the-real-one', at: '2026-11-20T10:03:00.000Z' },
      { field: 'phone', was: null, now: '5', by: 'user-2', at: '2026-11-20T10:02:00.000Z' },
    ]);
  });
  it('what the form does not show, and what was changed back, is no conflict', () => {
    expect(
      conflictOf(
        [agency, AgencyBillingChanged.create({ agencyId, freeFee: true }), AgencyArchived.create({ agencyId })],
        0,
      ),
    ).toBe('none');
    expect(conflictOf([agency, renamed('B'), renamed('Northwind')], 0)).toBe('none');
  });
  it('a revision that is not there yet is no revision of this record', () => {
    expect(() => conflictOf([agency], 5)).toThrow(/Open it again/);
    try {
      conflictOf([agency], 5);
    } catch (error) {
      expect((error as DomainError).code).toBe('validation_failed');
    }
  });
});
