import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { PaymentSecret } from '../../../api/contract/payments.ts';
import { useApp } from '../../session/context.tsx';
import { confirmAtBank } from '../payments/stripe-elements.ts';
import { t } from './texts.ts';

type Keys = z.output<typeof PaymentSecret>['data'];

/** The cardholder confirms at their bank, in place. `onEnd`: whether the bank said yes. */
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
  return (
    <div className="sub-bank">
      <p className="muted">{t('quote.bankText')}</p>
      {keys === null ?
        <Skeleton height={160} />
      : keys.form_url === null ?
        <AtStripe clientSecret={clientSecret} publishableKey={keys.publishable_key} onEnd={onEnd} />
      : <AtSandbox clientSecret={clientSecret} formUrl={keys.form_url} onEnd={onEnd} />}
    </div>
  );
}

interface EndProps {
  readonly clientSecret: string;
  readonly onEnd: (isConfirmed: boolean) => void;
}

function AtSandbox({ clientSecret, formUrl, onEnd }: EndProps & { readonly formUrl: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = new URL(formUrl);
  useEffect(() => {
    const hear = ({ origin: from, source, data }: MessageEvent<Readonly<Record<string, unknown>> | null>) => {
      if (from !== origin || source !== frame.current?.contentWindow) return;
      if (data?.['source'] === 'sandbox-card' && data['kind'] === 'authenticated')
        onEnd(data['status'] === 'succeeded');
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [origin, onEnd]);
  const query = new URLSearchParams({ client_secret: clientSecret, parent: location.origin });
  const [id = ''] = clientSecret.split('_secret_');
  return (
    <iframe
      ref={frame}
      className="pay-frame"
      title={t('quote.bank')}
      src={`${origin}/stripe/authenticate/${id}?${query}`}
      style={{ height: 220 }}
    />
  );
}

/** Stripe shows the bank's page over ours. */
function AtStripe({ clientSecret, publishableKey, onEnd }: EndProps & { readonly publishableKey: string }) {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void confirmAtBank({ clientSecret, publishableKey }).then(onEnd, () => {
      onEnd(false);
    });
  }, [clientSecret, publishableKey, onEnd]);
  return <Skeleton height={160} />;
}
