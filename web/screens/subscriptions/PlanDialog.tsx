import { Button, Group, Modal, Skeleton, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { SubscriptionQuote, Subscription } from '../../../api/contract/subscriptions.ts';
import type { AnswerOf } from '../../../api/contract/client.ts';
import { ApiError, failureMessage } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useRead } from '../../data/read.ts';
import { toastSuccess } from '../../core/toast.ts';
import { date, time } from '../../format/date.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { nameOf } from '../payments/card.ts';
import { CardForm } from '../payments/CardForm.tsx';
import { ConfirmPayment } from '../payments/ConfirmPayment.tsx';
import { moneyOf } from '../../format/money.ts';
import { t } from './texts.ts';
import { useSettled } from './useBilling.ts';

/** What is bought: a plan by its id, or the add-on of a section. */
export interface Bought {
  readonly name: string;
  readonly section: Subscription['section'];
  readonly planId: string;
  readonly interval: 'month' | 'year';
  /** It takes the place of another plan. */
  readonly isChange: boolean;
}
type Outcome = AnswerOf<'POST', '/subscriptions/{plan}'>;

/** Names the price of today and of the renewal, and buys at it: with a card, a coupon, and 3-D Secure where a bank asks. */
export function PlanDialog({ bought, onClose }: { readonly bought: Bought | null; readonly onClose: () => void }) {
  const [shown, setShown] = useState(bought);
  if (bought !== null && bought !== shown) setShown(bought);
  return (
    <Modal opened={bought !== null} onClose={onClose} title={titleOf(shown)} size="md">
      {shown !== null && <Order key={`${shown.section} ${shown.planId}`} bought={shown} onClose={onClose} />}
    </Modal>
  );
}

const titleOf = (bought: Bought | null): string =>
  bought === null ? '' : t(bought.isChange ? 'quote.title.change' : 'quote.title.new', { name: bought.name });

function Order({ bought, onClose }: { readonly bought: Bought; readonly onClose: () => void }) {
  const { client } = useApp();
  const settled = useSettled();
  const refresh = useRefresh();
  const [coupon, setCoupon] = useState('');
  const [quote, setQuote] = useState<SubscriptionQuote | null>(null);
  const [problem, setProblem] = useState('');
  /** Why the last coupon gives nothing: said until another is tried. */
  const [couponProblem, setCouponProblem] = useState('');
  const [looks, setLooks] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const cards = useRead('/payment-methods', {}).data?.data;
  const card = cards?.find((one) => one.is_default) ?? cards?.[0];

  useEffect(() => {
    let isGone = false;
    const query = {
      ...(bought.section === 'plan' ? { plan: bought.planId } : { section: bought.section }),
      ...(coupon === '' ? {} : { coupon }),
    };
    client.get('/subscriptions/quote', { query }).then(
      ({ data }) => {
        if (isGone) return;
        setQuote(data);
        setProblem('');
      },
      (error: unknown) => {
        if (isGone) return;
        // A coupon that gives nothing leaves the price as it was, which is asked for again.
        if (coupon === '') setProblem(wordsOf(error));
        else {
          setCouponProblem(wordsOf(error));
          setCoupon('');
        }
      },
    );
    return () => {
      isGone = true;
    };
  }, [client, bought, coupon, looks]);

  const applyCoupon = useCallback((code: string) => {
    setCouponProblem('');
    setCoupon(code);
  }, []);
  const order = useCallback(async (): Promise<void> => {
    setIsBusy(true);
    setProblem('');
    try {
      const answer = await buy();
      if (answer.data.client_secret !== null && answer.data.outcome === 'incomplete') {
        setSecret(answer.data.client_secret);
        return;
      }
      await settled();
      toastSuccess(answer.message);
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      void settled();
    } finally {
      setIsBusy(false);
    }

    function buy(): Promise<Outcome> {
      const given = coupon === '' ? {} : { coupon };
      if (bought.section === 'livechat') return client.post('/livechat/subscription', { query: given, quiet: true });
      if (bought.section === 'loop') return client.post('/loops/subscription', { query: given, quiet: true });
      return client.post('/subscriptions/{plan}', {
        params: { plan: bought.planId },
        body: { version: quote?.version ?? null, proration_date: quote?.proration_date ?? null, ...given },
        quiet: true,
      });
    }
  }, [bought, client, coupon, onClose, quote, settled]);

  const keepCard = useCallback(
    async (methodId: string) => {
      try {
        await client.post('/payment-methods', { body: { payment_method: methodId }, quiet: true });
        await refresh('/payment-methods');
      } catch (error) {
        showFailure(error);
      }
    },
    [client, refresh],
  );
  const confirmed = useCallback(
    (isConfirmed: boolean) => {
      setSecret(null);
      if (!isConfirmed) {
        setProblem(t('quote.bankFailed'));
        void settled();
        return;
      }
      // The same wish again finishes the one that waited.
      void order();
    },
    [order, settled],
  );

  if (secret !== null) return <ConfirmPayment clientSecret={secret} onEnd={confirmed} />;
  const needsCard = cards?.length === 0;
  return (
    <div className="sub-order">
      {quote === null ?
        problem === '' && <Skeleton height={120} aria-label={t('quote.loading')} />
      : <Price quote={quote} interval={bought.interval} />}
      {quote !== null && quote.kind !== 'unchanged' && quote.kind !== 'downgrade' && (
        <Coupon applied={coupon} onApply={applyCoupon} />
      )}
      {(problem !== '' || couponProblem !== '') && (
        <p role="alert" className="pay-problem">
          {problem === '' ? couponProblem : problem}
        </p>
      )}
      {needsCard && quote !== null && (
        <section aria-label={t('quote.needsCard')} className="sub-newcard">
          <p>{t('quote.needsCard')}</p>
          <CardForm onSaved={keepCard} />
        </section>
      )}
      {card !== undefined && quote !== null && quote.kind !== 'unchanged' && (
        <p className="muted">{t('quote.payWith', { card: nameOf(card) })}</p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        {quote === null && problem !== '' ?
          <Button
            onClick={() => {
              setLooks(looks + 1);
            }}
          >
            {t('quote.refresh')}
          </Button>
        : <Confirm
            quote={quote}
            isBusy={isBusy}
            isReady={card !== undefined}
            onConfirm={() => void order()}
            onRefresh={() => {
              setLooks(looks + 1);
            }}
          />
        }
      </Group>
    </div>
  );
}

/** Of a failure what is said at a field, else its message. */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed'));
}

function Price({ quote, interval }: { readonly quote: SubscriptionQuote; readonly interval: Bought['interval'] }) {
  const style = useDateStyle();
  const { currency, due_now: due, lines, next_amount: next, next_at: at, holds_until: holds, kind } = quote;
  const when = date(at, style);
  return (
    <div className="sub-price">
      {kind === 'unchanged' && <p>{t('quote.unchanged')}</p>}
      {kind === 'downgrade' && <p>{t('quote.downgradeText', { date: when })}</p>}
      <dl>
        {lines.length > 1 &&
          lines.map((line, index) => (
            <div key={index}>
              <dt dir="auto">{line.description}</dt>
              <dd className="num">{moneyOf(line.amount, currency)}</dd>
            </div>
          ))}
        <div className="sum">
          <dt>{t('quote.today')}</dt>
          <dd className="num">{moneyOf(due, currency)}</dd>
        </div>
        <div>
          <dt>{t(interval === 'year' ? 'quote.laterYear' : 'quote.laterMonth', { date: when })}</dt>
          <dd className="num">{moneyOf(next, currency)}</dd>
        </div>
      </dl>
      <p className="faint">{t('quote.holds', { time: time(holds, style) })}</p>
    </div>
  );
}

function Confirm({
  quote,
  isBusy,
  isReady,
  onConfirm,
  onRefresh,
}: {
  readonly quote: SubscriptionQuote | null;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onConfirm: () => void;
  readonly onRefresh: () => void;
}) {
  if (quote === null || quote.kind === 'unchanged') return null;
  if (Date.parse(quote.holds_until) <= Date.now()) return <Button onClick={onRefresh}>{t('quote.refresh')}</Button>;
  const { kind, due_now: due, currency } = quote;
  const words =
    kind === 'downgrade' ? t('quote.confirm.downgrade')
    : due > 0 ? t('quote.confirm.pay', { price: moneyOf(due, currency) })
    : t(`quote.confirm.${kind}`);
  return (
    <Button loading={isBusy} disabled={!isReady} onClick={onConfirm}>
      {words}
    </Button>
  );
}

function Coupon({ applied, onApply }: { readonly applied: string; readonly onApply: (code: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  if (applied !== '')
    return (
      <p className="sub-coupon">
        <span className="bk-tag">{applied}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            onApply('');
          }}
        >
          {t('quote.removeCoupon')}
        </Button>
      </p>
    );
  if (!isOpen)
    return (
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {t('quote.addCoupon')}
        </Button>
      </div>
    );
  return (
    <form
      className="sub-coupon"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onApply(typed.trim());
      }}
    >
      <TextInput
        label={t('quote.coupon')}
        value={typed}
        maxLength={100}
        autoFocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <Button type="submit" variant="default">
        {t('quote.apply')}
      </Button>
    </form>
  );
}
