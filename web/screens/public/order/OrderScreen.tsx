import './order.css';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { OrderState } from '../../../../api/contract/orders.ts';
import { ApiError } from '../../../api/errors.ts';
import { Brand } from '../../../plain/Brand.tsx';
import { GuestButton } from '../../../plain/fields.tsx';
import { words } from '../../../plain/refusal.ts';
import { Splash } from '../../../plain/Splash.tsx';
import { useProductName } from '../../../session/brand.ts';
import { usePrefetch } from '../../../core/prefetch.ts';
import { useApp } from '../../../session/context.tsx';
import { deviceId } from '../../../session/device.ts';
import { Bank } from '../../payments/provider/Bank.tsx';
import { CardEntry } from '../../payments/provider/CardEntry.tsx';
import { DetailsForm, type Details } from './DetailsForm.tsx';
import { Offers } from './Offers.tsx';
import { forgetOrder, keepOrder, keptOrder, laterOf, type Offer, type Page, pathOf, price, send } from './order.ts';
import { t } from './texts.ts';

/** Where someone new chooses, pays and is signed in. `id`: the page's address, or `agency` or `business` for all plans. */
export function OrderScreen({ id }: { readonly id: string }) {
  const { client } = useApp();
  const product = useProductName();
  const [page, setPage] = useState<Page | 'gone' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const load = useCallback(async () => {
    setFailed(null);
    try {
      setPage((await client.get('/order-page/{id}', { params: { id } })).data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setPage('gone');
      else setFailed(words(error));
    }
  }, [client, id]);
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    if (page !== null && page !== 'gone') document.title = `${page.headline} · ${product}`;
  }, [page, product]);

  if (failed !== null)
    return (
      <Note title={failed}>
        <GuestButton onClick={() => void load()}>{t('order.retry')}</GuestButton>
      </Note>
    );
  if (page === null) return <Splash />;
  if (page === 'gone') return <Note title={t('order.goneTitle')} text={t('order.gone')} />;
  if (!page.can_order) return <Note title={t('order.offTitle')} text={t('order.off')} />;
  return <Ordering key={id} id={id} page={page} onChanged={load} />;
}

/** A page that says one thing. */
function Note({
  title,
  text = '',
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <main className="or-page">
      <header className="or-head">
        <Brand />
      </header>
      <section className="or-card or-note">
        <h1>{title}</h1>
        {text !== '' && <p>{text}</p>}
        {children}
      </section>
    </main>
  );
}

function Ordering({
  id,
  page,
  onChanged,
}: {
  readonly id: string;
  readonly page: Page;
  readonly onChanged: () => Promise<void>;
}) {
  const { client, session } = useApp();
  const product = useProductName();
  const [chosen, setChosen] = useState(page.offers[0]!.page_id);
  const offer = page.offers.find(({ page_id: one }) => one === chosen) ?? page.offers[0]!;
  const [details, setDetails] = useState<Details | null>(null);
  const [due, setDue] = useState<Pick<OrderState, 'due_today' | 'due_later'> | null>(null);
  const [state, setState] = useState<OrderState | null>(null);
  const [problem, setProblem] = useState<{ readonly field: string | null; readonly message: string } | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const path = pathOf(page.buyer, offer);

  const become = useCallback(
    (next: OrderState) => {
      setState(next);
      if (next.due_today !== null) setDue(next);
      if (next.status === 'card' || next.status === 'confirm') {
        keepOrder(id, next.order);
        return;
      }
      forgetOrder(id);
      if (next.access_token !== null) session.start(next.access_token);
    },
    [id, session],
  );

  /** Goes on with the order; what is refused is said where it belongs. */
  const goOn = useCallback(
    async (order: string, methodId: string | null) => {
      setIsWorking(true);
      setIsLost(false);
      setProblem(null);
      try {
        become(await send(client, path, { order, payment_method: methodId, device: deviceId() }));
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (!isRefused) {
          setIsLost(true);
          return;
        }
        const field = Object.keys(error.fields)[0] ?? null;
        setProblem({ field, message: error.fields[field ?? '']?.[0] ?? words(error) });
        if (error.code === 'overtaken' || error.status === 404) {
          forgetOrder(id);
          setState(null);
          await onChanged();
        } else if (error.code === 'email_taken') {
          forgetOrder(id);
          setState(null);
        } else
          await send(client, path, { order }).then(become, () => {
            setIsLost(true);
          });
      } finally {
        setIsWorking(false);
      }
    },
    [become, client, id, onChanged, path],
  );

  // Whoever pays comes in next: what stands there is fetched meanwhile.
  const foresee = usePrefetch();
  useEffect(() => {
    if (state !== null) foresee();
  }, [state, foresee]);

  // A page that was closed, or left for a bank, goes on where it was.
  const looked = useRef(false);
  useEffect(() => {
    const kept = keptOrder(id);
    if (looked.current || kept === null) return;
    looked.current = true;
    void goOn(kept, null);
  }, [goOn, id]);

  const order = state?.order;
  const payWith = useCallback((methodId: string) => goOn(order!, methodId), [goOn, order]);
  const begin = async (given: Details) => {
    setDetails(given);
    setProblem(null);
    const { coupon, ...person } = given;
    become(
      await send(client, path, {
        ...person,
        page: offer.page_id,
        version: offer.version,
        coupon: coupon.trim() === '' ? null : coupon,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    );
  };

  if (state?.status === 'done') {
    const isIn = state.access_token !== null;
    return (
      <Note
        title={t('order.doneTitle', { name: details?.first_name ?? product })}
        text={t(isIn ? 'order.done' : 'order.doneSignIn')}
      >
        <Link className="bk-guestbutton" href="/login">
          <span>{isIn ? t('order.open', { name: product }) : t('order.toSignIn')}</span>
        </Link>
      </Note>
    );
  }
  if (state?.status === 'refunded') return <Note title={t('order.refundedTitle')} text={t('order.refunded')} />;
  if (state?.status === 'expired')
    return (
      <Note title={t('order.expiredTitle')} text={t('order.expired')}>
        <GuestButton
          onClick={() => {
            setState(null);
          }}
        >
          {t('order.again')}
        </GuestButton>
      </Note>
    );

  return (
    <main className="or-page">
      <header className="or-head">
        <Brand />
        <Link className="or-signin" href="/login">
          {t('order.signIn')}
        </Link>
      </header>
      <div className="or-intro">
        <h1>{page.headline}</h1>
        {page.text !== '' && <p>{page.text}</p>}
      </div>
      <div className="or-columns">
        <Offers offers={page.offers} chosen={offer} isFixed={state !== null} onChoose={setChosen} />
        <section className="or-card or-form" aria-busy={isWorking}>
          {state === null ?
            <DetailsForm
              buyer={page.buyer}
              termsUrl={page.terms_url}
              initial={details}
              problem={problem}
              onSend={begin}
              onChanged={onChanged}
            />
          : <>
              <div className="or-step">
                <h2>{t('order.payment')}</h2>
                {state.status === 'card' && !isWorking && (
                  <button
                    type="button"
                    className="or-link"
                    onClick={() => {
                      forgetOrder(id);
                      setState(null);
                    }}
                  >
                    {t('order.change')}
                  </button>
                )}
              </div>
              {details !== null && <p className="muted">{t('order.paymentFor', { email: details.email })}</p>}
              <Due offer={offer} due={due} />
              {problem !== null && (
                <p role="alert" className="or-problem">
                  {problem.message}
                </p>
              )}
              {isLost ?
                <div className="or-bank">
                  <p role="alert">{t('order.lost')}</p>
                  <GuestButton
                    busy={isWorking}
                    onClick={() => {
                      void goOn(state.order, null);
                    }}
                  >
                    {t('order.check')}
                  </GuestButton>
                </div>
              : isWorking ?
                <p className="or-working" role="status">
                  {t('order.working')}
                </p>
              : state.status === 'confirm' ?
                <Bank
                  key={state.client_secret}
                  {...keysOf(state)}
                  methodId={state.payment_method}
                  onEnd={() => {
                    void goOn(state.order, null);
                  }}
                />
              : <CardEntry
                  key={state.client_secret}
                  {...keysOf(state)}
                  problemClass="or-problem"
                  button={(props) => (
                    <GuestButton {...props}>
                      {due?.due_today === 0 ?
                        t('order.startTrial')
                      : t('order.pay', { price: price(due?.due_today ?? offer.amount, offer) })}
                    </GuestButton>
                  )}
                  onSaved={payWith}
                />
              }
              <p className="or-secure">{t('order.security')}</p>
            </>
          }
        </section>
      </div>
    </main>
  );
}

const keysOf = ({ client_secret: secret, publishable_key: publishableKey, form_url: formUrl }: OrderState) => ({
  clientSecret: secret!,
  publishableKey,
  formUrl,
});

/** What is paid today, and later. Before the order has begun, without a code. */
function Due({
  offer,
  due,
}: {
  readonly offer: Offer;
  readonly due: Pick<OrderState, 'due_today' | 'due_later'> | null;
}) {
  const today = due?.due_today ?? (offer.trial_days > 0 ? 0 : offer.amount);
  const later = laterOf(offer, due?.due_later ?? offer.amount);
  return (
    <div className="or-due">
      <p>
        <span>{t('order.today')}</span>
        <b>{price(today, offer)}</b>
      </p>
      {later !== '' && <p className="muted">{later}</p>}
    </div>
  );
}
