import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { PaymentSecret } from '../../../api/contract/payments.ts';
import type { ApiError } from '../../api/errors.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useApp } from '../../session/context.tsx';
import { elementsIn, type StripeForm } from './stripe-elements.ts';
import { t } from './texts.ts';

interface FormProps {
  readonly secret: z.output<typeof PaymentSecret>['data'];
  /** The card is kept at the payment provider; its id. */
  readonly onSaved: (methodId: string) => Promise<unknown>;
}

/** Where a card is entered: in the payment provider's own form, so that its number never comes here. */
export function CardForm({ onSaved }: Pick<FormProps, 'onSaved'>) {
  const { client } = useApp();
  const [secret, setSecret] = useState<FormProps['secret'] | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  // A secret is good for one card: it isn't kept, and isn't asked for again while someone types.
  useEffect(() => {
    let isGone = false;
    client.get('/payment-methods/secret').then(
      ({ data }) => {
        if (!isGone) setSecret(data);
      },
      (failure: unknown) => {
        if (!isGone) setError(failure as ApiError);
      },
    );
    return () => {
      isGone = true;
    };
  }, [client, tries]);
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          setError(null);
          setTries(tries + 1);
        }}
      />
    );
  if (!secret) return <div className="pay-form" aria-busy />;
  return (
    <div className="pay-form">
      {secret.form_url === null ?
        <StripeCard secret={secret} onSaved={onSaved} />
      : <SandboxCard secret={secret} formUrl={secret.form_url} onSaved={onSaved} />}
      <p className="muted">{t('cards.security')}</p>
    </div>
  );
}

interface Told {
  readonly source?: unknown;
  readonly kind?: unknown;
  readonly paymentMethod?: unknown;
  readonly height?: unknown;
}

/** The sandbox's form, in a frame of its own origin. */
function SandboxCard({ secret, formUrl, onSaved }: FormProps & { readonly formUrl: string }) {
  const [height, setHeight] = useState(260);
  const frame = useRef<HTMLIFrameElement>(null);
  const saved = useRef(false);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<Told | null>) => {
      if (origin !== new URL(formUrl).origin || source !== frame.current?.contentWindow) return;
      if (data?.source !== 'sandbox-card') return;
      if (data.kind === 'height' && typeof data.height === 'number')
        setHeight(Math.min(Math.max(data.height, 120), 900));
      if (data.kind !== 'saved' || typeof data.paymentMethod !== 'string' || saved.current) return;
      saved.current = true;
      void onSaved(data.paymentMethod).finally(() => {
        saved.current = false;
      });
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [formUrl, onSaved]);
  const query = new URLSearchParams({ client_secret: secret.client_secret, parent: location.origin });
  return (
    <iframe ref={frame} className="pay-frame" title={t('card.form')} src={`${formUrl}?${query}`} style={{ height }} />
  );
}

/** Stripe's own elements. They are loaded from Stripe, as Stripe asks, and only when someone adds a card. */
function StripeCard({ secret, onSaved }: FormProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<StripeForm | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { client_secret: clientSecret, publishable_key: publishableKey } = secret;
  useEffect(() => {
    let made: StripeForm | null = null;
    let isGone = false;
    elementsIn(place.current!, { clientSecret, publishableKey }).then(
      (ready) => {
        if (isGone) ready.remove();
        else setForm((made = ready));
      },
      () => {
        if (!isGone) setProblem(t('card.unloaded'));
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
    if ('problem' in answer) setProblem(answer.problem);
    else await onSaved(answer.methodId);
    setIsBusy(false);
  };
  return (
    <>
      <div ref={place} />
      <p role="alert" className="pay-problem" hidden={problem === ''}>
        {problem}
      </p>
      <div>
        <Button disabled={form === null} loading={isBusy} onClick={() => void save()}>
          {t('card.save')}
        </Button>
      </div>
    </>
  );
}
