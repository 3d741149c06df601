import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../../session/context.tsx';

/** `unsupported`: this browser or this installation can't. `denied`: the person said no to the browser, and only there can it be undone. */
export type PushState = 'checking' | 'unsupported' | 'denied' | 'off' | 'on';

const worker = '/sw.js';
const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext;

/** The key as the browser's Push API takes it. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * Pushes to this browser: whether they are on, and how to switch them. A subscription that is there is told to the
 * server again, so that neither forgets the other.
 */
const bodyOf = (subscription: PushSubscription) =>
  subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };

export function usePush(): {
  readonly state: PushState;
  readonly busy: boolean;
  readonly failed: boolean;
  readonly turnOn: () => Promise<void>;
  readonly turnOff: () => Promise<void>;
} {
  const { client, session } = useApp();
  const [state, setState] = useState<PushState>(() =>
    isSupported() && !session.isActing() ? 'checking' : 'unsupported',
  );
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (state !== 'checking') return undefined;
    let left = false;
    const look = async (): Promise<PushState> => {
      if ((await client.get('/push/config')).data.public_key === null) return 'unsupported';
      if (Notification.permission === 'denied') return 'denied';
      const subscription = await (await navigator.serviceWorker.getRegistration(worker))?.pushManager.getSubscription();
      if (!subscription) return 'off';
      await client.post('/push/subscriptions', { body: bodyOf(subscription) });
      return 'on';
    };
    look()
      .catch((): PushState => 'unsupported')
      .then(
        (found) => {
          if (!left) setState(found);
        },
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [client, state]);

  const switching = useCallback(async (work: () => Promise<PushState>) => {
    setBusy(true);
    setFailed(false);
    try {
      setState(await work());
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }, []);

  const turnOn = useCallback(
    () =>
      switching(async () => {
        // Asked first, in the click itself: browsers refuse the question later.
        if ((await Notification.requestPermission()) !== 'granted')
          return Notification.permission === 'denied' ? 'denied' : 'off';
        const {
          data: { public_key: key },
        } = await client.get('/push/config');
        if (key === null) return 'unsupported';
        await navigator.serviceWorker.register(worker);
        const { pushManager } = await navigator.serviceWorker.ready;
        const wanted = keyBytes(key);
        const former = await pushManager.getSubscription();
        // One that was made with another key gets nothing from us.
        if (former && !sameBytes(former.options.applicationServerKey, wanted)) await former.unsubscribe();
        const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
        await client.post('/push/subscriptions', { body: bodyOf(subscription) });
        return 'on';
      }),
    [client, switching],
  );

  const turnOff = useCallback(
    () =>
      switching(async () => {
        const subscription = await (
          await navigator.serviceWorker.getRegistration(worker)
        )?.pushManager.getSubscription();
        if (subscription) {
          await client.delete('/push/subscriptions', { body: { endpoint: subscription.endpoint } });
          await subscription.unsubscribe();
        }
        return 'off';
      }),
    [client, switching],
  );

  return { state, busy, failed, turnOn, turnOff };
}

const sameBytes = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, index) => byte === b[index]);
