import type { PopupAnswer, PopupConfig } from '../../api/contract/popup.ts';
import type { Typed } from './draw.ts';

/** What came of sending: the answer, what was wrong, or that nothing came back. */
export type Sent =
  | { readonly answer: PopupAnswer }
  | { readonly errors: Readonly<Record<string, string | undefined>> }
  | { readonly lost: true };

interface Refusal {
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Another key, where the form's own can not be used any more. */
  readonly key?: string;
}

/** The host before, never a whole address. */
const refererOf = (address: string): string => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? '';

/** ms that a form has to be there before it is sent: the server takes who is quicker for a robot. */
const leastAge = 1_400;
/** What of the page's address says which campaign brought the visitor; nothing else of it leaves the page. */
const campaignOf = (): string =>
  new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'))).toString();

/** The requests of one popup. One key for all it sends: sent again it is the same entry. */
export function createSender(base: string, { id, version }: PopupConfig) {
  const url = `${base}/widget/${id}`;
  let key: Promise<string | null> | null = null;
  let since = 0;
  // eslint-disable-next-line no-restricted-globals -- to where this script itself came from
  const ask = (address: string, init: RequestInit = {}) => fetch(address, { credentials: 'omit', ...init });

  /** Asks for the key: when the popup is drawn, and again where that failed. */
  function mint(): Promise<string | null> {
    key ??= ask(`${url}/key?${new URLSearchParams({ v: String(version), q: campaignOf() }).toString()}`)
      .then((reply) => reply.json() as Promise<{ key: string }>)
      .then((reply) => {
        since = performance.now();
        return reply.key;
      })
      .catch(() => {
        key = null;
        return null;
      });
    return key;
  }

  /** `leaving`: the page goes away; there is no time to wait, and nobody to tell. */
  async function send(typed: Typed, leaving = false): Promise<Sent> {
    const minted = await mint();
    if (minted === null) return { lost: true };
    const wait = leastAge - (performance.now() - since);
    if (!leaving && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const { location, document } = window;
      const reply = await ask(url, {
        method: 'POST',
        keepalive: leaving,
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          key: minted,
          version: String(version),
          email: typed.email,
          phone: typed.phone,
          topic: typed.trap,
          page: location.origin + location.pathname,
          query: campaignOf(),
          referrer: refererOf(document.referrer),
          ...(typed.consent ? { consent: 'yes' } : {}),
        }),
      });
      const said = (await reply.json()) as PopupAnswer & Refusal;
      if (reply.ok) return { answer: said };
      if (said.key !== undefined) {
        key = Promise.resolve(said.key);
        since = performance.now();
      }
      const errors = Object.fromEntries(Object.entries(said.errors ?? {}).map(([name, [first]]) => [name, first]));
      return { errors: Object.keys(errors).length === 0 ? { form: said.message } : errors };
    } catch {
      return { lost: true };
    }
  }
  return { mint, send };
}
