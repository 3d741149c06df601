import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { healthOf } from '../../domain/emails/health.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { tell } from './notice.ts';

const count = z.number().int().min(0);
const share = (part: number, of: number): string => `${((part / of) * 100).toFixed(1)} %`;

/**
 * Too many emails of a business come back or are reported: its people and its agency's are told, for each of the two
 * levels once a month (`month`: of UTC, `2026-11`). Where it is well, nobody is.
 */
export const emailHealth = command({
  input: z.object({
    businessId: BusinessId,
    month: z.string().regex(/^\d{4}-\d{2}$/),
    figures: z.object({ sent: count, bounced: count, complained: count }),
  }),
  by: ['system'],
  async run({ world, context }, { businessId, month, figures }) {
    const health = healthOf(figures);
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { agencyId, name } = business;
    if (health !== 'warning' && health !== 'danger') return tell(world, context, { agencyId, businessId }, []);
    const { sent, bounced, complained } = figures;
    const said =
      `Of the last ${sent.toLocaleString('en-US')} emails ${share(bounced, sent)} came back and ` +
      `${share(complained, sent)} were reported as spam. ` +
      'Write only to people who have asked for it, and leave out addresses that have not opened anything for long.' +
      (health === 'danger' ?
        ' Mailbox providers stop taking emails at this rate, so broadcasts by email pause until you resume them.'
      : '');
    const notice = { kind: 'mail-health' as const, content: said };
    const of = ['mail-health', businessId, health, month];
    return tell(world, context, { agencyId, businessId }, [
      {
        ...notice,
        of: [...of, 'business'],
        audience: 'business',
        targetId: businessId,
        title: 'Too many of your emails come back or are reported',
        link: '/business/dashboard',
      },
      ...(agencyId === null ?
        []
      : [
          {
            ...notice,
            of: [...of, 'agency'],
            audience: 'agency' as const,
            targetId: agencyId,
            title: `${name}: too many emails come back or are reported`,
            link: `/agency/businesses/${businessId}/edit`,
          },
        ]),
    ]);
  },
});
