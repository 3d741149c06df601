import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { PaymentSecret } from '../../../api/contract/payments.ts';
import type { ApiError } from '../../api/errors.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useApp } from '../../session/context.tsx';
import { CardEntry } from './provider/CardEntry.tsx';
import { t } from './texts.ts';

/** A card is entered and saved. `onSaved`: its id at the payment provider. */
export function CardForm({ onSaved }: { readonly onSaved: (methodId: string) => Promise<unknown> }) {
  const { client } = useApp();
  const [secret, setSecret] = useState<z.output<typeof PaymentSecret>['data'] | null>(null);
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
      <CardEntry
        clientSecret={secret.client_secret}
        publishableKey={secret.publishable_key}
        formUrl={secret.form_url}
        onSaved={onSaved}
        problemClass="pay-problem"
        button={({ busy, onClick }) => (
          <Button loading={busy} onClick={onClick}>
            {t('card.save')}
          </Button>
        )}
      />
      <p className="muted">{t('cards.security')}</p>
    </div>
  );
}
