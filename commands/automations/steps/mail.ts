import type { NodeOf } from '../../../domain/automation/fields.ts';
import { valuesOf } from '../../../domain/automation/words.ts';
import { CampaignId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { targetOf } from '../../../domain/link/fields.ts';
import { isLinkField, linksOfMail, withLinks } from '../../../domain/mail/links.ts';
import { type MadeVersion, valuesFor } from '../../../domain/mail/version.ts';
import { fieldsIn, fill } from '../../../domain/merge/template.ts';
import { streams } from '../../../domain/streams.ts';
import { execute } from '../../command.ts';
import { customMergeFields } from '../../custom-fields/merge.ts';
import { begin } from '../../kernel.ts';
import { registerLinks } from '../../links/register.ts';
import { queueMailTo } from '../../mail/queue.ts';
import { keepCompiled, versionOf } from '../../mail/version.ts';
import { publicAddress } from '../../public-address.ts';
import { type Doing, type Done, nthOf, originOf, refused } from './doing.ts';
import { heldCoupon } from './text.ts';

/** A mail to the contact, as it was designed when the automation was published. */
export async function mail(doing: Doing, { campaignId }: NodeOf<'SendEmail'>): Promise<Done> {
  const { call, work, effectId, run, node, contact, business, version } = doing;
  const { businessId, contactId } = run;
  const { details } = contact;
  if (details.email === null || details.email === '') return refused('no-address');
  const made = await linkedVersion(doing, version.mails[node] ?? null);
  if (made === null) return refused('no-design');
  const custom = await customMergeFields(call.world, businessId);
  const coupon = await heldCoupon(doing, campaignId);
  const values = valuesOf({ contact, business, custom, coupon });
  const subject = fill(made.subject, values).trim();
  if (subject === '') return refused('missing-value');
  const fields = [...new Set([made.subject, made.html, made.text].flatMap(fieldsIn))];
  await queueMailTo(work, {
    ...{ mailId: effectId, businessId, contactId, purpose: 'automation', to: details.email, subject },
    ...{ body: null, button: null, automation: originOf(doing) },
    campaignId: campaignId === null ? null : CampaignId.parse(campaignId),
    content: {
      versionId: made.versionId,
      values: valuesFor(
        fields.filter((field) => !isLinkField(field)),
        values,
      ),
    },
  });
  return { kind: 'awaits', stream: streams.mail(effectId) };
}

/** The same with its addresses exchanged for short links, which are the same for all who get it the same how manieth time. */
async function linkedVersion(doing: Doing, versionId: string | null): Promise<MadeVersion | null> {
  const { call, run, node, business } = doing;
  const { world, context } = call;
  const version = versionId === null ? null : await versionOf(world, versionId);
  if (version === null) return null;
  const urls = linksOfMail(version).slice(0, 100);
  if (urls.length === 0) return version;
  const { businessId } = run;
  const nth = nthOf(doing);
  // Names of their own: what is registered and kept is not what one contact is sent.
  const named = (what: string) => ({
    ...context,
    commandId: uuidV5(namespaces.command, what, node, String(nth), version.versionId),
  });
  const source = { kind: 'automation' as const, id: node, variant: nth };
  const trap = targetOf(await publicAddress(world, business.agencyId));
  const asked = { ...call, context: named('automation-links') };
  const { result } = await execute(registerLinks, asked, { businessId, source, urls: [...urls], trap });
  const numbers = new Map(result.links.map(({ url, number }) => [url, number]));
  const linked = withLinks(version, numbers, result.trap);
  const keeping = begin(world, named('automation-mail'), { tenant: { agencyId: business.agencyId, businessId } });
  return versionOf(world, await keepCompiled(keeping, businessId, { subject: version.subject, ...linked }));
}
