import { reactions } from '../engine/reactions.ts';
import { defaultDomainChecks, type DomainCheckSettings, runDomainChecks } from './checks.ts';
import { domainFeed, releaseUnused, releaseUnusedTimer } from './feed.ts';

interface Needs {
  /** How often the custom domains of agencies are looked at. */
  readonly config: { readonly domainChecks?: Partial<DomainCheckSettings> };
}

export const domainReactions = reactions<Needs>('domains', ({ db, commands, now, clock, log, leases, config }) => {
  const settings = { ...defaultDomainChecks, ...config.domainChecks };
  return {
    follows: [domainFeed()],
    loops: [({ stopping }) => runDomainChecks({ db, commands, now, clock, log, leases, settings }, stopping)],
    timers: { [releaseUnusedTimer]: releaseUnused(commands) },
  };
});
