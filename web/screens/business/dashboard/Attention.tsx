import { IconAlertTriangle, IconArrowRight, IconBan, IconCircleCheck, IconGauge, IconMessages, type TablerIcon } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Dashboard } from '../../../../api/contract/dashboard.ts';
import { percent, usageLevel } from '../../../format/number.ts';
import { t } from '../../../messages/translate.ts';

export interface Call { readonly id: string; readonly tone: 'info' | 'warning' | 'danger'; readonly title: string; readonly text: string; readonly to: { readonly href: string; readonly label: string } | null }

/** What wants somebody's attention, most pressing first. */
export function callsOf(report: Dashboard): readonly Call[] {
  const calls: Call[] = [];
  const { usage, totals } = report;
  for (const [what, used, limit] of [['messages', usage.messages, usage.messages_limit], ['contacts', usage.contacts, usage.contacts_limit]] as const) {
    const level = usageLevel(used, limit);
    if (level === 'full' || level === 'warning') {
      calls.push({ id: what, tone: level === 'full' ? 'danger' : 'warning', title: t(`dashboard.limit.${what}.${level}`, { share: percent(used / limit!) }), text: t(`dashboard.limit.${what}.text`), to: null });
    }
  }
  if (report.unread > 0) calls.push({ id: 'unread', tone: 'info', title: t('dashboard.unread', { count: report.unread }), text: t('dashboard.unreadText'), to: { href: '/business/livechat?filter=unread', label: t('dashboard.unreadGo') } });
  if (totals.failed > 0) {
    const share = percent(totals.failed / Math.max(1, totals.failed + totals.delivered));
    calls.push({ id: 'failed', tone: 'warning', title: t('dashboard.failed', { count: totals.failed }), text: t('dashboard.failedText', { share }), to: { href: '/business/notifications', label: t('dashboard.failedGo') } });
  }
  if (totals.opt_outs > 0) calls.push({ id: 'optOuts', tone: 'info', title: t('dashboard.optOuts', { count: totals.opt_outs }), text: t('dashboard.optOutsText'), to: { href: '/business/contacts?status=optedOut', label: t('dashboard.optOutsGo') } });
  return calls;
}

const icons: Readonly<Record<string, TablerIcon>> = { messages: IconGauge, contacts: IconGauge, unread: IconMessages, failed: IconAlertTriangle, optOuts: IconBan };

export function Attention({ report }: { readonly report: Dashboard }) {
  const calls = callsOf(report);
  return (
    <section className="bk-attention full" aria-label={t('dashboard.attention')}>
      {calls.length === 0 && <div className="bk-call tone-success"><IconCircleCheck size={20} aria-hidden /><div><b>{t('dashboard.clear')}</b><p>{t('dashboard.clearText')}</p></div></div>}
      {calls.map((call) => {
        const Icon = icons[call.id] ?? IconAlertTriangle;
        return (
          <div key={call.id} className={`bk-call tone-${call.tone}`} {...(call.tone === 'danger' ? { role: 'alert' } : {})}>
            <Icon size={20} aria-hidden />
            <div><b>{call.title}</b><p>{call.text}</p></div>
            {call.to && <Link href={call.to.href}>{call.to.label}<IconArrowRight size={15} aria-hidden /></Link>}
          </div>
        );
      })}
    </section>
  );
}
