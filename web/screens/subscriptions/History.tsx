import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { IconDownload, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { BillingEntry, Invoice } from '../../../api/contract/invoices.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Instant } from '../../components/Instant.tsx';
import { saveAs } from '../../data/save-as.ts';
import { toastError } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { date, type DateStyle } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { moneyOf } from '../../format/money.ts';
import { InvoiceLines } from '../payments/InvoiceLines.tsx';
import { maybe, t } from './texts.ts';

const perPage = 10;

/** Invoices, payments into the wallet and refunds, the newest first; an invoice opens to its lines. */
export function History() {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<BillingEntry | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refresh } = useRead(
    '/reports/billing-history',
    { query: { page, per_page: perPage } },
    { keepPrevious: true },
  );
  const total = data?.meta.total ?? 0;
  return (
    <section className="sub-section" aria-labelledby="sub-history">
      <h2 id="sub-history">{t('bill.title')}</h2>
      {error && !data ?
        <ErrorState error={error} onRetry={refresh} />
      : !data ?
        <Skeleton height={160} radius="lg" />
      : data.data.length === 0 && page === 1 ?
        <EmptyState icon={IconReceipt} title={t('bill.none')} text={t('bill.noneText')} />
      : <>
          <Table
            entries={data.data}
            onOpen={(entry) => {
              setOpen(entry);
              setIsOpen(true);
            }}
          />
          {total > perPage && (
            <Group justify="flex-end" gap="xs" mt="sm">
              <Button
                variant="default"
                size="compact-md"
                disabled={page === 1}
                onClick={() => {
                  setPage(page - 1);
                }}
              >
                {t('bill.newer')}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                disabled={page * perPage >= total}
                onClick={() => {
                  setPage(page + 1);
                }}
              >
                {t('bill.older')}
              </Button>
            </Group>
          )}
        </>
      }
      <Modal
        opened={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        title={open === null ? '' : whatOf(open)}
        size="lg"
      >
        {open?.invoice_id != null && <Opened id={open.invoice_id} />}
      </Modal>
    </section>
  );
}

/** An entry in words. */
function whatOf({ type, number, reason, id }: BillingEntry): string {
  if (type === 'charge') return t(reason === 'auto_recharge' ? 'bill.type.recharge' : 'bill.type.charge');
  if (type === 'refund') return number === null ? t('bill.type.refund') : t('bill.type.refundOf', { number });
  return t('bill.type.invoice', { number: number ?? id });
}
const reasonOf = ({ type, reason }: BillingEntry): string | null =>
  type === 'invoice' && reason !== null ? maybe(`bill.reason.${reason}`) : null;

const tones: Readonly<Record<BillingEntry['status'], string>> = {
  open: 'warn',
  paid: 'sub-tag good',
  void: '',
  uncollectible: 'sub-tag bad',
  succeeded: 'sub-tag good',
  failed: 'sub-tag bad',
};

function Table({
  entries,
  onOpen,
}: {
  readonly entries: readonly BillingEntry[];
  readonly onOpen: (entry: BillingEntry) => void;
}) {
  const style = useDateStyle();
  return (
    <div className="sub-table" tabIndex={0} role="group" aria-label={t('bill.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('bill.date')}</th>
            <th scope="col">{t('bill.what')}</th>
            <th scope="col">{t('bill.status')}</th>
            <th scope="col" className="right">
              {t('bill.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={`${entry.type} ${entry.id}`} entry={entry} style={style} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  entry,
  style,
  onOpen,
}: {
  readonly entry: BillingEntry;
  readonly style: DateStyle;
  readonly onOpen: (entry: BillingEntry) => void;
}) {
  const what = whatOf(entry);
  const reason = reasonOf(entry);
  const sign = entry.type === 'refund' ? -1 : 1;
  return (
    <tr>
      <td className="num">
        <Instant at={entry.at}>{date(entry.at, style)}</Instant>
      </td>
      <td>
        {entry.invoice_id === null ?
          what
        : <button
            type="button"
            className="sub-link"
            aria-label={t('bill.open', { name: what })}
            onClick={() => {
              onOpen(entry);
            }}
          >
            {what}
          </button>
        }
        {reason !== null && <span className="faint">{reason}</span>}
      </td>
      <td>
        <span className={`bk-tag ${tones[entry.status]}`}>{t(`bill.status.${entry.status}`)}</span>
        {entry.next_attempt_at !== null && (
          <span className="faint">{t('bill.retry', { date: date(entry.next_attempt_at, style) })}</span>
        )}
      </td>
      <td className="right num">{moneyOf(sign * entry.amount, entry.currency)}</td>
    </tr>
  );
}

function Opened({ id }: { readonly id: string }) {
  const { data, error, refresh } = useRead('/reports/billing-history/{id}', { params: { id } });
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  return data ? <Lines invoice={data.data} /> : <Skeleton height={180} />;
}

function Lines({ invoice }: { readonly invoice: Invoice }) {
  const style = useDateStyle();
  const { client, run } = useApp();
  const [isBusy, setIsBusy] = useState(false);
  const { id, paid, paid_at: paidAt, refunded, csv } = invoice;
  // Until the provider answers, and when it can't be asked, our own record of the lines stands here.
  const explained = useRead('/reports/billing-history/{id}/lines', { params: { id } }).data?.data;
  const pdf = async () => {
    setIsBusy(true);
    await run(async () => {
      const { data } = await client.get('/reports/billing-history/{id}/documents', { params: { id } });
      const address = data.pdf_url ?? data.hosted_url;
      if (address === null) toastError(t('bill.noPdf'));
      else window.open(address, '_blank', 'noopener');
    });
    setIsBusy(false);
  };
  return (
    <div className="sub-price">
      <InvoiceLines
        amounts={invoice}
        explained={explained}
        more={[
          ...(paid !== null && paidAt !== null ?
            [[t('bill.paidOn', { date: date(paidAt, style) }), paid] as const]
          : []),
          ...(refunded > 0 ? [[t('bill.refunded'), -refunded] as const] : []),
        ]}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => {
            saveAs(csv.name, 'text/csv;charset=utf-8', csv.content);
          }}
        >
          {t('bill.csv')}
        </Button>
        <Button loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void pdf()}>
          {t('bill.pdf')}
        </Button>
      </Group>
    </div>
  );
}
