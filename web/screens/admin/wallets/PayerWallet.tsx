import './wallets.css';
import '../../payments/payments.css';
import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconCreditCardRefund,
  IconExternalLink,
  IconGift,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Contradiction, OperatorLine, PayerWalletRecord } from '../../../../api/contract/operator-wallets.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { ActivityTimeline } from '../../../components/ActivityTimeline.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { asList, useRead } from '../../../data/read.ts';
import { date, time } from '../../../format/date.ts';
import { balanceOf, exactMoney, moneyOf } from '../../../format/money.ts';
import { count } from '../../../format/number.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { Lines, lineWords } from '../../payments/Wallet.tsx';
import { type Action, ActionDialog } from './ActionDialog.tsx';
import { accountWords } from './model.ts';
import { StateTags } from './StateTags.tsx';
import { maybe, t } from './texts.ts';

const back = { href: '/admin/wallets', label: t('wallets.title') };

/** One wallet: what it holds, what it is on hold for, every account, and what an operator can do about it. */
export default function PayerWallet() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/wallets/{id}', { params: { id } });
  if (data !== undefined) return <Loaded wallet={data.data} />;
  return (
    <div className="bk-page">
      <RecordHeader name={t('wallets.one')} back={back} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : <FormGhost sections={2} />}
    </div>
  );
}

function Loaded({ wallet }: { readonly wallet: PayerWalletRecord }) {
  const [action, setAction] = useState<Action | null>(null);
  const [, go] = useLocation();
  const name = wallet.name ?? t('wallets.unnamed');
  return (
    <div className="bk-page">
      <RecordHeader
        id={wallet.id}
        name={name}
        back={back}
        badge={<StateTags states={wallet.states} />}
        sub={t(`wallets.kind.${wallet.kind}`)}
      >
        <Button
          leftSection={<IconGift size={16} aria-hidden />}
          onClick={() => {
            setAction({ kind: 'grant' });
          }}
        >
          {t('wallets.grant')}
        </Button>
        <RowMenu
          name={name}
          actions={[
            {
              id: 'adjust',
              label: t('wallets.adjust'),
              icon: IconAdjustments,
              run: () => {
                setAction({ kind: 'adjust' });
              },
            },
            ...(wallet.name === null ?
              []
            : [
                {
                  id: 'payer',
                  label: t('wallets.openPayer'),
                  icon: IconExternalLink,
                  run: () => {
                    go(`/admin/${wallet.kind === 'agency' ? 'agencies' : 'businesses'}/${wallet.id}/edit`);
                  },
                },
              ]),
          ]}
        />
      </RecordHeader>
      {wallet.contradictions.length > 0 && (
        <OnHold
          wallet={wallet}
          onRelease={() => {
            setAction({ kind: 'resolve' });
          }}
        />
      )}
      <Balance wallet={wallet} />
      <div className="wl-columns">
        <Statement wallet={wallet} onAction={setAction} />
        <div className="wl-aside">
          {wallet.open_holds > 0 && <Holds wallet={wallet} />}
          {wallet.accounts.length > 0 && <Accounts wallet={wallet} />}
        </div>
      </div>
      <section className="bk-card wl-section" aria-label={t('wallets.activity')}>
        <h2>{t('wallets.activity')}</h2>
        <ActivityTimeline {...(wallet.kind === 'agency' ? { agencyId: wallet.id } : { businessId: wallet.id })} />
      </section>
      {action !== null && (
        <ActionDialog
          wallet={wallet}
          action={action}
          onClose={() => {
            setAction(null);
          }}
        />
      )}
    </div>
  );
}

function Balance({ wallet }: { readonly wallet: PayerWalletRecord }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const { paid, granted, held, currency, recharge } = wallet;
  const figures = [
    ['wallets.balance', paid + granted],
    ['wallets.paid', paid],
    ['wallets.granted', granted],
    ['wallets.held', held],
  ] as const;
  return (
    <section className="bk-card wl-section" aria-label={t('wallets.balance')}>
      <dl className="wl-figures">
        {figures.map(([label, units]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd className={`num${units < 0 ? ' wl-below' : ''}`}>{balanceOf(units, currency)}</dd>
          </div>
        ))}
      </dl>
      <div className="pay-recharge">
        <div>
          <b>{t('wallet.recharge')}</b>
          <p className={wallet.recharge_state === 'paused' ? 'pay-problem' : 'muted'}>
            {t(`wallets.recharge.${wallet.recharge_state}`)}
          </p>
          {recharge !== null && (
            <p className="muted">
              {t('wallet.rechargeOn', {
                below: moneyOf(recharge.below, currency),
                amount: moneyOf(recharge.amount, currency),
                most: moneyOf(recharge.most_per_day, currency),
              })}
            </p>
          )}
        </div>
        {wallet.recharge_state === 'paused' && (
          <Button
            variant="default"
            onClick={() =>
              void run(async () => {
                await client.post('/wallets/{id}/recharge/resume', { params: { id: wallet.id } });
                await refresh('/wallets');
              })
            }
          >
            {t('wallets.resume')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What can't be so, in plain words, with what was booked about it. */
function OnHold({ wallet, onRelease }: { readonly wallet: PayerWalletRecord; readonly onRelease: () => void }) {
  return (
    <section className="bk-card wl-section wl-hold" aria-label={t('wallets.onHold')}>
      <div className="pay-balance">
        <div>
          <h2>{t('wallets.onHold')}</h2>
          <p className="muted">{t('wallets.onHoldText')}</p>
        </div>
        <Button color="red" onClick={onRelease}>
          {t('wallets.resolve')}
        </Button>
      </div>
      {wallet.contradictions.map((one) => (
        <One key={`${one.code} ${one.about}`} of={one} currency={wallet.currency} />
      ))}
    </section>
  );
}

function One({ of, currency }: { readonly of: Contradiction; readonly currency: string }) {
  const style = useDateStyle();
  const said = (units: number | null) => (units === null ? t('wallets.unknown') : exactMoney(units, currency));
  return (
    <div className="wl-contradiction">
      <h3>{maybe(`wallets.${of.code}`) ?? t('wallets.other')}</h3>
      <dl className="bk-facts">
        <div>
          <dt>{t('wallets.expected')}</dt>
          <dd className="num">{said(of.expected)}</dd>
        </div>
        <div>
          <dt>{t('wallets.found')}</dt>
          <dd className="num">{said(of.found)}</dd>
        </div>
        <div>
          <dt>{t('wallets.about')}</dt>
          <dd>
            <code>{of.about}</code>
          </dd>
        </div>
        <div>
          <dt>{t('wallets.since')}</dt>
          <dd>
            <Instant at={of.at}>{`${date(of.at, style)}, ${time(of.at, style)}`}</Instant>
          </dd>
        </div>
      </dl>
      {of.lines.length === 0 ?
        <p className="muted">{t('wallets.noLines')}</p>
      : <>
          <h4>{t('wallets.lines')}</h4>
          <Lines lines={of.lines} />
        </>
      }
    </div>
  );
}

function Statement({
  wallet,
  onAction,
}: {
  readonly wallet: PayerWalletRecord;
  readonly onAction: (action: Action) => void;
}) {
  const [perPage, setPerPage] = useState(25);
  const { data } = useRead(
    '/wallets/{id}/statement',
    { params: { id: wallet.id }, query: { page: 1, per_page: perPage } },
    asList,
  );
  const lines = data?.data ?? [];
  const actionsOf = (line: OperatorLine) => {
    const some: readonly Action[] = [
      ...(line.refundable > 0 ? [{ kind: 'refund', line } as const] : []),
      ...(line.is_reversible ? [{ kind: 'reverse', line } as const] : []),
    ];
    return (
      <span className="act">
        {line.is_reversed && <span className="bk-tag">{t('wallets.isReversed')}</span>}
        <RowMenu
          name={lineWords(line)}
          actions={some.map((one) => ({
            id: one.kind,
            label: t(`wallets.${one.kind}`),
            icon: one.kind === 'refund' ? IconCreditCardRefund : IconArrowBackUp,
            danger: true,
            run: () => {
              onAction(one);
            },
          }))}
        />
      </span>
    );
  };
  return (
    <section className="bk-card wl-section wl-statement" aria-label={t('wallet.statement')}>
      <h2>{t('wallet.statement')}</h2>
      {lines.length === 0 && data !== undefined ?
        <p className="muted">{t('wallets.empty')}</p>
      : <Lines lines={lines} actions={actionsOf} />}
      {(data?.meta.total ?? 0) > lines.length && perPage < 100 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setPerPage(100);
          }}
        >
          {t('wallet.more', { count: count(data!.meta.total - lines.length) })}
        </Button>
      )}
    </section>
  );
}

function Holds({ wallet }: { readonly wallet: PayerWalletRecord }) {
  const style = useDateStyle();
  const { holds, open_holds: open, currency } = wallet;
  return (
    <section className="bk-card wl-section" aria-label={t('wallets.holds')}>
      <h2>{t('wallets.holds')}</h2>
      <p className="muted">{t('wallets.holdsText')}</p>
      <ul className="wl-list">
        {holds.map((hold) => (
          <li key={hold.id}>
            <span>
              {hold.pieces === null ? t('wallets.holdAmount') : t('wallets.hold', { count: hold.pieces })}
              {hold.expires_at !== null && (
                <span className="muted"> {t('wallets.until', { when: time(hold.expires_at, style) })}</span>
              )}
            </span>
            <span className="num">
              {exactMoney(hold.units, currency)}
              {hold.captured > 0 && (
                <span className="muted"> {t('wallets.captured', { amount: exactMoney(hold.captured, currency) })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {open > holds.length && <p className="muted">{t('wallets.moreHolds', { count: count(open - holds.length) })}</p>}
    </section>
  );
}

function Accounts({ wallet: { accounts, currency } }: { readonly wallet: PayerWalletRecord }) {
  const sum = accounts.reduce((all, { units }) => all + units, 0);
  return (
    <section className="bk-card wl-section" aria-label={t('wallets.accounts')}>
      <h2>{t('wallets.accounts')}</h2>
      <p className="muted">{t('wallets.accountsText')}</p>
      <ul className="wl-list">
        {accounts.map((one) => (
          <li key={`${one.account} ${one.currency}`}>
            <span>{accountWords(one)}</span>
            <span className="num">{exactMoney(one.units, one.currency)}</span>
          </li>
        ))}
        <li className="sum">
          <b>{t('wallets.sum')}</b>
          <b className={`num${sum === 0 ? '' : ' wl-below'}`}>{exactMoney(sum, currency)}</b>
        </li>
      </ul>
    </section>
  );
}
