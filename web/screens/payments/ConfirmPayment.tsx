import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { PaymentSecret } from '../../../api/contract/payments.ts';
import { useApp } from '../../session/context.tsx';
import { Bank } from './provider/Bank.tsx';

type Keys = z.output<typeof PaymentSecret>['data'];

/** The cardholder confirms a payment of a subscription at their bank, in place. `onEnd`: whether the bank said yes. */
export function ConfirmPayment({
  clientSecret,
  onEnd,
}: {
  readonly clientSecret: string;
  readonly onEnd: (isConfirmed: boolean) => void;
}) {
  const { client, run } = useApp();
  const [keys, setKeys] = useState<(Keys & { readonly methodId: string | null }) | null>(null);
  useEffect(() => {
    let isGone = false;
    void run(async () => {
      const [{ data }, { data: cards }] = await Promise.all([
        client.get('/payment-methods/secret'),
        client.get('/payment-methods'),
      ]);
      // A renewal was refused while its cardholder was away: their default card is confirmed with them now.
      const card = cards.find((one) => one.is_default);
      if (!isGone) setKeys({ ...data, methodId: card?.id ?? null });
    });
    return () => {
      isGone = true;
    };
  }, [client, run]);
  if (keys === null) return <Skeleton height={220} />;
  return (
    <Bank
      clientSecret={clientSecret}
      publishableKey={keys.publishable_key}
      formUrl={keys.form_url}
      methodId={keys.methodId}
      onEnd={onEnd}
    />
  );
}
