import { z } from 'zod';
import { hookTargets } from '../contacts/sent-fields.ts';
import { DomainError } from '../kernel/errors.ts';
import { CampaignId } from '../kernel/ids.ts';
import { IntakeMapping } from './fields.ts';

/** How records become contacts, and which campaigns they enter. */
export const Intake = z.object({
  mapping: IntakeMapping,
  /** `part`: a lead form or a webinar; empty: any other. */
  campaigns: z.array(z.object({ part: z.string().max(100), campaignId: CampaignId })).max(100),
});
export type Intake = z.output<typeof Intake>;
export const noIntake: Intake = { mapping: [], campaigns: [] };

/** Fields under the names that the product has for them. */
const byName: Intake['mapping'] = [
  ...hookTargets.map((name) => ({ path: name, to: { of: 'contact' as const, name }, rule: 'overwrite' as const })),
  // What lead forms call a phone number.
  { path: 'phone_number', to: { of: 'contact', name: 'phone' }, rule: 'overwrite' },
];
export const mappingOf = ({ mapping }: Intake): Intake['mapping'] => (mapping.length === 0 ? byName : mapping);

export const campaignFor = ({ campaigns }: Intake, part: string): CampaignId | null =>
  (campaigns.find((one) => one.part === part) ?? campaigns.find((one) => one.part === ''))?.campaignId ?? null;

/** A contact is found by a number or an address, and each part has one campaign. */
export function checkIntake({ mapping, campaigns }: Intake): void {
  const finds = mapping.some(({ to }) => to.of === 'contact' && (to.name === 'phone' || to.name === 'email'));
  if (mapping.length > 0 && !finds) refuse('mapping', 'Choose where the phone number or the email address is.');
  if (new Set(campaigns.map(({ part }) => part)).size < campaigns.length)
    refuse('campaigns', 'Choose one campaign for each form or webinar.');
}
function refuse(field: string, message: string): never {
  throw new DomainError('validation_failed', message, { [field]: [message] });
}
