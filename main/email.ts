import type { EmailProvider } from '../adapters/email/port.ts';
import { createMailgunProvider } from '../adapters/email/mailgun/index.ts';
import { createSendgridProvider } from '../adapters/email/sendgrid/index.ts';
import { createSesProvider } from '../adapters/email/ses/index.ts';
import { createSmtpProvider } from '../adapters/email/smtp/index.ts';
import type { EventStore } from '../adapters/event-store/port.ts';
import { createSafeHttp } from '../adapters/http/index.ts';
import type { Vault } from '../adapters/vault/port.ts';
import { stateOf } from '../domain/kernel/decider.ts';
import type { AgencyId, BusinessId } from '../domain/kernel/ids.ts';
import { newestEmailAccount, Providers } from '../domain/providers/providers.ts';
import { streams } from '../domain/streams.ts';
import { brandUrl } from '../domain/whitelabels/redemption-url.ts';
import type { ReadModels } from '../projections/read-models.ts';
import type { EmailRoute, EmailService } from '../workers/index.ts';

export interface EmailParts {
  readonly store: EventStore;
  readonly vault: Pick<Vault, 'get'>;
  readonly readModels: Pick<ReadModels, 'whitelabel' | 'agency'>;
  readonly config: {
    readonly publicUrl: string;
    readonly platformDomain: string;
    readonly smtpUrl: string | null;
    readonly mailFrom: string | null;
  };
  /** Where the sandbox answers; null: real providers. */
  readonly sandboxUrl: string | null;
  /** The product's own name, where no agency's brand is. */
  readonly name: string;
}

/**
 * How emails leave: a business's by its own provider, all others by the agency's, else by the platform's (an admin's
 * SendGrid account, then SMTP_URL), else into the sandbox's inbox.
 */
export function createEmailService({
  store,
  vault,
  readModels,
  config,
  sandboxUrl,
  name,
}: EmailParts): EmailService & { close(): Promise<void> } {
  const host = new URL(config.publicUrl).hostname;
  const platformAddress = config.mailFrom ?? `no-reply@${host}`;
  /** By what they were made of: a replaced account makes a new one. */
  const providers = new Map<string, EmailProvider>();
  const closeAll = (): Promise<unknown> => {
    const open = [...providers.values()];
    providers.clear();
    return Promise.allSettled(open.map((provider) => provider.close()));
  };
  const kept = (key: string, make: () => EmailProvider): EmailProvider => {
    let provider = providers.get(key);
    if (provider === undefined) {
      // Accounts that were replaced go at the latest here; connections that are closed too early are opened again.
      if (providers.size >= 200) void closeAll();
      providers.set(key, (provider = make()));
    }
    return provider;
  };
  const sandboxHttp =
    sandboxUrl === null ? null : createSafeHttp({ allow: [new URL(sandboxUrl).host.replace(/^\[|\](?=:)/g, '')] });

  async function ownRoute(owner: Parameters<typeof streams.providers>[0]): Promise<EmailRoute | null> {
    const found = newestEmailAccount(stateOf(Providers, await store.read(streams.providers(owner))));
    if (found === null || found.account.fromEmail === null) return null;
    const secret = await vault.get(found.account.secretRef);
    if (secret === null) return null;
    const provider = kept(found.account.secretRef, () =>
      open(found.provider, JSON.parse(secret) as Record<string, string>, sandboxUrl),
    );
    const from = { address: found.account.fromEmail, name: found.account.fromName };
    return { provider, from, tells: found.account.webhookKeyRef !== null };
  }

  async function platformRoute(): Promise<EmailRoute | null> {
    const own = await ownRoute('platform');
    if (own !== null) return own;
    const from = { address: platformAddress, name: null };
    if (config.smtpUrl !== null)
      return { provider: kept(config.smtpUrl, () => smtp(config.smtpUrl!)), from, tells: false };
    if (sandboxHttp === null) return null;
    // The inbox takes a free port at each start; the sandbox knows which.
    const status = await sandboxHttp.request(`${sandboxUrl}/sandbox/status`, { timeoutMs: 3_000 }).catch(() => null);
    if (status === null || status.status !== 200) return null;
    const { smtpPort: port } = JSON.parse(status.body.toString('utf8')) as { smtpPort: number };
    return {
      provider: kept(`sandbox ${port}`, () =>
        createSmtpProvider({
          host: new URL(sandboxUrl!).hostname.replace(/^\[|\]$/g, ''),
          port,
          secure: false,
          auth: null,
          ignoreTls: true,
        }),
      ),
      from,
      tells: false,
    };
  }

  return {
    vault,
    async routeFor(agencyId, businessId) {
      const own = businessId === null ? null : await ownRoute(businessId as BusinessId);
      if (own !== null) return own;
      const route = (agencyId === null ? null : await ownRoute(agencyId as AgencyId)) ?? (await platformRoute());
      // A business's email bears the business's name, whoever lends the account.
      return route === null || businessId === null ? route : { ...route, from: { ...route.from, name: null } };
    },
    async brandOf(agencyId) {
      const view = agencyId === null ? null : await readModels.whitelabel(agencyId);
      const branded =
        view !== null && [view.name, view.color, view.logo, view.domain, view.subdomain].some((one) => one !== null);
      if (!branded)
        return { name, url: config.publicUrl, logoUrl: null, color: null, supportEmail: view?.supportEmail ?? null };
      const url = brandUrl(view, config);
      const logo = view.logoVariants['480'] ?? view.logo;
      return {
        name: view.name ?? view.agencyName,
        url,
        logoUrl: logo === null ? null : new URL(logo, `${url}/`).href,
        color: view.color,
        supportEmail: view.supportEmail,
      };
    },
    async close() {
      await Promise.all([closeAll(), sandboxHttp?.close()]);
    },
  };
}

function open(
  provider: 'sendgrid' | 'mailgun' | 'ses',
  credentials: Readonly<Record<string, string>>,
  sandboxUrl: string | null,
): EmailProvider {
  const of = (field: string): string => credentials[field] ?? '';
  switch (provider) {
    case 'sendgrid':
      return createSendgridProvider({ apiKey: of('api_key'), baseUrl: sandboxUrl });
    case 'mailgun':
      return createMailgunProvider({
        apiKey: of('api_key'),
        domain: of('domain'),
        region: of('region'),
        baseUrl: sandboxUrl,
      });
    case 'ses':
      return createSesProvider({
        accessKeyId: of('access_key_id'),
        secretAccessKey: of('secret_access_key'),
        region: of('region'),
        endpoint: sandboxUrl,
      });
  }
}

function smtp(address: string): EmailProvider {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  return createSmtpProvider({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port:
      url.port === '' ?
        secure ? 465
        : 587
      : Number(url.port),
    secure,
    auth:
      url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  });
}
