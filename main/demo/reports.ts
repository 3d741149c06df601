import { localDay } from '../../domain/kernel/day.ts';
import type { Subject } from './moment.ts';

/** Views that were saved, and files that are written as soon as the workers run. */
export const reports: Subject = ({ uniqueId, timezone }, when) => {
  if (uniqueId !== 'bellas-pizzeria') return [];
  const days = { from: localDay(timezone, when.daysAgo(29, '12:00')), to: localDay(timezone, when.minutesAgo(0)) };
  return [
    {
      at: when.daysAgo(6, '10:20'),
      what: 'the report of failed texts is kept',
      async happen(scene) {
        const failed = { screen: 'texts', name: 'Failed texts', query: 'status=failed&group_by=error' } as const;
        await scene.savesView('owner', { ...failed, shared: true });
        const missed = { screen: 'calls', name: 'Missed calls', query: 'status=missed&group_by=reason' } as const;
        await scene.savesView('owner', { ...missed, shared: false });
        const optOuts = {
          screen: 'opt-ins',
          name: 'Opt-outs by source',
          query: 'group_by=source&status=optedOut',
        } as const;
        await scene.savesView('owner', { ...optOuts, shared: true });
      },
    },
    {
      at: when.daysAgo(5, '14:05'),
      what: 'the agency keeps its reports',
      async happen(scene) {
        const texts = { screen: 'texts', name: 'Texts by business', query: 'group_by=business' } as const;
        await scene.savesView('agency', { ...texts, shared: true });
        const billed = { screen: 'billing', name: 'Costs by business', query: 'group_by=business' } as const;
        await scene.savesView('agency', { ...billed, shared: true });
      },
    },
    {
      at: when.minutesAgo(4),
      what: 'reports are wanted as files',
      async happen(scene) {
        await scene.wantsFile('owner', { report: 'sms-list', days });
        await scene.wantsFile('agency', { report: 'mdr-list', days });
      },
    },
  ];
};
