import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { valuesOf } from '../../../domain/automations/runs/words.ts';
import { CampaignId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { targetOf } from '../../../domain/links/fields.ts';
import { isLinkField, linksOfEmail, withLinks } from '../../../domain/emails/links.ts';
import { type MadeVersion, valuesFor } from '../../../domain/emails/version.ts';
import { fieldsIn, fill } from '../../../domain/personalization/template.ts';
import { streams } from '../../../domain/streams.ts';
import { customMergeFields } from '../../custom-fields/merge.ts';
import { startUnitOfWork } from '../../kernel/unit-of-work.ts';
import { queueEmailTo } from '../../emails/queue.ts';
import { keepCompiled, versionOf } from '../../delivery/email-version.ts';
import { publicAddress } from '../../directory/public-address.ts';
import { type StepContext, type StepResult, nthOf, originOf, refused } from './step-context.ts';
import { linksOfStep } from './links.ts';
import { heldCoupon, wordsOfCampaign } from './text.ts';

/** An email to the contact, as it was designed when the automation was published. */
export async function mail(step: StepContext, { campaignId }: EffectOf<'mail'>): Promise<StepResult> {
  const { call, work, effectId, run, node, contact, business, version } = step;
  const { businessId, contactId } = run;
  const { details } = contact;
  if (details.email === null || details.email === '') return refused('no-address');
  const made = await linkedVersion(step, version.mails[node] ?? null);
  if (made === null) return refused('no-design');
  const custom = await customMergeFields(call.world, businessId);
  const coupon = await heldCoupon(step, campaignId);
  const fields = [...new Set([made.subject, made.html, made.text].flatMap(fieldsIn))];
  const campaign = await wordsOfCampaign(
    step,
    campaignId,
    fields.map((field) => `{{${field}}}`),
  );
  const values = valuesOf({ contact, business, custom, coupon, campaign });
  const subject = fill(made.subject, values).trim();
  if (subject === '') return refused('missing-value');
  await queueEmailTo(work, {
    mailId: effectId,
    businessId,
    contactId,
    purpose: 'automation',
    to: details.email,
    subject,
    body: null,
    button: null,
    automation: originOf(step),
    campaignId: campaignId === null ? null : CampaignId.parse(campaignId),
    content: {
      versionId: made.versionId,
      values: valuesFor(
        fields.filter((field) => !isLinkField(field)),
        values,
      ),
    },
  });
  return { kind: 'awaits', stream: streams.email(effectId) };
}

/** The same with its addresses exchanged for short links, which are the same for all who get it the same how manieth time. */
async function linkedVersion(step: StepContext, versionId: string | null): Promise<MadeVersion | null> {
  const { call, run, node, business } = step;
  const { world, context } = call;
  const version = versionId === null ? null : await versionOf(world, versionId);
  if (version === null) return null;
  const urls = linksOfEmail(version).slice(0, 100);
  if (urls.length === 0) return version;
  const { businessId } = run;
  const trap = targetOf(await publicAddress(world, business.agencyId));
  const { numbers, trap: trapNumber } = await linksOfStep(step, urls, trap);
  const linked = withLinks(version, numbers, trapNumber);
  // A name of its own: what is kept is not what one contact is sent.
  const commandId = uuidV5(namespaces.command, 'automation-mail', node, String(nthOf(step)), version.versionId);
  const tenant = { agencyId: business.agencyId, businessId };
  const keeping = startUnitOfWork(world, { ...context, commandId }, { tenant });
  return versionOf(world, await keepCompiled(keeping, businessId, { subject: version.subject, ...linked }));
}
