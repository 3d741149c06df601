import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { AgencyId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { CustomDomainChanged, DomainOwnershipLost } from '../../domain/whitelabels/events.ts';
import { claimHost, DomainClaim, releaseHost, takeOver } from '../../domain/whitelabels/claims.ts';
import * as brand from '../../domain/whitelabels/decide.ts';
import { brandFields } from '../../domain/whitelabels/fields.ts';
import { PaymentRequired } from '../../domain/limits/needs.ts';
import { hostName, placeOf, type PlatformHosts, platformHosts } from '../../domain/whitelabels/hosts.ts';
import { Whitelabel } from '../../domain/whitelabels/whitelabel.ts';
import { standingOf } from '../directory/payer-standing.ts';
import { type CommandOutcome, operators } from '../kernel/caller.ts';
import { type Call, command, decision, question } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** A routine look without news is recorded this often, in ms. */
const recordedEvery = 20 * 3_600_000;
/**
 * An agency that has not proved a domain by then, in ms, makes way for another that wants it: else anybody could keep
 * an owner from their own domain.
 */
const provedWithin = 7 * 86_400_000;
const emptied = (value: string | null | undefined): string | null | undefined =>
  typeof value === 'string' && value.trim() === '' ? null : value;

const platformOf = (world: CommandServices): PlatformHosts => world.platform ?? platformHosts('http://localhost');

async function ownBrand({ world, context }: Call, { agencyId }: { readonly agencyId: AgencyId }) {
  const tenant = { agencyId, businessId: null };
  allowTenant(context.caller, tenant, 'This agency');
  const stream = streams.whitelabel(agencyId);
  const [agency, seen] = await Promise.all([world.events.read(streams.agency(agencyId)), world.events.read(stream)]);
  if (stateOf(Agency, agency).status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
  return { tenant, stream, seen, now: stateOf(Whitelabel, seen) };
}

/** Throws `payment_required` where the agency's plan has no white label: what is set goes on, and can be removed. */
async function checkPlan(world: CommandServices, agencyId: AgencyId): Promise<void> {
  const standing = await standingOf(world, { agencyId, businessId: null });
  if (standing !== null && !standing.features.whitelabel) throw new PaymentRequired('whitelabel');
}

/** Whether the claim on a domain may be taken away from its agency: it is not proved, and has not been for long. */
async function hasLapsed(world: CommandServices, host: string, holder: AgencyId): Promise<boolean> {
  if (!host.includes('.')) return false;
  const seen = await world.events.read(streams.whitelabel(holder));
  const { domain } = stateOf(Whitelabel, seen);
  if (domain?.host !== host || domain.proved) return false;
  const since = seen.findLast(
    (event) => (is(event, CustomDomainChanged) || is(event, DomainOwnershipLost)) && event.data.domain === host,
  )!.metadata.occurredAt;
  return world.now().getTime() - new Date(since).getTime() > provedWithin;
}

/** What is wanted is claimed first and what is left is freed last: cut off in between, repeating it (or `releaseUnused`) ends it well. */
export const editBrand = command({
  input: z.object({
    agencyId: AgencyId,
    name: brandFields.name.optional(),
    color: brandFields.color.optional(),
    domain: brandFields.domain.optional(),
    subdomain: brandFields.subdomain.optional(),
  }),
  by: operators,
  async run(call, { agencyId, name, color, ...hosts }) {
    const { world, context } = call;
    const platform = platformOf(world);
    const [typedDomain, typedSubdomain] = [emptied(hosts.domain), emptied(hosts.subdomain)];
    const { tenant, stream, seen, now } = await ownBrand(call, { agencyId });
    const domain = typeof typedDomain === 'string' ? brand.chooseDomain(typedDomain, platform) : typedDomain;
    const subdomain =
      typeof typedSubdomain === 'string' ? brand.chooseSubdomain(typedSubdomain, platform) : typedSubdomain;
    if (brand.setsSomething({ name, color, domain, subdomain }, now)) await checkPlan(world, agencyId);
    const work = startUnitOfWork(world, context, { tenant });
    const wanted = [domain, subdomain].filter((host): host is string => typeof host === 'string');
    // All are looked at before one is claimed, so that a refusal leaves no claim behind.
    const lapsed = new Map<string, AgencyId>();
    for (const host of wanted) {
      const claim = stateOf(DomainClaim, await world.events.read(streams.domainClaim(host)));
      if (claim.status === 'claimed' && claim.agencyId !== agencyId && (await hasLapsed(world, host, claim.agencyId)))
        lapsed.set(host, claim.agencyId);
      else claimHost({ host, agencyId }, claim);
    }
    for (const host of wanted) {
      const holder = lapsed.get(host);
      await work.change({
        stream: streams.domainClaim(host),
        aggregate: DomainClaim,
        // Who loses a domain this way is told by the next look at it.
        decide: (claim) =>
          holder !== undefined && claim.status === 'claimed' && claim.agencyId === holder ?
            takeOver({ host, agencyId }, claim)
          : claimHost({ host, agencyId }, claim),
      });
    }
    const newToken = randomBytes(16).toString('hex');
    const { before } = await work.change({
      stream,
      aggregate: Whitelabel,
      seen,
      decide: (current) => brand.editBrand({ agencyId, newToken, name, color, domain, subdomain }, current),
    });
    const left = [
      domain === undefined ? null : before.domain?.host,
      subdomain === undefined ? null : before.subdomain,
    ].filter((host): host is string => typeof host === 'string' && !wanted.includes(host));
    for (const host of left)
      await work.change({
        stream: streams.domainClaim(host),
        aggregate: DomainClaim,
        decide: (claim) => releaseHost({ host, agencyId }, claim),
      });
    return work.outcome(undefined);
  },
});

export const setBrandFile = decision({
  input: z.object({ agencyId: AgencyId, type: brandFields.file, url: brandFields.url, variants: brandFields.variants }),
  by: operators,
  aggregate: Whitelabel,
  async at(call, input) {
    if (input.url !== null) await checkPlan(call.world, input.agencyId);
    return ownBrand(call, input);
  },
  decide: ({ type: file, ...input }, current) => brand.setBrandFile({ ...input, file }, current),
});

/** The proof is recorded before the certificate is asked for: the edge asks `serves` before it obtains one. */
export const checkDomain = command({
  input: z.object({ agencyId: AgencyId, routine: z.boolean().default(false) }),
  by: operators,
  async run(call, { agencyId, routine }): Promise<CommandOutcome<{ ok: boolean; problem: string | null }>> {
    const { world, context } = call;
    const { tenant, stream, seen, now: known } = await ownBrand(call, { agencyId });
    const { domain } = known;
    const work = startUnitOfWork(world, context, { tenant });
    if (domain === null) return work.outcome({ ok: false, problem: 'There is no custom domain yet.' });
    if (world.domains === undefined) throw new DomainError('unavailable', 'Domains can’t be checked here.');
    const { host, ownershipToken } = domain;
    // An edit that crossed a release may have left its domain unclaimed: it is claimed again, unless somebody else was faster.
    const claim = stateOf(DomainClaim, await world.events.read(streams.domainClaim(host)));
    if (claim.status === 'claimed' && claim.agencyId !== agencyId) {
      await work.change({
        stream,
        aggregate: Whitelabel,
        seen,
        decide: (current) =>
          current.domain?.host === host ? brand.editBrand({ agencyId, newToken: '', domain: null }, current) : [],
      });
      return work.outcome({ ok: false, problem: `The domain ${host} is taken by another brand.` });
    }
    await work.change({
      stream: streams.domainClaim(host),
      aggregate: DomainClaim,
      decide: (current) => claimHost({ host, agencyId }, current),
    });
    const names = await world.domains.names(host, ownershipToken);
    await work.change({
      stream,
      aggregate: Whitelabel,
      seen,
      decide: (current) => brand.recordNames({ agencyId, host, seen: names }, current),
    });
    const now = stateOf(Whitelabel, await world.events.read(stream)).domain;
    const reachable = now?.host === host && now.proved && now.pointsHere === true;
    const certificate = reachable ? await world.domains.certificate(host) : null;
    const problem = names.problem ?? certificate?.problem ?? null;
    const lastLook = seen.findLast(({ type }) => type === 'DomainChecked')?.metadata.occurredAt;
    const due = lastLook === undefined || world.now().getTime() - new Date(lastLook).getTime() > recordedEvery;
    // Its own command id: one command appends to one stream once.
    const second = startUnitOfWork(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, work.commandId, 'certificate'),
    });
    await second.change({
      stream,
      aggregate: Whitelabel,
      decide: (current) =>
        brand.recordCheck(
          {
            agencyId,
            host,
            certificate:
              certificate?.valid == null ? null : { valid: certificate.valid, expiresAt: certificate.expiresAt },
            problem,
            routine,
            due,
          },
          current,
        ),
    });
    const result = { ok: reachable && certificate?.valid === true, problem };
    return second.outcome(result).position === null ? work.outcome(result) : second.outcome(result);
  },
});

/** Frees a domain or subdomain that the agency has claimed and does not use: what an edit that was cut off left behind. */
export const releaseUnused = decision({
  input: z.object({ agencyId: AgencyId, host: z.string().max(253) }),
  by: operators,
  aggregate: DomainClaim,
  async at(call, { agencyId, host }) {
    const { tenant, now } = await ownBrand(call, { agencyId });
    return { stream: streams.domainClaim(host), tenant, used: now.domain?.host === host || now.subdomain === host };
  },
  decide: ({ agencyId, host }, claim, { used }) => (used ? [] : releaseHost({ host, agencyId }, claim)),
});

/**
 * Whether a browser may get a certificate and a page for this host: a subdomain that is taken, or a proved custom
 * domain, of an agency that is not archived. Of the streams themselves.
 */
export const serves = question(async (world, given: string) => {
  const platform = platformOf(world);
  const name = hostName(given);
  if (name === null) return false;
  const place = placeOf(name, platform);
  if (place.kind === 'platform') return name === platform.host || name === platform.domain;
  const host = place.kind === 'subdomain' ? place.subdomain : place.domain;
  const claim = stateOf(DomainClaim, await world.events.read(streams.domainClaim(host)));
  if (claim.status === 'free') return false;
  const [agency, brand] = await Promise.all([
    world.events.read(streams.agency(claim.agencyId)),
    world.events.read(streams.whitelabel(claim.agencyId)),
  ]);
  if (stateOf(Agency, agency).status !== 'active') return false;
  const { subdomain, domain } = stateOf(Whitelabel, brand);
  return place.kind === 'subdomain' ? subdomain === host : domain?.host === host && domain.proved;
});
