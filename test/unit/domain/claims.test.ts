import { describe, it } from 'vitest';
import { Agency } from '../../../domain/agencies/agency.ts';
import { createAgency } from '../../../domain/agencies/decide.ts';
import { AgencyCreated } from '../../../domain/agencies/events.ts';
import { Business } from '../../../domain/businesses/business.ts';
import {
  claimKeyword,
  claimNumber,
  claimUniqueId,
  KeywordClaim,
  NumberClaim,
  releaseKeyword,
  releaseNumberClaim,
  UniqueIdClaim,
} from '../../../domain/businesses/claims.ts';
import { assignNumber, createBusiness, releaseNumber } from '../../../domain/businesses/decide.ts';
import {
  BusinessCreated,
  BusinessNumberAssigned,
  BusinessNumberReleased,
  KeywordClaimed,
  KeywordReleased,
  NumberClaimed,
  NumberReleased,
  UniqueIdClaimed,
} from '../../../domain/businesses/events.ts';
import { EmailClaimed } from '../../../domain/users/events.ts';
import { claimEmail, EmailClaim } from '../../../domain/users/user.ts';
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

describe('an agency and a business', () => {
  const agency = { agencyId, name: 'Northwind', email: 'agency@demo.test' };
  const business = {
    businessId,
    agencyId,
    name: "Bella's",
    uniqueId: 'bellas',
    currency: 'USD' as const,
    timezone: 'UTC',
    dateFormat: 'MM/DD/YYYY' as const,
    monthlyMessages: null,
    contactLimit: null,
  };
  const created = BusinessCreated.create(business);
  const assignment = { number, providerNumberId: null, isTollFree: false };
  const assigned = BusinessNumberAssigned.create({ businessId, ...assignment });
  const released = BusinessNumberReleased.create({ businessId, number });
  it('are created once', () => {
    given(Agency)
      .when((state) => createAgency(agency, state))
      .then([AgencyCreated.create(agency)]);
    given(Agency, [AgencyCreated.create(agency)])
      .when((state) => createAgency(agency, state))
      .thenRefused('conflict');
    given(Business)
      .when((state) => createBusiness(business, state))
      .then([created]);
    given(Business, [created])
      .when((state) => createBusiness(business, state))
      .thenRefused('conflict');
  });
  it('a business has one number at a time', () => {
    given(Business, [created])
      .when((state) => assignNumber(assignment, state))
      .then([assigned]);
    given(Business, [created, assigned])
      .when((state) => assignNumber(assignment, state))
      .thenNothing();
    given(Business, [created, assigned])
      .when((state) => assignNumber({ ...assignment, number: otherNumber }, state))
      .thenRefused('conflict', /Release it/);
    given(Business, [created, assigned])
      .when((state) => releaseNumber({ number }, state))
      .then([released]);
    given(Business, [created, assigned, released])
      .when((state) => assignNumber({ ...assignment, number: otherNumber }, state))
      .then([{ type: 'BusinessNumberAssigned' }]);
    given(Business, [created])
      .when((state) => releaseNumber({ number }, state))
      .thenNothing();
    given(Business)
      .when((state) => assignNumber(assignment, state))
      .thenRefused('not_found');
  });
});

describe('claims', () => {
  const claim = { number, businessId, agencyId };
  const keyword = { number, keyword: pizza, businessId, campaignId };
  it('of a number: one holder at a time, the holder as often as it likes', () => {
    given(NumberClaim)
      .when((state) => claimNumber(claim, state))
      .then([NumberClaimed.create(claim)]);
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => claimNumber(claim, state))
      .thenNothing();
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => claimNumber({ ...claim, businessId: otherBusinessId }, state))
      .thenRefused('number_taken', /\(415\) 555-0100/);
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => releaseNumberClaim({ number, businessId: otherBusinessId }, state))
      .thenNothing();
    given(NumberClaim, [NumberClaimed.create(claim)])
      .when((state) => releaseNumberClaim({ number, businessId }, state))
      .then([NumberReleased.create({ number, businessId })]);
    given(NumberClaim, [NumberClaimed.create(claim), NumberReleased.create({ number, businessId })])
      .when((state) => claimNumber({ ...claim, businessId: otherBusinessId }, state))
      .then([{ type: 'NumberClaimed' }]);
  });
  it('of a keyword on a number', () => {
    given(KeywordClaim)
      .when((state) => claimKeyword(keyword, state))
      .then([KeywordClaimed.create(keyword)]);
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => claimKeyword(keyword, state))
      .thenNothing();
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => claimKeyword({ ...keyword, campaignId: otherCampaignId }, state))
      .thenRefused('keyword_taken', /PIZZA/);
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => releaseKeyword({ ...keyword, campaignId: otherCampaignId }, state))
      .thenNothing();
    given(KeywordClaim, [KeywordClaimed.create(keyword)])
      .when((state) => releaseKeyword(keyword, state))
      .then([KeywordReleased.create(keyword)]);
  });
  it('of a unique id and an email address', () => {
    const unique = UniqueIdClaimed.create({ uniqueId: 'bellas', businessId });
    given(UniqueIdClaim)
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId }, state))
      .then([unique]);
    given(UniqueIdClaim, [unique])
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId }, state))
      .thenNothing();
    given(UniqueIdClaim, [unique])
      .when((state) => claimUniqueId({ uniqueId: 'bellas', businessId: otherBusinessId }, state))
      .thenRefused('unique_id_taken', /bellas/);
    given(EmailClaim)
      .when((state) => claimEmail({ userId }, state))
      .then([EmailClaimed.create({ userId })]);
    given(EmailClaim, [EmailClaimed.create({ userId })])
      .when((state) => claimEmail({ userId }, state))
      .thenNothing();
    given(EmailClaim, [EmailClaimed.create({ userId })])
      .when((state) => claimEmail({ userId: otherUserId }, state))
      .thenRefused('email_taken');
  });
});
