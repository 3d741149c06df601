import sendgrid from '@sendgrid/client';

type Client = typeof sendgrid;
/** The package's types hide the class that it exports. */
const { Client: ClientOfOneAccount } = sendgrid as unknown as { readonly Client: new () => Client };

/** A client of its own for each account: the SDK's shared one keeps one key for the whole process. */
export function createSendgridClient({
  apiKey,
  baseUrl,
  timeoutMs,
}: {
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly timeoutMs: number;
}): Client {
  const client = new ClientOfOneAccount();
  client.setApiKey(apiKey); // Also sets the address back to SendGrid's own.
  if (baseUrl !== null) client.setDefaultRequest('baseUrl', `${baseUrl}/`);
  // Handed on to axios; the types do not know it.
  client.setDefaultRequest({ timeout: timeoutMs } as unknown as Parameters<Client['setDefaultRequest']>[0]);
  return client;
}
