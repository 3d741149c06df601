import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { SmsCarrier } from '../../adapters/sms/port.ts';
import { createTwilioCarrier } from '../../adapters/sms/twilio/index.ts';
import type { Outside } from '../../main/compose.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ContactDiscovered, ContactOptedIn } from '../../domain/contacts/events.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import type { MessagePurpose } from '../../domain/messages/events.ts';
import { streams } from '../../domain/streams.ts';
import type { MediaService, UploadService, Workers, WorkersConfig } from '../../workers/index.ts';
import { carrier as carrierCaller, context, systemContext as system } from './callers.ts';
import { noProof, said } from './said.ts';
import { type Opened, openComposition, type OpenOptions } from './composition.ts';

export { systemContext as system } from './callers.ts';

/** The parts between the API and the carrier, as one process would have them. Used by tests, and by the processes that fault tests kill. */
export interface Spine extends Omit<Opened, 'workers'> {
  workers(
    config: WorkersConfig & {
      baseUrl: string;
      timeoutMs?: number;
      media?: MediaService;
      files?: UploadService;
      http?: Outside['http'];
      mail?: Outside['mail'];
      takesPayments?: boolean;
      /** Default: Twilio. */
      carrier?: SmsCarrier;
    },
  ): Workers;
  contactId(businessId: string, phone: string): string;
}

export const account = { sid: `AC${'5'.repeat(32)}`, authToken: 'token-of-the-spine' };
/** No limit that a test would notice. */
export const unlimited = () => ({ segmentsPerSecond: 1_000_000, burst: 1_000_000 });

export async function openSpine(connectionString: string, options: OpenOptions = {}): Promise<Spine> {
  const composed = await openComposition(connectionString, options);
  return {
    ...composed,
    contactId: (businessId, phone) => composed.identifiers.contact(businessId, phone),
    workers: ({ baseUrl, timeoutMs, media, files, http, mail, takesPayments = false, carrier, ...config }) => {
      const twilio = createTwilioCarrier({
        accountSid: account.sid,
        authToken: account.authToken,
        baseUrl,
        timeoutMs: timeoutMs ?? 2_000,
      });
      return composed.workers({
        carrierFor: () => carrier ?? twilio,
        takesPayments,
        config,
        ...(http === undefined ? {} : { http }),
        ...(mail === undefined ? {} : { mail }),
        ...(media === undefined ? {} : { media }),
        ...(files === undefined ? {} : { uploads: files }),
      });
    },
  };
}

export interface Tenant {
  readonly businessId: string;
  readonly number: string;
  /** Somebody who opted in by a keyword; returns the contact's id. */
  subscriber(phone: string): Promise<string>;
  queue(contactId: string, body: string, purpose?: MessagePurpose): Promise<string>;
}

/** A business with a number. It lives where it is midday now, and so does, by fall-back, everybody whose number says nothing of a place. */
export async function createTenant(
  { commands, store, contactId }: Spine,
  number: string,
  {
    monthlyMessages = null,
    agencyId = null,
  }: { readonly monthlyMessages?: number | null; readonly agencyId?: string | null } = {},
): Promise<Tenant> {
  const businessId = randomUUID();
  const offset = 12 - new Date().getUTCHours();
  await commands.setup.createBusiness(system(), {
    businessId,
    agencyId,
    name: `Business ${number}`,
    uniqueId: `b-${businessId.slice(0, 8)}`,
    currency: 'USD',
    timezone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages,
    contactLimit: null,
  });
  await commands.setup.assignNumber(system(), { businessId, number, providerNumberId: null, isTollFree: false });
  const tenant = { agencyId, businessId };
  return {
    businessId,
    number,
    async subscriber(phone) {
      const id = ContactId.parse(contactId(businessId, phone));
      const events = [
        ContactDiscovered.create({ contactId: id, businessId, phone, via: 'inbound-message' }),
        ContactOptedIn.create({
          contactId: id,
          businessId,
          phone,
          keyword: null,
          campaignId: null,
          source: 'start',
          ipAddress: null,
          consent: noProof,
        }),
      ];
      await store.append(streams.contact(id), 'noStream', said(events, tenant));
      return id;
    },
    async queue(contact, body, purpose = 'keyword-reply') {
      const messageId = randomUUID();
      await commands.messages.queue(system(tenant), {
        messageId,
        businessId,
        contactId: contact,
        body,
        media: [],
        purpose,
        notBefore: null,
      });
      return messageId;
    },
  };
}

/** How a message stands, from its stream: the types of its events, and the latest of them. */
export async function story(
  store: EventStore,
  messageId: string,
): Promise<{ readonly types: readonly string[]; readonly providerIds: ReadonlySet<string> }> {
  const events = await store.read(`message-${messageId}`);
  const ids = events
    .map((event) => (event.data as { providerMessageId?: string | null }).providerMessageId)
    .filter((id): id is string => typeof id === 'string');
  return { types: events.map((event) => event.type), providerIds: new Set(ids) };
}

export interface Callbacks {
  readonly url: string;
  /** Held back while closed: the carrier gets 503 and tries again. */
  open: boolean;
  close(): Promise<void>;
}

/** What the API does with webhooks, without the API: status callbacks and incoming texts become commands. */
export async function receiveCallbacks(
  commands: Commands,
  port = 0,
  now: () => Date = () => new Date(),
): Promise<Callbacks> {
  const callbacks = { open: true };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const url = new URL(request.url!, 'http://localhost');
      const answer = (status: number) => response.writeHead(status, { 'content-type': 'text/xml' }).end('<Response/>');
      if (!callbacks.open) return void answer(503);
      const done =
        url.pathname.endsWith('/status') ?
          recordStatus(commands, url.searchParams.get('m')!, form)
        : receiveText(commands, form, now());
      done.then(
        () => answer(200),
        () => answer(500),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(callbacks, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

async function recordStatus(commands: Commands, messageId: string, form: URLSearchParams): Promise<void> {
  const status = form.get('MessageStatus') as 'sent';
  if (!['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'].includes(status)) return;
  await commands.delivery.text.hear(context(carrierCaller), {
    id: messageId,
    provider: 'twilio',
    providerMessageId: form.get('MessageSid')!,
    word: { status, errorCode: form.has('ErrorCode') ? Number(form.get('ErrorCode')) : null },
  });
}

async function receiveText(commands: Commands, form: URLSearchParams, at: Date): Promise<void> {
  await commands.messages.receive(context(carrierCaller), {
    provider: 'twilio',
    providerMessageId: form.get('MessageSid')!,
    from: form.get('From')!,
    to: form.get('To')!,
    body: form.get('Body') ?? '',
    media: [],
    receivedAt: at.toISOString(),
  });
}
