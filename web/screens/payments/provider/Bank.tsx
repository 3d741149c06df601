import { useCallback, useEffect, useRef } from 'react';
import { SandboxFrame, type Told } from './SandboxFrame.tsx';
import { confirmAtBank } from './stripe-elements.ts';
import { t } from './texts.ts';

/**
 * The bank asks its cardholder, in place (3-D Secure). `formUrl` is null with a real key: Stripe then shows the bank's
 * page over ours. `methodId`: the saved card that a payment is confirmed with; left out, the payment has its card.
 * `onEnd`: whether the bank said yes, once.
 */
export function Bank({
  clientSecret,
  publishableKey,
  formUrl,
  methodId = null,
  onEnd,
}: {
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly formUrl: string | null;
  readonly methodId?: string | null;
  readonly onEnd: (isConfirmed: boolean) => void;
}) {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const hasEnded = useRef(false);
  const end = useCallback((isConfirmed: boolean) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    latest.current(isConfirmed);
  }, []);
  const hear = useCallback(
    ({ kind, status }: Told) => {
      if (kind === 'authenticated') end(status === 'succeeded');
    },
    [end],
  );
  const asked = useRef(false);
  useEffect(() => {
    if (formUrl !== null || asked.current) return;
    asked.current = true;
    confirmAtBank({ clientSecret, publishableKey, methodId }).then(end, () => {
      end(false);
    });
  }, [formUrl, clientSecret, publishableKey, methodId, end]);
  const [id] = clientSecret.split('_secret_');
  return (
    <div>
      <p>{t('provider.bankText')}</p>
      {formUrl !== null && (
        <SandboxFrame
          formUrl={formUrl}
          path={`/stripe/authenticate/${id}`}
          query={{ client_secret: clientSecret, ...(methodId === null ? {} : { payment_method: methodId }) }}
          title={t('provider.bank')}
          onTold={hear}
        />
      )}
    </div>
  );
}
