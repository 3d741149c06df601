import { IconUsers } from '@tabler/icons-react';
import type { Dashboard } from '../../../../api/contract/dashboard.ts';
import { useRead } from '../../../data/read.ts';
import { lookOfMessage } from '../../../components/status.ts';
import { Keywords } from '../../../components/Keywords.tsx';
import { Meter } from '../../../components/Meter.tsx';
import { MessageStatusBadge } from '../../../components/StatusBadge.tsx';
import { monthName } from '../../../format/date.ts';
import { count, percent } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { t } from './texts.ts';

interface Props {
  readonly report: Dashboard;
}

/** Where the texts of the period stand. The list is the chart's table: every number is there in words. */
export function ByStatus({ report }: Props) {
  const rows = report.messages_by_status.filter((row) => row.count > 0 && row.status !== 'received');
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  return (
    <section className="bk-card">
      <header>
        <h2>{t('dashboard.byStatus')}</h2>
      </header>
      <div className="body">
        {total === 0 ?
          <p className="muted">{t('dashboard.byStatusEmpty')}</p>
        : <>
            <div className="bk-split" aria-hidden>
              {rows.map((row) => (
                <i
                  key={row.status}
                  className={`tone-${lookOfMessage(row.status).tone} s-${row.status}`}
                  style={{ flexGrow: row.count }}
                />
              ))}
            </div>
            <ul className="bk-statuslist">
              {rows.map((row) => (
                <li key={row.status}>
                  <MessageStatusBadge status={row.status} plain />
                  <span className="num">{count(row.count)}</span>
                  <span className="num faint share">{percent(row.count / total)}</span>
                </li>
              ))}
            </ul>
          </>
        }
      </div>
    </section>
  );
}

/** The plan's limits and what is used of them. */
export function Usage({ report }: Props) {
  const { usage } = report;
  return (
    <section className="bk-card">
      <header>
        <h2>{t('dashboard.usage')}</h2>
      </header>
      <div className="body bk-planusage">
        <Meter title={t('dashboard.usageMessages')} used={usage.messages} limit={usage.messages_limit} />
        <Meter title={t('dashboard.usageContacts')} used={usage.contacts} limit={usage.contacts_limit} />
        <ByChannel />
        <p className="faint">{t('dashboard.usageNote')}</p>
      </div>
    </section>
  );
}

/** What this month has used by channel, and the months before behind a fold. */
function ByChannel() {
  const { data } = useRead('/businesses/total-email-monthly', {}, { keepPrevious: true });
  if (data === undefined) return null;
  const used = data.data.months.filter((one, index) => index === 0 || channels.some((channel) => one[channel] > 0));
  return (
    <>
      {data.data.forecast !== null && (
        <p className="faint">{t('usage.forecast', { count: count(data.data.forecast) })}</p>
      )}
      <Meter title={t('usage.emails')} used={data.data.total} limit={null} />
      <details className="months">
        <summary>{t('usage.byMonth')}</summary>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('usage.month')}</th>
                {channels.map((channel) => (
                  <th key={channel} scope="col" className="num">
                    {t(`usage.channel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {used.map((one) => (
                <tr key={one.month}>
                  <th scope="row">{monthName(one.month)}</th>
                  {channels.map((channel) => (
                    <td key={channel} className="num">
                      {count(one[channel])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
const channels = ['segments', 'mms', 'emails', 'received_segments', 'received_mms'] as const;

/** How many of the contacts may be texted. */
export function Audience({ report }: Props) {
  return (
    <section className="bk-card bk-audience">
      <IconUsers size={20} aria-hidden />
      <div>
        <h2>{t('dashboard.audience')}</h2>
        <p>{t('dashboard.audienceText', { subscribed: count(report.subscribed), contacts: count(report.contacts) })}</p>
      </div>
    </section>
  );
}

export function KeywordList({ report }: Props) {
  return (
    <section className="bk-card full">
      <header>
        <h2>{t('dashboard.campaigns')}</h2>
      </header>
      <div className="body">
        {report.campaigns.length === 0 ?
          <p className="muted">{t('dashboard.campaignsEmpty')}</p>
        : <ul className="bk-campaigns">
            {report.campaigns.map((campaign) => (
              <li key={campaign.id}>
                <Keywords words={[campaign.keyword]} />
                <b className="clip" title={campaign.name} dir="auto">
                  {campaign.name}
                </b>
                <span className="muted how">
                  {campaign.waiting === null ?
                    t('dashboard.campaignKeyword', { keyword: campaign.keyword, number: phone(campaign.number) })
                  : t(`dashboard.campaignWaits.${campaign.waiting}`)}
                </span>
                <span className="num n">{t('dashboard.optInsCount', { count: campaign.opt_ins })}</span>
              </li>
            ))}
          </ul>
        }
      </div>
    </section>
  );
}
