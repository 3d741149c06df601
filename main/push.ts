import { createSafeHttp } from '../adapters/http/index.ts';
import { createBeams, createWebPush, type WebPush } from '../adapters/push/index.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { PushService } from '../workers/index.ts';
import type { Config } from './config.ts';

export interface Push {
  readonly service: PushService;
  /** Null where a push service that knows our users is configured: browsers then subscribe there. */
  readonly webPush: WebPush | null;
  close(): Promise<void>;
}

/** Pusher Beams where it is configured, otherwise standard Web Push with keys of the installation's own. */
export function pushOf({ beams, publicUrl }: Pick<Config, 'beams' | 'publicUrl'>, vault: Vault): Push {
  if (beams !== null)
    return { service: { to: 'users', push: createBeams(beams) }, webPush: null, close: async () => {} };
  const http = createSafeHttp();
  // Push services turn to it when something is wrong; an address that only this machine knows says nothing to them.
  const webPush = createWebPush({
    vault,
    http,
    subject: publicUrl.startsWith('https:') ? publicUrl : 'mailto:postmaster@localhost',
  });
  return { service: { to: 'browsers', push: webPush }, webPush, close: () => http.close() };
}
