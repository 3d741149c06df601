import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { SandboxFrame, type Told } from './SandboxFrame.tsx';
import { elementsIn, type StripeForm } from './stripe-elements.ts';
import { t } from './texts.ts';

interface EntryProps {
  /** Of what is paid or saved, for this one card. */
  readonly clientSecret: string;
  readonly publishableKey: string;
  /** The sandbox's form; null with a real key. */
  readonly formUrl: string | null;
  /** The card is kept at the payment provider; its id. */
  readonly onSaved: (methodId: string) => unknown;
  /** What sends Stripe's form, in the look of the screen; the sandbox's form has a button of its own. */
  readonly button: (props: { readonly busy: boolean; readonly onClick: () => void }) => ReactNode;
  readonly problemClass: string;
}

/** Where a card is entered: in the payment provider's own form, so that its number never comes here. */
export function CardEntry(props: EntryProps) {
  const { formUrl, clientSecret, onSaved } = props;
  const isSaving = useRef(false);
  const hear = useCallback(
    ({ kind, paymentMethod }: Told) => {
      if (kind !== 'saved' || typeof paymentMethod !== 'string' || isSaving.current) return;
      isSaving.current = true;
      void Promise.resolve(onSaved(paymentMethod)).finally(() => {
        isSaving.current = false;
      });
    },
    [onSaved],
  );
  if (formUrl === null) return <StripeCard {...props} />;
  return (
    <SandboxFrame formUrl={formUrl} query={{ client_secret: clientSecret }} title={t('provider.card')} onTold={hear} />
  );
}

/** Stripe's own elements. They are loaded from Stripe, as Stripe asks, and only when someone adds a card. */
function StripeCard({ clientSecret, publishableKey, onSaved, button, problemClass }: EntryProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<StripeForm | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let made: StripeForm | null = null;
    let isGone = false;
    elementsIn(place.current!, { clientSecret, publishableKey }).then(
      (ready) => {
        if (isGone) ready.remove();
        else setForm((made = ready));
      },
      () => {
        if (!isGone) setProblem(t('provider.unloaded'));
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
      <p role="alert" className={problemClass} hidden={problem === ''}>
        {problem}
      </p>
      <div>{button({ busy: form === null || isBusy, onClick: () => void save() })}</div>
    </>
  );
}
