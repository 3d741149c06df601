import { IconCircleCheck } from '@tabler/icons-react';
import type { Dashboard } from '../../../../api/contract/dashboard.ts';
import { type Call, Calls } from '../../../components/Calls.tsx';
import { consentsBehind } from '../../../components/Figure.tsx';
import { percent, usageLevel } from '../../../format/number.ts';
import { t } from './texts.ts';

/** What wants somebody's attention, most pressing first. */
export function callsOf(report: Dashboard): readonly Call[] {
  const calls: Call[] = [];
  const { usage, totals } = report;
  for (const [what, used, limit] of [
    ['messages', usage.messages, usage.messages_limit],
    ['contacts', usage.contacts, usage.contacts_limit],
  ] as const) {
    const level = usageLevel(used, limit);
    if (level === 'full' || level === 'warning') {
      calls.push({
        id: what,
        tone: level === 'full' ? 'danger' : 'warning',
        title: t(`dashboard.limit.${what}.${level}`, { share: percent(used / limit!) }),
        text: t(`dashboard.limit.${what}.text`),
        to: null,
      });
    }
  }
  const { mails } = report;
  if (mails.health === 'warning' || mails.health === 'danger')
    calls.push({
      id: 'mails',
      tone: mails.health,
      title: t(`dashboard.mails.${mails.health}`, {
        bounced: percent(mails.bounced / mails.sent),
        complained: `${((mails.complained / mails.sent) * 100).toFixed(2)}%`,
      }),
      text: t('dashboard.mails.text'),
      to: { href: '/business/contacts', label: t('dashboard.mails.go') },
    });
  if (report.unread > 0)
    calls.push({
      id: 'unread',
      tone: 'info',
      title: t('dashboard.unread', { count: report.unread }),
      text: t('dashboard.unreadText'),
      to: { href: '/business/livechat', label: t('dashboard.unreadGo') },
    });
  if (totals.failed > 0) {
    const share = percent(totals.failed / Math.max(1, totals.failed + totals.delivered));
    calls.push({
      id: 'failed',
      tone: 'warning',
      title: t('dashboard.failed', { count: totals.failed }),
      text: t('dashboard.failedText', { share }),
      to: { href: '/business/livechat?filter=failed', label: t('dashboard.failedGo') },
    });
  }
  if (totals.opt_outs > 0)
    calls.push({
      id: 'optOuts',
      tone: 'info',
      title: t('dashboard.optOuts', { count: totals.opt_outs }),
      text: t('dashboard.optOutsText'),
      to: { href: consentsBehind('business', report, 'optedOut'), label: t('dashboard.optOutsGo') },
    });
  return calls;
}

/** What wants the business's attention. */
export const Attention = ({ report }: { readonly report: Dashboard }) => (
  <Calls
    calls={callsOf(report)}
    clear={{ icon: IconCircleCheck, title: t('dashboard.clear'), text: t('dashboard.clearText') }}
  />
);
