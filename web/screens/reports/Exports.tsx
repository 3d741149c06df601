import { ActionIcon, Button, Drawer, Progress, Skeleton } from '@mantine/core';
import { IconDownload, IconFileExport, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ReportExport } from '../../../api/contract/report-exports.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { withParam } from '../../components/list.ts';
import { toastSuccess } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { shortTime } from '../../format/date.ts';
import { count, percent } from '../../format/number.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** Asks for the report as a file, and leads to those that were asked for. `ask` says which report, and how it is narrowed. */
export function Exports({
  ask,
  disabled = false,
}: {
  readonly ask: () => Promise<unknown>;
  readonly disabled?: boolean;
}) {
  const { run } = useApp();
  const [here, go] = useLocation();
  const address = useSearch();
  const [asking, setAsking] = useState(false);
  const isOpen = new URLSearchParams(address).has('exports');
  const show = (open: boolean) => {
    go(withParam(here, address, 'exports', open ? 'open' : null), { replace: !open });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => {
          show(true);
        }}
      >
        {t('rep.exports')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => {
          show(false);
        }}
        position="right"
        size={440}
        title={t('rep.exports')}
        closeButtonProps={{ 'aria-label': t('rep.close') }}
      >
        {isOpen && (
          <div className="rep-exports">
            <p className="muted">{t('rep.exportsText')}</p>
            <AskedFor
              button={(refresh) => (
                <Button
                  loading={asking}
                  disabled={disabled}
                  onClick={() => {
                    setAsking(true);
                    void run(ask).then(() => {
                      setAsking(false);
                      refresh();
                    });
                  }}
                >
                  {t('rep.exportThis')}
                </Button>
              )}
            />
          </div>
        )}
      </Drawer>
    </>
  );
}

const whileWritten = 1_500;

function AskedFor({ button }: { readonly button: (refresh: () => void) => React.ReactNode }) {
  const { data, error, refresh } = useRead(
    '/reports/exports',
    {},
    {
      swr: {
        refreshInterval: (latest?: { readonly data: readonly ReportExport[] }) =>
          latest?.data.some(({ state }) => state === 'waiting') ? whileWritten : 0,
      },
    },
  );
  return (
    <>
      {button(refresh)}
      {error && !data ?
        <ErrorState error={error} onRetry={refresh} />
      : !data ?
        <Skeleton height={160} radius="lg" />
      : data.data.length === 0 ?
        <EmptyState icon={IconFileExport} title={t('rep.noExports')} text={t('rep.noExportsText')} />
      : <ul aria-live="polite">
          {data.data.map((one) => (
            <One key={one.id} one={one} refresh={refresh} />
          ))}
        </ul>
      }
    </>
  );
}

/** Bytes as people read them: `12 MB`. */
function sizeOf(bytes: number): string {
  const unit =
    bytes < 1e3 ? 'byte'
    : bytes < 1e6 ? 'kilobyte'
    : 'megabyte';
  const of = { byte: 1, kilobyte: 1e3, megabyte: 1e6 }[unit];
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / of);
}

function One({ one, refresh }: { readonly one: ReportExport; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const [removing, setRemoving] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, name, state, total, rows, bytes, expires_at: expires, asked_at: asked } = one;
  const share = total === null || total === 0 ? 0 : Math.min(rows / total, 1);
  const isWaiting = state === 'waiting';
  const remove = () => run(() => client.delete('/reports/exports/{id}', { params: { id }, quiet: true })).then(refresh);
  const download = async () => {
    setBusy(true);
    const link = await run(() => client.post('/reports/exports/{id}/file', { params: { id }, quiet: true }));
    setBusy(false);
    if (link === undefined) return;
    window.location.assign(link.data.file_url);
    toastSuccess(t('rep.downloading'));
  };
  return (
    <li>
      <div className="rep-export">
        <span className="name" dir="auto">
          {name}
        </span>
        {state === 'ready' && (
          <Button
            size="compact-sm"
            variant="light"
            loading={busy}
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('rep.download', { name })}
            onClick={() => {
              void download();
            }}
          >
            {t('rep.downloadShort')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(isWaiting ? 'rep.cancelExport' : 'rep.deleteExport', { name })}
          onClick={() => {
            if (state === 'ready') setRemoving(true);
            else void remove();
          }}
        >
          {isWaiting ?
            <IconX size={16} aria-hidden />
          : <IconTrash size={16} aria-hidden />}
        </ActionIcon>
      </div>
      {isWaiting && <Progress value={share * 100} size="sm" aria-label={t('rep.progress', { name })} animated />}
      <span className="faint num">
        {isWaiting && total !== null ?
          t('rep.written', { rows: count(rows), total: count(total), percent: percent(share) })
        : state === 'ready' && expires !== null ?
          t('rep.ready', { count: rows, size: sizeOf(bytes), until: shortTime(expires, style) })
        : t(`rep.state.${state}`, { when: shortTime(asked, style) })}
      </span>
      <ConfirmDialog
        opened={removing}
        title={t('rep.deleteTitle')}
        text={t('rep.deleteText')}
        confirm={t('rep.deleteConfirm')}
        onConfirm={remove}
        onClose={() => {
          setRemoving(false);
        }}
      />
    </li>
  );
}
