import type { EventStore } from '../adapters/event-store/port.ts';
import { hearMailgun, hearSendgrid, hearSes } from '../adapters/email/webhooks/index.ts';
import { createSafeHttp } from '../adapters/http/index.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { EmailWebhooks } from '../api/dependencies.ts';
import { stateOf } from '../domain/kernel/decider.ts';
import { Providers } from '../domain/providers/providers.ts';
import { streams } from '../domain/streams.ts';

/** Certificates of SNS by their address: few, and each good for a year. */
const maxCertificates = 20;

/** The event webhooks of the email accounts that people have entered, each known by its own key. */
export function createEmailWebhooks({
  store,
  vault,
  sandboxUrl,
}: {
  readonly store: EventStore;
  readonly vault: Pick<Vault, 'get'>;
  /** Where the sandbox answers, which signs like the providers; null: real providers. */
  readonly sandboxUrl: string | null;
}): EmailWebhooks & { close(): Promise<void> } {
  const http = createSafeHttp(sandboxUrl === null ? {} : { allow: [new URL(sandboxUrl).host] });
  const certificates = new Map<string, Promise<string>>();
  async function fetched(url: string): Promise<string> {
    const { status, body } = await http.request(url, { timeoutMs: 3_000 });
    if (status !== 200) throw new Error(`The certificate could not be fetched (${status}).`);
    return body.toString('utf8');
  }
  function certificate(url: string): Promise<string> {
    let known = certificates.get(url);
    if (known === undefined) {
      if (certificates.size >= maxCertificates) certificates.clear();
      known = fetched(url);
      certificates.set(url, known);
      // One that could not be had is asked for again.
      known.catch(() => certificates.delete(url));
    }
    return known;
  }

  return {
    async account(provider, owner) {
      const stored = await store.read(streams.providers(owner as Parameters<typeof streams.providers>[0]));
      const keyRef = stateOf(Providers, stored)[provider]?.webhookKeyRef ?? null;
      const key = keyRef === null ? null : await vault.get(keyRef);
      if (key === null) return null;
      return {
        tenant: stored.at(-1)!.metadata.tenant,
        hear: async (request) =>
          provider === 'sendgrid' ? hearSendgrid(request, key)
          : provider === 'mailgun' ? hearMailgun(request, key)
          : hearSes(request, key, { certificate, sandboxUrl }),
        async confirm(url) {
          const { status } = await http.request(url, { timeoutMs: 3_000 });
          if (status >= 300) throw new Error(`The topic's subscription could not be confirmed (${status}).`);
        },
      };
    },
    close: () => http.close(),
  };
}
