import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderState } from '../../../../api/contract/orders.ts';
import { GuestButton } from '../../../plain/fields.tsx';
import { confirmPayment, elementsIn, type StripeForm } from '../../payments/stripe-elements.ts';
import { t } from './texts.ts';

interface Told {
  readonly source?: unknown;
  readonly kind?: unknown;
  readonly paymentMethod?: unknown;
  readonly height?: unknown;
}

/** A page of the sandbox in a frame of its own origin; it tells what was done there. */
function Frame({
  url,
  title,
  onTold,
}: {
  readonly url: string;
  readonly title: string;
  readonly onTold: (told: Told) => void;
}) {
  const [height, setHeight] = useState(260);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<Told | null>) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return;
      if (data?.source !== 'sandbox-card') return;
      if (data.kind === 'height' && typeof data.height === 'number')
        setHeight(Math.min(Math.max(data.height, 120), 900));
      else onTold(data);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [url, onTold]);
  return <iframe ref={frame} className="or-frame" title={title} src={url} style={{ height }} />;
}

const addressOf = (form: string, path: string, given: Readonly<Record<string, string>>): string =>
  `${new URL(path, form).href}?${new URLSearchParams({ ...given, parent: location.origin })}`;

interface StepProps {
  readonly state: OrderState;
  readonly button: string;
  readonly onCard: (methodId: string) => void;
}

/** Where the card is entered: in the payment provider's own form, so that its number never comes here. */
export function CardStep({ state, button, onCard }: StepProps) {
  const saved = useRef(false);
  const hear = useCallback(
    ({ kind, paymentMethod }: Told) => {
      if (kind !== 'saved' || typeof paymentMethod !== 'string' || saved.current) return;
      saved.current = true;
      onCard(paymentMethod);
    },
    [onCard],
  );
  if (state.form_url === null) return <StripeCard state={state} button={button} onCard={onCard} />;
  const url = addressOf(state.form_url, state.form_url, { client_secret: state.client_secret! });
  return <Frame url={url} title={t('order.form')} onTold={hear} />;
}

function StripeCard({ state, button, onCard }: StepProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<StripeForm | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { client_secret: clientSecret, publishable_key: publishableKey } = state;
  useEffect(() => {
    let made: StripeForm | null = null;
    let isGone = false;
    elementsIn(place.current!, { clientSecret: clientSecret!, publishableKey }).then(
      (ready) => {
        if (isGone) ready.remove();
        else setForm((made = ready));
      },
      () => {
        if (!isGone) setProblem(t('order.unloaded'));
      },
    );
    return () => {
      isGone = true;
      made?.remove();
    };
  }, [clientSecret, publishableKey]);
  const save = async () => {
    setIsBusy(true);
    setProblem('');
    const answer = await form!.save(location.href);
    setIsBusy(false);
    if ('problem' in answer) setProblem(answer.problem);
    else onCard(answer.methodId);
  };
  return (
    <>
      <div ref={place} />
      <p role="alert" className="or-problem" hidden={problem === ''}>
        {problem}
      </p>
      <GuestButton busy={form === null || isBusy} onClick={() => void save()}>
        {button}
      </GuestButton>
    </>
  );
}

/** The bank asks the cardholder, in place. Whatever comes of it, the order is looked at. */
export function BankStep({ state, onEnd }: { readonly state: OrderState; readonly onEnd: () => void }) {
  const { client_secret: secret, payment_method: method, publishable_key: publishableKey } = state;
  const hear = useCallback(
    ({ kind }: Told) => {
      if (kind === 'authenticated') onEnd();
    },
    [onEnd],
  );
  useEffect(() => {
    if (state.form_url !== null) return;
    void confirmPayment({ clientSecret: secret!, publishableKey, methodId: method! }).then(onEnd, onEnd);
  }, [state.form_url, secret, publishableKey, method, onEnd]);
  return (
    <div className="or-bank">
      <p>{t('order.bankText')}</p>
      {state.form_url !== null && (
        <Frame
          url={addressOf(state.form_url, `/stripe/authenticate/${secret!.split('_secret_')[0]!}`, {
            client_secret: secret!,
            payment_method: method!,
          })}
          title={t('order.bank')}
          onTold={hear}
        />
      )}
    </div>
  );
}
