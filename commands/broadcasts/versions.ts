import { mergeFieldsFor, unknownField } from '../../domain/broadcasts/check.ts';
import type { ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import { deadLinkProblem, deadLinksOf } from '../../domain/email-design/links.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { targetOf } from '../../domain/links/fields.ts';
import { linksOfEmail, withLinks } from '../../domain/emails/links.ts';
import { type Call, execute } from '../kernel/command.ts';
import { startUnitOfWork, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { registerLinks } from '../links/register.ts';
import { designOf } from '../emails/designs.ts';
import { keepCompiled, keepVersion, versionOf } from '../delivery/email-version.ts';
import { publicAddress } from '../directory/public-address.ts';

/**
 * Compiles each variant of an email as it is now and keeps it (`EmailVersionCreated`); none for texts. Throws
 * `validation_failed` at `contents.<n>.design_id`: there is no such design, it is too long, has unknown merge fields, or
 * links that lead nowhere. `withoutLink`: the business's own merge fields that can't be one.
 */
export async function versionsOf(
  world: CommandServices,
  work: UnitOfWork,
  broadcast: ExistingBroadcast,
  tenant: Tenant,
  {
    customFields: custom,
    withoutLink,
  }: { readonly customFields: readonly string[]; readonly withoutLink: readonly string[] },
): Promise<readonly string[]> {
  const known = new Set([...mergeFieldsFor(broadcast.setup), ...custom]);
  const versions: string[] = [];
  for (const [index, content] of broadcast.setup.contents.entries()) {
    if (content.kind !== 'mail' || content.designId === null) continue;
    const refuse = (message: string): never => {
      throw new DomainError('validation_failed', message, { [`contents.${index}.design_id`]: [message] });
    };
    const whose = { agencyId: tenant.agencyId, businessId: broadcast.businessId };
    const design = await designOf(world, whose, content.designId);
    if (design === null) return refuse('This design is not there any more. Choose another.');
    const dead = deadLinkProblem(deadLinksOf(design, withoutLink));
    if (dead !== null) return refuse(dead);
    const preheader = content.preheader?.trim() || design.settings.preheader;
    const email = {
      subject: content.subject ?? '',
      design: { ...design, settings: { ...design.settings, preheader } },
    };
    const { businessId } = broadcast;
    const owner = { businessId, agencyId: tenant.agencyId };
    const { versionId, fields } = await keepVersion(world, work, owner, email).catch((error: unknown) => {
      if (error instanceof DomainError) return refuse(error.message);
      throw error;
    });
    const unknown = fields.find((field) => !known.has(field));
    if (unknown !== undefined) return refuse(unknownField(unknown));
    versions.push(versionId);
  }
  return versions;
}

/** The same with their addresses exchanged for short links, whose numbers are the same whenever it is asked. */
export async function versionsWithLinks(
  call: Call,
  { broadcastId, businessId, setup, versions }: ExistingBroadcast,
  tenant: Tenant,
): Promise<readonly string[]> {
  if (setup.type !== 'email' || !setup.shortLinks) return versions;
  const { world } = call;
  const home = targetOf(await publicAddress(world, tenant.agencyId));
  // Names of their own: what is registered and kept is not what starts.
  const named = (what: string, variant: number) => ({
    ...call.context,
    commandId: uuidV5(namespaces.command, what, broadcastId, String(variant)),
  });
  return Promise.all(
    versions.map(async (versionId, variant) => {
      const version = await versionOf(world, versionId);
      if (version === null) throw new Error(`Broadcast ${broadcastId} names a version that is not there.`);
      const urls = linksOfEmail(version).slice(0, 100);
      if (urls.length === 0) return versionId;
      const asked = { ...call, context: named('broadcast-links', variant) };
      const { result } = await execute(registerLinks, asked, {
        businessId,
        source: { kind: 'broadcast' as const, id: broadcastId, variant },
        urls: [...urls],
        trap: home,
      });
      const numbers = new Map(result.links.map(({ url, number }) => [url, number]));
      const linked = withLinks(version, numbers, result.trap);
      const work = startUnitOfWork(world, named('broadcast-version', variant), { tenant });
      return keepCompiled(work, businessId, { subject: version.subject, ...linked });
    }),
  );
}
