/** As much of Stripe.js as is used here (docs.stripe.com/js): `Stripe(key).elements(…)`, `confirmSetup`. */
interface Element {
  mount(place: HTMLElement): void;
  destroy(): void;
}
interface Elements {
  create(kind: 'payment'): Element;
}
interface StripeJs {
  elements(options: { readonly clientSecret: string }): Elements;
  confirmSetup(options: {
    readonly elements: Elements;
    readonly redirect: 'if_required';
    readonly confirmParams: { readonly return_url: string };
  }): Promise<{
    readonly error?: { readonly message?: string };
    readonly setupIntent?: { readonly payment_method: string | { readonly id: string } | null };
  }>;
  confirmCardPayment(
    clientSecret: string,
    given: { readonly payment_method: string },
  ): Promise<{ readonly error?: { readonly message?: string }; readonly paymentIntent?: { readonly status: string } }>;
  handleNextAction(options: {
    readonly clientSecret: string;
  }): Promise<{
    readonly error?: { readonly message?: string };
    readonly paymentIntent?: { readonly status: string };
    readonly setupIntent?: { readonly status: string };
  }>;
}
declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs;
  }
}

const address = 'https://js.stripe.com/v3/';
let loading: Promise<void> | null = null;

/** Adds Stripe's script to the page, once. Rejects when it can't be loaded; then the next call tries again. */
function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => {
      resolve();
    };
    script.onerror = () => {
      loading = null;
      script.remove();
      reject(new Error(`${address} could not be loaded.`));
    };
    document.head.append(script);
  });
  return loading;
}

export interface StripeForm {
  /** Saves what was entered, with 3-D Secure where the bank wants it. `returnUrl`: where a bank sends people back to. */
  save(returnUrl: string): Promise<{ readonly methodId: string } | { readonly problem: string }>;
  remove(): void;
}

/** Puts Stripe's form into the page. */
export async function elementsIn(
  place: HTMLElement,
  { clientSecret, publishableKey }: { readonly clientSecret: string; readonly publishableKey: string },
): Promise<StripeForm> {
  await load();
  const stripe = window.Stripe!(publishableKey);
  const elements = stripe.elements({ clientSecret });
  const element = elements.create('payment');
  element.mount(place);
  return {
    async save(returnUrl) {
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: returnUrl },
      });
      const method = setupIntent?.payment_method;
      if (error !== undefined || method === undefined || method === null) return { problem: error?.message ?? '' };
      return { methodId: typeof method === 'string' ? method : method.id };
    },
    remove: () => {
      element.destroy();
    },
  };
}

/**
 * Shows the bank's page for a payment, or a card, that waits for its cardholder. `methodId`: a saved card that was refused
 * while its cardholder was away, and is confirmed with them now. False: the bank didn't say yes.
 */
export async function confirmAtBank({
  clientSecret,
  publishableKey,
  methodId,
}: {
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly methodId: string | null;
}): Promise<boolean> {
  await load();
  const stripe = window.Stripe!(publishableKey);
  const { error, paymentIntent, setupIntent } =
    methodId === null ?
      await stripe.handleNextAction({ clientSecret })
    : { setupIntent: undefined, ...(await stripe.confirmCardPayment(clientSecret, { payment_method: methodId })) };
  const status = (paymentIntent ?? setupIntent)?.status;
  return error === undefined && (status === 'succeeded' || status === 'processing');
}
