import './statements.css';
import { Button, Group, Modal, Select, Skeleton, Stack, Switch, Textarea } from '@mantine/core';
import { IconDownload, IconMail, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Bill, BillSettings, SentBill } from '../../../api/contract/bills.ts';
import { addressOf } from '../../../api/contract/client.ts';
import { toastSuccess } from '../../core/toast.ts';
import { useRefresh } from '../../api/refresh.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Instant } from '../../components/Instant.tsx';
import { withParam } from '../../components/list.ts';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { saveFile } from '../../data/save-as.ts';
import { date, dayKey, monthName, monthsUntil, time } from '../../format/date.ts';
import { centsOf } from '../../format/money.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { BillingContactDialog } from '../payments/BillingContact.tsx';
import { OwnPayer } from '../payments/OwnPayer.tsx';
import { monthIn } from './model.ts';
import { t } from './texts.ts';

const perPage = 25;

/** /agency/statements/bills: what businesses owe their agency for closed months, and the emails that tell them. */
export default function Bills() {
  return (
    <OwnPayer title={t('bills.title')}>
      <BillsOfMonth />
    </OwnPayer>
  );
}

function BillsOfMonth() {
  const search = useSearch();
  const [here, go] = useLocation();
  // This month isn't closed yet.
  const choices = monthsUntil(dayKey(new Date(), useDateStyle().timezone)).slice(1);
  const month = monthIn(search, choices);
  const [page, setPage] = useState(1);
  const [isSetting, setIsSetting] = useState(false);
  const settings = useRead('/bills/settings', {}).data?.data;
  const { data, error, isStale, refresh } = useRead(
    '/bills',
    { query: { month, page, per_page: perPage } },
    { keepPrevious: true },
  );
  const total = data?.meta.total ?? 0;
  return (
    <div className="bk-page st-page">
      <RecordHeader
        name={t('bills.title')}
        sub={settings && <span className="bk-tag">{t(settings.is_on ? 'bills.on' : 'bills.off')}</span>}
        back={{ href: '/agency/statements', label: t('st.title') }}
      >
        <Select
          className="st-month"
          aria-label={t('st.month')}
          data={choices.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            setPage(1);
            go(withParam(here, search, 'month', value === choices[0] ? null : value), { replace: true });
          }}
        />
        <Button
          variant="default"
          disabled={settings === undefined}
          onClick={() => {
            setIsSetting(true);
          }}
        >
          {t('bills.settings')}
        </Button>
      </RecordHeader>
      {error && !data ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : !data ?
        <Skeleton height={240} radius="lg" />
      : total === 0 ?
        <div className="bk-card">
          <EmptyState
            icon={IconReceipt}
            title={t('bills.empty', { month: monthName(month) })}
            text={t('bills.emptyText')}
          />
        </div>
      : <div className={isStale ? 'stale' : ''} aria-busy={isStale}>
          <Rows rows={data.data} />
          {total > perPage && (
            <Group justify="flex-end" gap="xs" mt="sm">
              {([-1, 1] as const).map((step) => (
                <Button
                  key={step}
                  variant="default"
                  size="compact-md"
                  disabled={step === -1 ? page === 1 : page * perPage >= total}
                  onClick={() => {
                    setPage(page + step);
                  }}
                >
                  {t(step === -1 ? 'list.previous' : 'list.next')}
                </Button>
              ))}
            </Group>
          )}
        </div>
      }
      <Modal
        opened={isSetting}
        onClose={() => {
          setIsSetting(false);
        }}
        title={t('bills.settings')}
      >
        {settings && (
          <Settings
            settings={settings}
            onDone={() => {
              setIsSetting(false);
            }}
          />
        )}
      </Modal>
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly Bill[] }) {
  return (
    <section className="bk-card st-lines">
      <div className="scroll" tabIndex={0} role="group" aria-label={t('bills.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('st.business')}</th>
              <th scope="col">{t('bills.sent')}</th>
              <th scope="col" className="right">
                {t('st.total')}
              </th>
              <th scope="col" aria-label={t('bills.actions')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((bill) => (
              <tr key={bill.business.id}>
                <td>
                  <span dir="auto">{bill.business.name}</span>
                  <span className="faint num">{bill.number}</span>
                </td>
                <td>
                  {bill.sent.length === 0 ?
                    <span className="muted">{t('bills.notSent')}</span>
                  : bill.sent.map((sent) => <Sent key={sent.nth} sent={sent} />)}
                </td>
                <td className="right num">{centsOf(bill.total, bill.currency)}</td>
                <td className="right">
                  <Actions bill={bill} />
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

function Actions({ bill }: { readonly bill: Bill }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [busy, setBusy] = useState<'file' | 'send' | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const { business, month, number, sent } = bill;
  const act = async (what: 'file' | 'send', work: () => Promise<void>) => {
    setBusy(what);
    await run(work);
    setBusy(null);
  };
  return (
    <Group className="st-acts" gap="xs" justify="flex-end" wrap="nowrap">
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
      <Button
        variant="subtle"
        size="compact-sm"
        loading={busy === 'file'}
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={t('bills.download', { name: business.name })}
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
        aria-label={t(sent.length === 0 ? 'bills.sendTo' : 'bills.againTo', { name: business.name })}
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

function Settings({ settings, onDone }: { readonly settings: BillSettings; readonly onDone: () => void }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [isOn, setIsOn] = useState(settings.is_on);
  const [note, setNote] = useState(settings.note ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await run(async () => {
      await client.put('/bills/settings', { body: { is_on: isOn, note } });
      await refresh('/bills/settings');
      onDone();
    });
    setIsBusy(false);
  };
  return (
    <Stack>
      <Switch
        label={t('bills.isOn')}
        description={t('bills.isOnText')}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setIsOn(currentTarget.checked);
        }}
      />
      <Textarea
        label={t('bills.note')}
        description={t('bills.noteText')}
        autosize
        minRows={3}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
        }}
      />
      <Group justify="flex-end">
        <Button loading={isBusy} onClick={() => void save()}>
          {t('bills.save')}
        </Button>
      </Group>
    </Stack>
  );
}
