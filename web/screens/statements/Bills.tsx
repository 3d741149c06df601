import './statements.css';
import { Button, Group, Modal, Select, Skeleton, Stack, Switch, Textarea } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { BillSettings } from '../../../api/contract/bills.ts';
import { useRefresh } from '../../api/refresh.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { withParam } from '../../components/list.ts';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { dayKey, monthName, monthsUntil } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { OwnPayer } from '../payments/OwnPayer.tsx';
import { BillRows } from './BillRows.tsx';
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
          <BillRows rows={data.data} />
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
