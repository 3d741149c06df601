import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { claimHost, DomainClaim, releaseHost, takeOver } from '../../domain/whitelabel/claims.ts';
import {
  chooseDomain,
  chooseSubdomain,
  editBrand,
  recordCheck,
  recordNames,
  setBrandFile,
} from '../../domain/whitelabel/decide.ts';
import { hostName, placeOf, platformHosts } from '../../domain/whitelabel/hosts.ts';
import { Whitelabel } from '../../domain/whitelabel/whitelabel.ts';
import { Line } from '../inputs.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';

const filePath = z.string().regex(/^\/media\/[A-Za-z0-9_-]{22}$/, 'Upload the picture first.');
const Edit = z.object({
  agencyId: AgencyId,
  // An empty field takes the choice away.
  name: z
    .preprocess(
      (name) => (typeof name === 'string' && name.trim() === '' ? null : name),
      Line('The brand’s name', 60).nullable(),
    )
    .optional(),
  color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Give the colour as # and six hexadecimal digits.')
    .nullable()
    .optional(),
  domain: z.string().max(1_000, 'Domain format is invalid.').nullable().optional(),
  subdomain: z.string().max(1_000, 'Subdomain format is invalid.').nullable().optional(),
});
const SetFile = z.object({
  agencyId: AgencyId,
  type: z.enum(['logo', 'favicon']),
  url: filePath.nullable(),
  variants: z.record(z.string().regex(/^\d{1,5}$/), filePath),
});
const Check = z.object({ agencyId: AgencyId, routine: z.boolean().default(false) });
const Release = z.object({ agencyId: AgencyId, host: z.string().max(253) });

/** A routine look without news is recorded this often, in ms. */
const recordedEvery = 20 * 3_600_000;
/** An agency that has not proved a domain by then, in ms, makes way for another that wants it: else anybody could keep an owner from their own domain. */
const provedWithin = 7 * 86_400_000;
const emptied = (value: string | null | undefined): string | null | undefined =>
  typeof value === 'string' && value.trim() === '' ? null : value;

export const whitelabels = (world: World): Commands['whitelabels'] => {
  const platform = world.platform ?? platformHosts('http://localhost');

  async function brandOf(context: CommandContext, agencyId: AgencyId) {
    allow(context.caller, 'admin', 'system', 'agency');
    const tenant = { agencyId, businessId: null };
    allowTenant(context.caller, tenant, 'This agency');
    const stream = streams.whitelabel(agencyId);
    const [agency, seen] = await Promise.all([world.events.read(streams.agency(agencyId)), world.events.read(stream)]);
    if (stateOf(Agency, agency).status === 'none') throw new DomainError('not_found', 'This agency does not exist.');
    return { tenant, stream, seen, brand: stateOf(Whitelabel, seen) };
  }

  /** Whether the claim on a domain may be taken away from its agency: it is not proved, and has not been for long. */
  async function hasLapsed(host: string, holder: AgencyId): Promise<boolean> {
    if (!host.includes('.')) return false;
    const seen = await world.events.read(streams.whitelabel(holder));
    const { domain } = stateOf(Whitelabel, seen);
    if (domain?.host !== host || domain.proved) return false;
    const since = seen.findLast(
      ({ type, data }) => (type === 'CustomDomainChosen' || type === 'DomainOwnershipLost') && data['domain'] === host,
    )!.metadata.occurredAt;
    return world.now().getTime() - new Date(since).getTime() > provedWithin;
  }

  return {
    /** What is wanted is claimed first and what is left is freed last: cut off in between, repeating it (or `releaseUnused`) ends it well. */
    async edit(context, given) {
      const { agencyId, name, color, ...hosts } = parse(Edit, given);
      const [typedDomain, typedSubdomain] = [emptied(hosts.domain), emptied(hosts.subdomain)];
      const { tenant, stream, seen } = await brandOf(context, agencyId);
      const domain = typeof typedDomain === 'string' ? chooseDomain(typedDomain, platform) : typedDomain;
      const subdomain = typeof typedSubdomain === 'string' ? chooseSubdomain(typedSubdomain, platform) : typedSubdomain;
      const work = begin(world, context, { tenant });
      const wanted = [domain, subdomain].filter((host): host is string => typeof host === 'string');
      // All are looked at before one is claimed, so that a refusal leaves no claim behind.
      const lapsed = new Map<string, AgencyId>();
      for (const host of wanted) {
        const claim = stateOf(DomainClaim, await world.events.read(streams.domainClaim(host)));
        if (claim.status === 'claimed' && claim.agencyId !== agencyId && (await hasLapsed(host, claim.agencyId)))
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
        decide: (brand) => editBrand({ agencyId, newToken, name, color, domain, subdomain }, brand),
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

    async setFile(context, given) {
      const { type: file, ...input } = parse(SetFile, given);
      const { tenant, stream, seen } = await brandOf(context, input.agencyId);
      const work = begin(world, context, { tenant });
      await work.change({
        stream,
        aggregate: Whitelabel,
        seen,
        decide: (brand) => setBrandFile({ ...input, file }, brand),
      });
      return work.outcome(undefined);
    },

    /** The proof is recorded before the certificate is asked for: the edge asks `serves` before it obtains one. */
    async check(context, given) {
      const { agencyId, routine } = parse(Check, given);
      const { tenant, stream, seen, brand } = await brandOf(context, agencyId);
      const { domain } = brand;
      const work = begin(world, context, { tenant });
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
            current.domain?.host === host ? editBrand({ agencyId, newToken: '', domain: null }, current) : [],
        });
        return work.outcome({ ok: false, problem: `The domain ${host} is taken by somebody else.` });
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
        decide: (current) => recordNames({ agencyId, host, seen: names }, current),
      });
      const now = stateOf(Whitelabel, await world.events.read(stream)).domain;
      const reachable = now?.host === host && now.proved && now.pointsHere === true;
      const certificate = reachable ? await world.domains.certificate(host) : null;
      const problem = names.problem ?? certificate?.problem ?? null;
      const lastLook = seen.findLast(({ type }) => type === 'DomainChecked')?.metadata.occurredAt;
      const due = lastLook === undefined || world.now().getTime() - new Date(lastLook).getTime() > recordedEvery;
      // Its own command id: one command appends to one stream once.
      const second = begin(world, context, {
        tenant,
        commandId: uuidV5(namespaces.command, work.commandId, 'certificate'),
      });
      await second.change({
        stream,
        aggregate: Whitelabel,
        decide: (current) =>
          recordCheck(
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

    async releaseUnused(context, given) {
      const { agencyId, host } = parse(Release, given);
      const { tenant, brand } = await brandOf(context, agencyId);
      const work = begin(world, context, { tenant });
      if (brand.domain?.host !== host && brand.subdomain !== host) {
        await work.change({
          stream: streams.domainClaim(host),
          aggregate: DomainClaim,
          decide: (claim) => releaseHost({ host, agencyId }, claim),
        });
      }
      return work.outcome(undefined);
    },

    async serves(given) {
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
    },
  };
};
