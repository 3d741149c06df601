import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { brandFindings, campaignFindings, type Finding } from '../../domain/registrations/a2p/checks.ts';
import type { A2pBrandForm, A2pCampaignContent } from '../../domain/registrations/a2p/fields.ts';

/** Refuses what reviewers would, before anything is paid. */
function refuse(findings: readonly Finding[]): void {
  const grave = findings.filter(({ level }) => level === 'must');
  if (grave.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { field, message } of grave) (fields[field] ??= []).push(message);
  throw new DomainError('validation_failed', grave[0]!.message, fields);
}

export const checkBrand = (form: A2pBrandForm, { name }: ExistingBusiness): void => {
  refuse(brandFindings(form, name));
};
export const checkCampaign = (
  content: A2pCampaignContent,
  brand: Pick<A2pBrandForm, 'legalName' | 'website'>,
): void => {
  refuse(campaignFindings(content, brand));
};
