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
  const [keys, setKeys] = useState<Keys | null>(null);
  useEffect(() => {
    let isGone = false;
    void run(async () => {
      const { data } = await client.get('/payment-methods/secret');
      if (!isGone) setKeys(data);
    });
    return () => {
      isGone = true;
    };
  }, [client, run]);
  if (keys === null) return <Skeleton height={220} />;
  return (
    <Bank clientSecret={clientSecret} publishableKey={keys.publishable_key} formUrl={keys.form_url} onEnd={onEnd} />
  );
}
