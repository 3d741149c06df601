import {
  IconAlertTriangle,
  IconArrowRight,
  IconBan,
  IconGauge,
  IconMessages,
  IconPlayerPause,
  IconPlugOff,
  type TablerIcon,
  IconWorldOff,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { t } from './texts.ts';

/** One thing that wants somebody's attention, and where to do something about it. */
export interface Call {
  readonly id: string;
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
  readonly to: { readonly href: string; readonly label: string } | null;
}

const icons: Readonly<Record<string, TablerIcon>> = {
  messages: IconGauge,
  contacts: IconGauge,
  numbers: IconGauge,
  calls: IconGauge,
  unread: IconMessages,
  failed: IconAlertTriangle,
  optOuts: IconBan,
  inactive: IconPlayerPause,
  domain: IconWorldOff,
  trial: IconPlugOff,
};

/** What wants attention, most pressing first; with nothing to do, it says so. */
export function Calls({
  calls,
  clear,
}: {
  readonly calls: readonly Call[];
  readonly clear: { readonly icon: TablerIcon; readonly title: string; readonly text: string };
}) {
  return (
    <section className="bk-attention full" aria-label={t('dashboard.attention')}>
      {calls.length === 0 && (
        <div className="bk-call tone-success">
          <clear.icon size={20} aria-hidden />
          <div>
            <b>{clear.title}</b>
            <p>{clear.text}</p>
          </div>
        </div>
      )}
      {calls.map((call) => {
        const Icon = icons[call.id] ?? IconAlertTriangle;
        return (
          <div
            key={call.id}
            className={`bk-call tone-${call.tone}`}
            {...(call.tone === 'danger' ? { role: 'alert' } : {})}
          >
            <Icon size={20} aria-hidden />
            <div>
              <b>{call.title}</b>
              <p>{call.text}</p>
            </div>
            {call.to && (
              <Link href={call.to.href}>
                {call.to.label}
                <IconArrowRight size={15} aria-hidden />
              </Link>
            )}
          </div>
        );
      })}
    </section>
  );
}
