import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { LinkSource, maxLinks, targetOf } from '../../domain/links/fields.ts';
import { isThis, Link, register } from '../../domain/links/link.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

const input = z.object({
  businessId: BusinessId,
  source: LinkSource,
  /** As `linksIn` finds them. */
  urls: z.array(z.string()).max(100, 'A message can have at most 100 links.'),
  /** The address behind a link that no person sees, for emails; null: there is none. */
  trap: z.string().nullable().default(null),
});

/**
 * Gives the addresses of a message their numbers, once for all who get it. The numbers follow from the message and the
 * address: asked again, also at the same time by somebody else, it answers the same and says nothing new.
 */
export const registerLinks = command({
  input,
  by: peopleAndSystem,
  async run({ world, context }, { businessId, source, urls, trap }) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const tenant = { agencyId: business.agencyId, businessId };
    allowTenant(context.caller, tenant, 'This business');
    const work = startUnitOfWork(world, context, { tenant });

    async function numberOf(url: string, nth: number, isTrap: boolean): Promise<number> {
      if (targetOf(url) !== url)
        throw new DomainError('validation_failed', `${url.slice(0, 80)} is no address that a link can lead to.`, {
          urls: ['This is no address that a link can lead to.'],
        });
      const wanted = { businessId, source, url, nth, trap: isTrap };
      // A number that is somebody else's: the next one. With a million links that happens once in a thousand.
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const name = [businessId, source.kind, source.id, String(source.variant), url, String(isTrap), String(attempt)];
        const drawn = Number.parseInt(world.identifiers.digest('link', ...name).slice(0, 12), 16);
        const number = (drawn % (maxLinks - 1)) + 1;
        const stream = streams.link(number);
        const { before, events } = await work.change({
          stream,
          aggregate: Link,
          decide: (link) => register({ number, ...wanted }, link),
        });
        if (isThis(fold(Link, events, before), wanted)) return number;
      }
      throw new DomainError('unavailable', 'No more short links can be made.');
    }

    const links = await Promise.all(
      [...new Set(urls)].map(async (url, nth) => ({ url, number: await numberOf(url, nth, false) })),
    );
    return work.outcome({ links, trap: trap === null ? null : await numberOf(trap, links.length, true) });
  },
});
