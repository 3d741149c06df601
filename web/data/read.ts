import { useCallback, useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import { addressOf, type AnswerOf, type PathsOf, type RequestOf } from '../../api/contract/client.ts';
import { useApp } from '../session/context.tsx';
import type { Topic } from '../live/reduce.ts';
import { useRefreshOn } from '../live/LiveProvider.tsx';
import type { ApiError } from '../api/errors.ts';
import { isAborted } from '../api/errors.ts';

export interface Read<T> {
  readonly data: T | undefined;
  /** Why there is nothing to show. A failed refresh of what is shown already stays quiet. */
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** What is shown belongs to the previous question; the answer is on its way. */
  readonly isStale: boolean;
  readonly refresh: () => void;
  /** Changes what is shown at once; the next refresh brings the truth. */
  readonly patch: (change: (data: T) => T) => void;
}

export interface ReadOptions {
  /** Show the previous answer until the next one is there: lists, whose rows change but whose meaning does not. */
  readonly keepPrevious?: boolean;
  /** Stop the request when the question changes or the screen goes away: lists that are typed at. */
  readonly cancelable?: boolean;
  readonly swr?: SWRConfiguration;
}
/** A list, or a search that is typed at. */
export const asList: ReadOptions = { keepPrevious: true, cancelable: true };

type Get = PathsOf<'GET'>;
export type QuestionOf<P extends Get> = RequestOf<'GET', P>;

const billing = (): readonly Topic[] => ['billing'];
/** What makes the answer to a question out of date. `id`: of the question's place, or of the contact it asks for. */
export const topics: { readonly [P in Get]?: (id: string) => readonly Topic[] } = {
  '/automations': () => ['automations'],
  '/automations/{id}': (id) => [`automation:${id}`],
  '/automations/{id}/runs': (id) => [`automation:${id}`],
  '/automations/{id}/runs/{runId}': (id) => [`automation:${id}`],
  '/automations/{id}/versions': (id) => [`automation:${id}`],
  '/automations/{id}/versions/{version}': (id) => [`automation:${id}`],
  '/automations/{id}/wait-contacts/{blockId}': (id) => [`automation:${id}`],
  '/broadcasts': () => ['broadcasts'],
  '/broadcasts/approvals': () => ['approvals'],
  '/broadcasts/{id}/approval': () => ['approvals'],
  '/broadcasts/{id}': (id) => [`broadcast:${id}`],
  '/broadcasts/{id}/sent-stats': (id) => [`broadcast:${id}`],
  '/businesses/dashboard-reports': () => ['dashboard'],
  '/contacts': () => ['contacts'],
  '/contacts/bulk': () => ['bulk'],
  '/segments': () => ['segments'],
  '/contacts/{id}': (id) => [`contact:${id}`],
  '/contacts/{id}/automations': (id) => [`contact:${id}`, 'automations'],
  '/contacts/{id}/consent': (id) => [`contact:${id}`],
  '/contacts/{id}/standing': (id) => [`contact:${id}`],
  '/contacts/{id}/timeline': (id) => [`contact:${id}`],
  '/contacts/uploads': () => ['uploads'],
  '/contacts/uploads/{id}': () => ['uploads'],
  '/livechat': () => ['conversations'],
  '/livechat/team': () => ['conversations', 'team'],
  '/livechat/{id}': (id) => [`contact:${id}`],
  '/livechat/{id}/scheduled': (id) => [`contact:${id}`],
  '/livechat/{id}/calls': (id) => [`contact:${id}`],
  '/livechat/messages': (id) => [`contact:${id}`],
  '/notifications': () => ['notifications'],
  '/reports/call-list': () => ['calls'],
  '/reports/consent-list': () => ['dashboard'],
  '/reports/billing-history': billing,
  '/subscriptions/next-invoices': billing,
  '/reports/billing-history/{id}': billing,
  '/subscriptions': billing,
  '/subscriptions/alerts': billing,
  '/payment-methods': billing,
  // Not its margins: operators hear of every payer, and each row of theirs is a month to add up.
  '/statements': billing,
  '/statements/items': billing,
  '/bills': billing,
  '/bills/settings': billing,
  '/wallet': billing,
  '/wallets': billing,
  '/wallets/{id}': billing,
  '/wallets/{id}/statement': billing,
  '/wallet/statement': billing,
  '/notifications/list': () => ['notifications'],
};

interface Plain {
  readonly params?: { readonly id?: string };
  readonly query?: Readonly<Record<string, unknown>> & { readonly contact_id?: string };
}

/**
 * One read of the API, by its path and what goes into it; null: not now. Its address is the cache's key. Refreshed when
 * a live event touches what it shows.
 */
export function useRead<P extends Get>(
  path: P,
  question: QuestionOf<P> | null,
  options: ReadOptions = {},
): Read<AnswerOf<'GET', P>> {
  type T = AnswerOf<'GET', P>;
  const { client } = useApp();
  const underWay = useRef(new Map<string, AbortController>());
  const cancelable = options.cancelable ?? false;
  const plain = question as Plain | null;
  const address = plain && addressOf(path, plain);

  useEffect(() => {
    const controllers = underWay.current;
    return () => {
      if (address !== null) {
        controllers.get(address)?.abort();
        controllers.delete(address);
      }
    };
  }, [address]);

  const { data, error, isLoading, mutate } = useSWR<T, ApiError>(
    address,
    (key: string) => {
      if (!cancelable) return client.read<T>(key);
      const abort = new AbortController();
      underWay.current.set(key, abort);
      return client.read<T>(key, { signal: abort.signal });
    },
    { keepPreviousData: options.keepPrevious ?? false, ...options.swr },
  );

  const refresh = useCallback(() => {
    void mutate().catch(() => undefined);
  }, [mutate]);
  const patch = useCallback(
    (change: (data: T) => T) => {
      void mutate((current) => (current === undefined ? current : change(current)), { revalidate: false });
    },
    [mutate],
  );
  const id = plain?.params?.id ?? plain?.query?.contact_id ?? '';
  useRefreshOn(
    address === null ? [] : ((topics[path] as ((id: string) => readonly Topic[]) | undefined)?.(id) ?? []),
    refresh,
  );

  const failed = error !== undefined && !isAborted(error) && data === undefined;
  return {
    data,
    error: failed ? error : undefined,
    isLoading: data === undefined && !failed && address !== null,
    isStale: isLoading && data !== undefined,
    refresh,
    patch,
  };
}
