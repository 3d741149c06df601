import { Button, Group } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Bill, SentBill } from '../../../api/contract/bills.ts';
import { addressOf } from '../../../api/contract/client.ts';
import { useRefresh } from '../../api/refresh.ts';
import { Instant } from '../../components/Instant.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { saveFile } from '../../data/save-as.ts';
import { date, monthName, time } from '../../format/date.ts';
import { centsOf } from '../../format/money.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { BillingContactDialog } from '../payments/BillingContact.tsx';
import { t } from './texts.ts';

/** Bills with what became of them: of a month by business, or of a business by month. */
export function BillRows({
  rows,
  by = 'business',
}: {
  readonly rows: readonly Bill[];
  readonly by?: 'business' | 'month';
}) {
  return (
    <section className="bk-card st-lines">
      <div className="scroll" tabIndex={0} role="group" aria-label={t('bills.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(by === 'business' ? 'st.business' : 'st.month')}</th>
              <th scope="col">{t('bills.sent')}</th>
              <th scope="col" className="right">
                {t('st.total')}
              </th>
              <th scope="col" aria-label={t('bills.actions')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((bill) => (
              <tr key={bill.number}>
                <td>
                  <span dir="auto">{by === 'business' ? bill.business.name : monthName(bill.month)}</span>
                  <span className="faint num">{bill.number}</span>
                </td>
                <td>
                  {bill.sent.length === 0 ?
                    <span className="muted">{t('bills.notSent')}</span>
                  : bill.sent.map((sent) => <Sent key={sent.nth} sent={sent} />)}
                </td>
                <td className="right num">{centsOf(bill.total, bill.currency)}</td>
                <td className="right">
                  <Actions bill={bill} by={by} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Sent({ sent: { at, status, automatic, reason } }: { readonly sent: SentBill }) {
  const style = useDateStyle();
  return (
    <div className="st-sent">
      <span className={status === 'failed' || status === 'no-recipient' ? 'st-warn' : ''}>
        {t(`bills.status.${status}`)}
      </span>
      <span className="faint">
        <Instant at={at}>{`${date(at, style)}, ${time(at, style)}`}</Instant>
        {automatic ? ` · ${t('bills.automatic')}` : ''}
        {reason === null ? '' : ` · ${reason}`}
      </span>
    </div>
  );
}

function Actions({ bill, by }: { readonly bill: Bill; readonly by: 'business' | 'month' }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [busy, setBusy] = useState<'file' | 'send' | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const { business, month, number, sent } = bill;
  const name = by === 'business' ? business.name : monthName(month);
  const act = async (what: 'file' | 'send', work: () => Promise<void>) => {
    setBusy(what);
    await run(work);
    setBusy(null);
  };
  return (
    <Group className="st-acts" gap="xs" justify="flex-end" wrap="nowrap">
      {by === 'business' && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconMail size={14} aria-hidden />}
            aria-label={t('bills.contactOf', { name: business.name })}
            onClick={() => {
              setIsEditing(true);
            }}
          >
            {t('bills.contact')}
          </Button>
          <BillingContactDialog
            business={business}
            opened={isEditing}
            onClose={() => {
              setIsEditing(false);
            }}
          />
        </>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={busy === 'file'}
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={t('bills.download', { name })}
        onClick={() =>
          void act('file', async () => {
            const query = { business_id: business.id, month };
            saveFile(`${number}.pdf`, await client.file(addressOf('/bills/file', { query })));
          })
        }
      >
        {t('st.pdf')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={busy === 'send'}
        aria-label={t(sent.length === 0 ? 'bills.sendTo' : 'bills.againTo', { name })}
        onClick={() =>
          void act('send', async () => {
            await client.post('/bills/send', { body: { business_id: business.id, month, seen: sent.length } });
            await refresh('/bills');
            toastSuccess(t('bills.queued', { name: business.name }));
          })
        }
      >
        {t(sent.length === 0 ? 'bills.send' : 'bills.again')}
      </Button>
    </Group>
  );
}
