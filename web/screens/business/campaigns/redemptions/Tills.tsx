import './redemptions.css';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceMobile, IconDeviceMobileOff, IconListDetails, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Till } from '../../../../../api/contract/redemptions.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { date, listTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { CampaignsHead, tabAddress } from './Parts.tsx';
import { t } from './texts.ts';
import { ConnectDialog, OpenDialog } from './TillDialogs.tsx';

/** The devices on which coupons are taken: open one in a minute, see what each does, close it with one press. */
export function Tills() {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const { data, error, refresh } = useRead('/tills', {});
  const [opening, setOpening] = useState(false);
  const [shown, setShown] = useState<Till | null>(null);
  const [closing, setClosing] = useState<Till | null>(null);
  const tills = data?.data;
  const open = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => {
        setOpening(true);
      }}
    >
      {t('tills.open')}
    </Button>
  );
  const close = async ({ id, name }: Till) => {
    await run(async () => {
      await client.delete('/tills/{id}', { params: { id }, quiet: true });
      toastSuccess(t('tills.closed', { name }));
    });
    refresh();
  };
  return (
    <div className="bk-page">
      <CampaignsHead tab="tills">{tills !== undefined && tills.length > 0 && open}</CampaignsHead>
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : tills === undefined ?
        <div className="bk-tills">
          <Skeleton height={92} radius="lg" />
          <Skeleton height={92} radius="lg" />
        </div>
      : tills.length === 0 ?
        <div className="bk-card">
          <EmptyState icon={IconDeviceMobile} title={t('tills.none')} text={t('tills.noneText')}>
            {open}
          </EmptyState>
        </div>
      : <>
          <p className="muted bk-tills-text">{t('tills.text')}</p>
          <ul className="bk-tills" aria-label={t('tills.title')}>
            {tills.map((till) => (
              <li key={till.id} className="bk-card">
                <span className="icon">
                  <IconDeviceMobile size={20} aria-hidden />
                </span>
                <div className="what">
                  <h2 dir="auto">{till.name}</h2>
                  <Use till={till} />
                </div>
                <div className="does">
                  <Button
                    variant="default"
                    leftSection={<IconQrcode size={16} aria-hidden />}
                    aria-label={`${t('tills.connect')}: ${till.name}`}
                    onClick={() => {
                      setShown(till);
                    }}
                  >
                    {t('tills.connect')}
                  </Button>
                  <RowMenu
                    name={till.name}
                    actions={[
                      {
                        id: 'redemptions',
                        label: t('tills.redemptions'),
                        icon: IconListDetails,
                        run: () => {
                          go(`${tabAddress('redemptions')}&till_id=${till.id}`);
                        },
                      },
                      {
                        id: 'close',
                        label: t('tills.close'),
                        icon: IconDeviceMobileOff,
                        danger: true,
                        run: () => {
                          setClosing(till);
                        },
                      },
                    ]}
                  />
                </div>
              </li>
            ))}
          </ul>
          <p className="muted bk-tills-text">{t('tills.noName')}</p>
        </>
      }
      {opening && (
        <OpenDialog
          onClose={() => {
            setOpening(false);
          }}
          onOpened={(till) => {
            setOpening(false);
            setShown(till);
            refresh();
          }}
        />
      )}
      {shown !== null && (
        <ConnectDialog
          till={shown}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
      <ConfirmDialog
        opened={closing !== null}
        title={t('tills.closeTitle', { name: closing?.name ?? '' })}
        text={t('tills.closeText')}
        confirm={t('tills.close')}
        onConfirm={() => close(closing!)}
        onClose={() => {
          setClosing(null);
        }}
      />
    </div>
  );
}

/** What a till has done lately, in one line. */
function Use({ till }: { readonly till: Till }) {
  const style = useDateStyle();
  const { last_redeemed_at: last, redeemed_today: today, opened_at: opened } = till;
  return (
    <p className="use">
      {today > 0 && <strong>{t('tills.today', { count: today })}</strong>}
      <span>
        {last === null ?
          t('tills.never')
        : <Instant at={last}>{t('tills.last', { when: listTime(last, style, new Date()) })}</Instant>}
      </span>
      <span className="faint">
        <Instant at={opened}>{t('tills.since', { day: date(opened, style) })}</Instant>
      </span>
    </p>
  );
}
