import { z } from 'zod';
import { AgencyId, ExportId, UserId } from '../../domain/kernel/ids.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { emailOwner } from './owner-email.ts';

/** Tells the person who asked for a report that its file is ready, once. `link`: where they find it. */
export const reportReady = command({
  input: z.object({
    exportId: ExportId,
    userId: UserId,
    agencyId: AgencyId.nullable(),
    rows: z.number().int().nonnegative(),
    link: z.string(),
  }),
  by: peopleAndSystem,
  async run({ world, context }, { exportId, userId, agencyId, rows, link }) {
    const to = { tenant: context.caller.tenant, agencyId, ownerId: userId };
    const counted = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
    const told = await emailOwner(world, context, to, {
      of: ['report-export', exportId],
      kind: 'report',
      title: 'Your export is ready',
      content: `The report you asked for has ${counted}. You can download the file for 7 days.`,
      link,
    });
    return told ?? { position: null, result: undefined };
  },
});
