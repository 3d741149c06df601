import { type Known, mergeNames, type Problem } from '../../domain/automations/document/check.ts';
import { type Document, isOff, planOf } from '../../domain/automations/document/document.ts';
import { effectsIn } from '../../domain/automations/steps/effects.ts';
import { Business } from '../../domain/businesses/business.ts';
import { deadLinkProblem, deadLinksOf, fieldsWithoutLink } from '../../domain/email-design/links.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import { senderValues } from '../../domain/personalization/values.ts';
import { streams } from '../../domain/streams.ts';
import type { UnitOfWork, CommandServices } from '../kernel/unit-of-work.ts';
import { designOf } from '../emails/designs.ts';
import { keepVersion } from '../delivery/email-version.ts';

/**
 * Compiles each email of a document as it is designed now and keeps it (`EmailVersionCreated`). What can't be is a problem of its
 * step: no such design, too long, a merge field that is not there, a link that leads nowhere.
 */
export async function compileEmails(
  world: CommandServices,
  work: UnitOfWork,
  { businessId, agencyId }: { readonly businessId: BusinessId; readonly agencyId: string | null },
  document: Document,
  known: Known,
): Promise<{ readonly mails: Readonly<Record<string, string>>; readonly problems: readonly Problem[] }> {
  const merge = mergeNames(known);
  const mails: Record<string, string> = {};
  const problems: Problem[] = [];
  const business = await world.loadState(streams.business(businessId), Business);
  const withoutLink = business.status === 'none' ? [] : fieldsWithoutLink(senderValues(business));
  for (const [node, step] of Object.entries(document.nodes)) {
    const emailed = isOff(step) ? undefined : effectsIn(planOf(step)).find((effect) => effect.kind === 'mail');
    if (emailed === undefined || emailed.designId === null) continue;
    const say = (code: Problem['code'], message: string): unknown =>
      problems.push({ code, node, trigger: null, field: 'designId', message });
    const design = await designOf(world, { agencyId, businessId }, emailed.designId);
    if (design === null) {
      say('unknown-reference', 'This does not exist any more. Choose another.');
      continue;
    }
    const dead = deadLinkProblem(deadLinksOf(design, withoutLink));
    if (dead !== null) {
      say('invalid', dead);
      continue;
    }
    const preheader = emailed.preheader.trim() || design.settings.preheader;
    const email = { subject: emailed.subject, design: { ...design, settings: { ...design.settings, preheader } } };
    try {
      const { versionId, fields } = await keepVersion(world, work, { businessId, agencyId }, email);
      const names = emailed.campaignId === null ? merge.plain : merge.withCoupon;
      for (const field of fields)
        if (!names.has(field)) say('bad-merge-field', `{{${field.slice(0, 40)}}} can’t be used here.`);
      mails[node] = versionId;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      say('invalid', error.message);
    }
  }
  return { mails, problems };
}
