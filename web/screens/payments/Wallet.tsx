import { ActionIcon, Button, Group, Modal } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { Currency, moneyProblems, parseMoney, plainLedger, plainMoney } from '../../../api/contract/money.ts';
import { type FundsReply, type Wallet as WalletOf, type WalletLine } from '../../../api/contract/wallets.ts';
import { ApiError } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FeeLink } from '../../components/FeeLink.tsx';
import { Instant } from '../../components/Instant.tsx';
import { asList, useRead } from '../../data/read.ts';
import { date, monthName, time } from '../../format/date.ts';
import { balanceOf, exactMoney, moneyOf } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { Bank } from './provider/Bank.tsx';
import { Amount } from './Amount.tsx';
import { t } from './texts.ts';

/** What a payer has for texts: the balance, how it fills itself, and what became of it. */
export function Wallet() {
  const { data, error, refresh } = useRead('/wallet', {});
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <section className="bk-card pay-wallet" aria-busy />;
  return <Balance wallet={data.data} />;
}

function Balance({ wallet }: { readonly wallet: WalletOf }) {
  const [open, setOpen] = useState<'add' | 'recharge' | null>(null);
  const close = () => {
    setOpen(null);
  };
  const { paid, granted, held, currency, recharge, last_recharge: last } = wallet;
  return (
    <section className="bk-card pay-wallet" aria-label={t('wallet.title')}>
      <div className="pay-balance">
        <div>
          <h2>{t('wallet.title')}</h2>
          <p className={wallet.status === 2 ? 'pay-amount pay-problem' : 'pay-amount'}>
            {balanceOf(paid + granted, currency)}
          </p>
          <p className="muted">
            {wallet.status === 0 ?
              t('wallet.none')
            : [
                t('wallet.paid', { amount: balanceOf(paid, currency) }),
                ...(granted > 0 ? [t('wallet.granted', { amount: balanceOf(granted, currency) })] : []),
                ...(held > 0 ? [t('wallet.held', { amount: balanceOf(held, currency) })] : []),
              ].join(' · ')
            }
          </p>
          {wallet.is_parked && (
            <p className="pay-problem" role="status">
              {t('wallet.parked')}
            </p>
          )}
        </div>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setOpen('add');
          }}
        >
          {t('wallet.add')}
        </Button>
      </div>
      <div className="pay-recharge">
        <div>
          <b>{t('wallet.recharge')}</b>
          <p className="muted">
            {recharge === null ?
              t('wallet.rechargeOff')
            : t('wallet.rechargeOn', {
                below: moneyOf(recharge.below, currency),
                amount: moneyOf(recharge.amount, currency),
                most: moneyOf(recharge.most_per_day, currency),
              })
            }
          </p>
          {recharge !== null && last?.state === 'declined' && <p className="pay-problem">{t('wallet.declined')}</p>}
        </div>
        <Button
          variant="default"
          onClick={() => {
            setOpen('recharge');
          }}
        >
          {t(recharge === null ? 'wallet.rechargeSet' : 'wallet.rechargeEdit')}
        </Button>
      </div>
      {wallet.status !== 0 && <Statement />}
      <AddFunds key={`add-${open === 'add'}`} opened={open === 'add'} currency={currency} onClose={close} />
      <RechargeForm
        key={`recharge-${open === 'recharge'}`}
        opened={open === 'recharge'}
        wallet={wallet}
        onClose={close}
      />
    </section>
  );
}

const amountIn = (typed: string, currency: string): number | string => {
  const read = parseMoney(typed, Currency.parse(currency));
  return 'money' in read ? read.money.amount : moneyProblems[read.problem];
};

const presets = [2500, 5000, 10_000] as const;
type Funds = z.output<typeof FundsReply>['data'];

function AddFunds({
  opened,
  currency,
  onClose,
}: {
  readonly opened: boolean;
  readonly currency: string;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const [typed, setTyped] = useState('50.00');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [waiting, setWaiting] = useState<Funds | null>(null);
  // One wish, whatever is pressed how often: a lost answer is asked for again with the same key.
  const wish = useRef<{ readonly amount: number; readonly key: string } | null>(null);
  const done = async () => {
    await Promise.all([refresh('/wallet'), refresh('/wallet/statement')]);
    onClose();
  };
  const confirmed = async (id: string) => {
    setWaiting(null);
    await run(async () => {
      await client.post('/subscriptions/add-fund/{id}', { params: { id } });
      await done();
    });
  };
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Refused for good: the next press is another wish.
      if (error.status !== 0 && error.status < 500) wish.current = null;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  const add = () => {
    const amount = amountIn(typed, currency);
    if (typeof amount === 'string') {
      setProblem(amount);
      return;
    }
    if (wish.current?.amount !== amount)
      wish.current = { amount, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    const { key } = wish.current;
    void run(async () => {
      const { data } = await client.post('/subscriptions/add-fund', {
        body: { amount },
        idempotencyKey: key,
        quiet: true,
      });
      if (data.status !== 'requires_action' || data.client_secret === null) {
        wish.current = null;
        return done();
      }
      setWaiting(data);
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('wallet.add')} size="sm">
      {waiting !== null && waiting.client_secret !== null ?
        <Bank
          clientSecret={waiting.client_secret}
          publishableKey={waiting.publishable_key}
          formUrl={waiting.form_url}
          methodId={waiting.payment_method}
          onEnd={() => void confirmed(waiting.charge_id)}
        />
      : <form
          noValidate
          className="pay-dialog"
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <Amount
            label={t('wallet.amount')}
            hint={t('wallet.amountHint')}
            currency={currency}
            typed={typed}
            onType={setTyped}
            refusal={problem}
            focus
          />
          <Group gap="xs">
            {presets.map((amount) => (
              <Button
                key={amount}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setTyped(plainMoney({ amount, currency: Currency.parse(currency) }));
                }}
              >
                {moneyOf(amount, currency)}
              </Button>
            ))}
          </Group>
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('wallet.pay')}
            </Button>
          </Group>
        </form>
      }
    </Modal>
  );
}

function RechargeForm({
  opened,
  wallet,
  onClose,
}: {
  readonly opened: boolean;
  readonly wallet: WalletOf;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const { recharge, currency } = wallet;
  const plain = (amount: number) => plainMoney({ amount, currency: Currency.parse(currency) });
  const [typed, setTyped] = useState({
    below: plain(recharge?.below ?? 1000),
    amount: plain(recharge?.amount ?? 5000),
    most_per_day: plain(recharge?.most_per_day ?? 20_000),
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const put = (wanted: WalletOf['recharge']) =>
    run(async () => {
      try {
        await client.put('/wallet/recharge', { body: { recharge: wanted } });
        await refresh('/wallet');
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
        setProblems({ most_per_day: error.message });
      }
    });
  const save = () => {
    const read = Object.entries(typed).map(([name, text]) => [name, amountIn(text, currency)] as const);
    const wrong = read.filter(([, amount]) => typeof amount === 'string');
    setProblems(Object.fromEntries(wrong) as Record<string, string>);
    if (wrong.length === 0) void put(Object.fromEntries(read) as NonNullable<WalletOf['recharge']>);
  };
  const field = (name: keyof typeof typed, label: string): ReactNode => (
    <Amount
      label={label}
      currency={currency}
      typed={typed[name]}
      onType={(text) => {
        setTyped({ ...typed, [name]: text });
      }}
      refusal={problems[name]}
    />
  );
  return (
    <Modal opened={opened} onClose={onClose} title={t('wallet.recharge')} size="sm">
      <form
        noValidate
        className="pay-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {field('below', t('wallet.below'))}
        {field('amount', t('wallet.by'))}
        {field('most_per_day', t('wallet.most'))}
        <Group justify="space-between" gap="xs" mt="md">
          {recharge === null ?
            <span />
          : <Button variant="subtle" color="red" onClick={() => void put(null)}>
              {t('wallet.turnOff')}
            </Button>
          }
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit">{t('wallet.save')}</Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}

const usageWords = {
  sms: { out: 'wallet.line.sms', in: 'wallet.line.smsIn' },
  mms: { out: 'wallet.line.mms', in: 'wallet.line.mmsIn' },
  email: { out: 'wallet.line.email', in: 'wallet.line.email' },
  voice: { out: 'wallet.line.voice', in: 'wallet.line.voice' },
  number: { out: 'wallet.line.number', in: 'wallet.line.number' },
  contact: { out: 'wallet.line.contact', in: 'wallet.line.contact' },
} as const;

/** What a line of the statement is, in words. */
export function lineWords(line: WalletLine): string {
  const { kind, is_automatic: isAutomatic, reason, business, month, usage, fee } = line;
  if (kind === 'usage' || kind === 'difference') {
    const used = usage
      .map(({ channel, direction, country, quantity: count }) => t(usageWords[channel][direction], { count, country }))
      .join(', ');
    const words = business?.name ? `${business.name}: ${used}` : used;
    return month === null ? words : `${t('wallet.line.difference', { month: monthName(month) })}. ${words}`;
  }
  if (kind === 'fee') {
    const words = t(`fee.${fee ?? 'campaign-vetting'}`);
    return business?.name ? `${business.name}: ${words}` : words;
  }
  const words = t(kind === 'funds' && isAutomatic ? 'wallet.line.recharge' : `wallet.line.${kind}`);
  return reason === null ? words : `${words}: ${reason}`;
}

const pageSize = 10;

export function Statement() {
  const [perPage, setPerPage] = useState(pageSize);
  const style = useDateStyle();
  const { client } = useApp();
  const { data } = useRead('/wallet/statement', { query: { page: 1, per_page: perPage } }, asList);
  const lines = data?.data ?? [];
  return (
    <div className="pay-statement">
      <div className="pay-balance">
        <b>{t('wallet.statement')}</b>
        <ActionIcon
          variant="subtle"
          aria-label={t('wallet.download')}
          title={t('wallet.download')}
          onClick={() => void download(client)}
        >
          <IconDownload size={17} aria-hidden />
        </ActionIcon>
      </div>
      <Lines lines={lines} />
      {lines.length === 0 && <p className="muted">{t('wallet.noLines')}</p>}
      {(data?.meta.total ?? 0) > lines.length && perPage < 100 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setPerPage(Math.min(100, perPage + 30));
          }}
        >
          {t('wallet.more', { count: count(data!.meta.total - lines.length) })}
        </Button>
      )}
    </div>
  );

  async function download(from: typeof client): Promise<void> {
    const pages: WalletLine[] = [];
    for (let page = 1; page <= 20; page += 1) {
      const { data: some, meta } = await from.get('/wallet/statement', { query: { page, per_page: 100 } });
      pages.push(...some);
      if (pages.length >= meta.total) break;
    }
    const rows = [
      [t('wallet.column.at'), t('wallet.column.what'), t('wallet.column.amount'), t('wallet.column.balance')],
      ...pages.map((line) => [
        `${date(line.at, style)} ${time(line.at, style)}`,
        lineWords(line),
        plainLedger(line.units, line.currency),
        plainLedger(line.balance, line.currency),
      ]),
    ];
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
    link.download = `${t('wallet.statement')}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** Decimals of a ledger's amount beyond those of its currency: 0 to 4. */
const placesOf = (units: number): number => {
  const beyond = String(Math.abs(units) % 10_000).padStart(4, '0');
  return beyond.replace(/0+$/, '').length;
};
/** Room for the decimals that an amount doesn't have, so that the points of a column stand below each other. */
const Places = ({ missing }: { readonly missing: number }) =>
  missing > 0 && (
    <span className="pay-places" aria-hidden>
      {'0'.repeat(missing)}
    </span>
  );

type FeeOf = WalletLine & {
  readonly fee: NonNullable<WalletLine['fee']>;
  readonly business: NonNullable<WalletLine['business']>;
};
const isFee = (line: WalletLine): line is FeeOf => line.fee !== null && line.business !== null;
const Fee = ({ fee, business }: FeeOf) => (
  <>
    {business.name !== null && `${business.name}: `}
    <FeeLink fee={fee} businessId={business.id} />
  </>
);

/** Lines of a statement, each with the balance after it. */
export function Lines<Line extends WalletLine>({
  lines,
  actions,
}: {
  readonly lines: readonly Line[];
  readonly actions?: (line: Line) => ReactNode;
}) {
  const style = useDateStyle();
  const places = Math.max(0, ...lines.flatMap(({ units, balance }) => [placesOf(units), placesOf(balance)]));
  return (
    <ul className="pay-lines" aria-label={t('wallet.statement')}>
      {lines.map((line) => (
        <li key={line.id}>
          <Instant at={line.at} className="muted num">
            {date(line.at, style)}
          </Instant>
          <span className="what">
            {isFee(line) ?
              <Fee {...line} />
            : lineWords(line)}
          </span>
          <span className={`num ${line.units > 0 ? 'pay-in' : ''}`}>
            {line.units > 0 ? '+' : ''}
            {exactMoney(line.units, line.currency)}
            <Places missing={places - placesOf(line.units)} />
          </span>
          <span className="num muted">
            {exactMoney(line.balance, line.currency)}
            <Places missing={places - placesOf(line.balance)} />
          </span>
          {actions?.(line)}
        </li>
      ))}
    </ul>
  );
}
