import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { changed, healthy, type Behaviour, type BehaviourChange } from './behaviour.ts';
import { bandwidthRoutes } from './carrier/bandwidth-routes.ts';
import { callRoutes } from './carrier/call-routes.ts';
import { type CallRecord, createCalls, type PhoneCall } from './carrier/calls.ts';
import { createCarrier } from './carrier/carrier.ts';
import { createMediaStore } from './carrier/media.ts';
import type { CarrierLine, MessageRecord, NumberRecord, WebhookResult } from './carrier/records.ts';
import { carrierRoutes } from './carrier/routes.ts';
import { apply, emptyState, snapshot } from './carrier/state.ts';
import { createChance, createDigits } from './chance.ts';
import { clockRoutes } from './kernel/clock.ts';
import { createHttpServer } from './http/server.ts';
import { createLive } from './http/live.ts';
import { pageRoutes } from './http/pages.ts';
import { controlRoutes } from './http/control.ts';
import { createInbox, type InboxLine, type Mail } from './inbox/inbox.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { startSmtp } from './inbox/smtp.ts';
import { createEmailEvents, type EmailEvents } from './email-providers/events.ts';
import { emailProviderRoutes } from './email-providers/routes.ts';
import type { SandboxAccount, SandboxNumber, SandboxOptions } from './options.ts';
import { createPhone, type PhoneMessage, type PhoneText } from './phone/phone.ts';
import { phoneRoutes } from './phone/routes.ts';
import type { RegistrationLine, Resource } from './registrations/records.ts';
import { createRegistrar } from './registrations/registrar.ts';
import { registrationRoutes } from './registrations/routes.ts';
import { facebookRoutes } from './integrations/facebook.ts';
import { gotoRoutes } from './integrations/goto.ts';
import { programRoutes } from './integrations/programs.ts';
import { stockRoutes } from './stock/routes.ts';
import type { StripeBehaviour, StripeBehaviourChange } from './stripe/behaviour.ts';
import { parameterNames } from './stripe/params.ts';
import { stripePages } from './stripe/pages.ts';
import type { StripeEvent, StripeLine } from './stripe/records.ts';
import { stripeRoutes } from './stripe/routes.ts';
import { createStripe } from './stripe/stripe.ts';
import { fromKept, hasClearToken, toKeep } from './carrier/kept-tokens.ts';
import { lateJournal, openJournal, readJournal } from './store/journal.ts';
import { closeToOthers } from './store/private-files.ts';
import { createSeal } from './store/seal.ts';

export type { SandboxAccount, SandboxNumber, SandboxOptions } from './options.ts';
export type { Behaviour, BehaviourChange } from './behaviour.ts';
export type { MessageRecord, NumberRecord, WebhookResult } from './carrier/records.ts';
export type { PhoneMessage, PhoneText } from './phone/phone.ts';
export type { Mail } from './inbox/inbox.ts';

/** What tests and the composition root may do with the carrier; requests go over HTTP. */
export interface CarrierHandle {
  /** Everything the carrier accepted or took in, oldest first. */
  messages(filter?: {
    readonly from?: string;
    readonly to?: string;
    readonly direction?: 'inbound' | 'outbound';
  }): readonly Readonly<MessageRecord>[];
  message(sid: string): Readonly<MessageRecord> | null;
  behaviour(): Behaviour;
  /** Changes how the carrier behaves from now on; groups may be given in part. Throws a ZodError. */
  configure(change: BehaviourChange): Behaviour;
  addAccount(account: SandboxAccount): void;
  addNumber(number: SandboxNumber): Readonly<NumberRecord>;
  numbers(): readonly Readonly<NumberRecord>[];
  /** Posts a message's webhook again, `times` times at once; the HTTP statuses, null where nobody answered. */
  redeliver(sid: string, times?: number): Promise<(number | null)[]>;
  /** Tries every webhook that waits for its next attempt now. */
  hurry(): void;
  /** Webhooks owed, messages that have not reached their last state, webhooks being carried. */
  pending(): { readonly callbacks: number; readonly timers: number; readonly underWay: number };
  /** Resolves when no message moves and no webhook is owed. */
  idle(): Promise<void>;
}

export interface PhoneHandle {
  /** Calls a number of the carrier; resolves when the call is over. */
  call(call: PhoneCall): Promise<CallRecord>;
  send(text: PhoneText): Promise<{ sid: string; webhook: WebhookResult | null }>;
  messages(number: string, options?: { withNumber?: string; all?: boolean; limit?: number }): PhoneMessage[];
  /** Resolves with the first message of the phone that fits, now or within `timeoutMs`; rejects after it. */
  waitFor(number: string, fits: (message: PhoneMessage) => boolean, timeoutMs?: number): Promise<PhoneMessage>;
}

/** What tests may do with the stand-in for Stripe; requests go over HTTP. */
export interface StripeHandle {
  /** Seconds since 1970. */
  now(): number;
  behaviour(): StripeBehaviour;
  configure(change: StripeBehaviourChange): StripeBehaviour;
  /** Where events are posted to from now on; null: nowhere. */
  listen(endpoint: { readonly url: string; readonly secret: string } | null): void;
  /** Moves its time ahead; what becomes due meanwhile happens at its own time. Returns the new time in seconds. */
  advance(seconds: number): number;
  /** What the cardholder does at the bank's page. */
  authenticate(intentId: string, outcome: 'succeed' | 'fail'): unknown;
  closeDispute(id: string, status: 'won' | 'lost'): unknown;
  /** Oldest first. */
  events(): readonly StripeEvent[];
  /** Posts an event again; the HTTP status, null where nobody answered. */
  redeliver(eventId: string): Promise<number | null>;
  /** Webhooks under way. */
  pending(): number;
  hurry(): void;
  /** Paths and parameters of all calls that it answers. */
  calls(): readonly { readonly method: string; readonly path: string; readonly parameters: readonly string[] }[];
}

/** What tests may do with the carrier's reviewers; requests go over HTTP. */
export interface RegistrationsHandle {
  list(kind: Resource['kind']): readonly Resource[];
  /** Decides on a brand, a campaign or a number; a null code approves it. False: there is none. */
  decide(sid: string, code: number | null): boolean;
  /** Suspends a brand or a campaign until it is approved again. False: there is none. */
  suspend(sid: string): boolean;
  /** It stays as it is until a person decides. */
  lose(sid: string): boolean;
  /** Decides whatever is due by now. */
  look(): void;
  /** Reviews and events under way. */
  pending(): number;
}

/** What tests may do with the services that businesses connect. */
export interface ServicesHandle {
  readonly goto: ReturnType<typeof gotoRoutes>;
  readonly facebook: ReturnType<typeof facebookRoutes>;
}

export interface InboxHandle {
  messages(filter?: { to?: string; limit?: number }): Promise<Mail[]>;
  /** How many there are: nothing is read for it. */
  count(): number;
  waitFor(to: string, fits?: (email: Mail) => boolean, timeoutMs?: number): Promise<Mail>;
  clear(): Promise<void>;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  readonly smtpPort: number;
  readonly carrier: CarrierHandle;
  readonly phone: PhoneHandle;
  readonly inbox: InboxHandle;
  readonly stripe: StripeHandle;
  readonly registrations: RegistrationsHandle;
  /** The services that businesses connect. */
  readonly services: ServicesHandle;
  /** The event webhooks of the email providers. */
  readonly emailEvents: EmailEvents;
  close(): Promise<void>;
}

/** Phones to start with: three fictional numbers in three cities. */
export const defaultHandsets: readonly string[] = ['+12025550147', '+13125550186', '+17185550123'];

/**
 * Starts the local stand-ins: a carrier that speaks Twilio's REST and webhook formats, the phones, and an SMTP inbox.
 * Rejects when a port is taken. With a folder, everything is as it was before, and what was under way goes on.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const log = options.log ?? pino({ level: 'silent' });
  const folder = options.folder ?? null;
  const seed = options.seed === undefined ? randomBytes(16).toString('hex') : String(options.seed);
  const now = () => (options.clock === undefined ? Date.now() : options.clock.now().getTime());
  const digits = createDigits(seed);

  const seal = options.secret === undefined ? null : createSeal(options.secret);
  if (folder !== null) await closeToOthers(folder);
  const carrierFile = folder === null ? null : join(folder, 'carrier.jsonl');
  const inboxFile = folder === null ? null : join(folder, 'inbox.jsonl');
  const stripeFile = folder === null ? null : join(folder, 'stripe.jsonl');
  const registrationFile = folder === null ? null : join(folder, 'registrations.jsonl');
  const [carrierLines, inboxLines, stripeLines, registrationLines] = await Promise.all([
    readJournal<CarrierLine>(carrierFile),
    readJournal<InboxLine>(inboxFile),
    readJournal<StripeLine>(stripeFile),
    readJournal<RegistrationLine>(registrationFile),
  ]);
  const damaged = carrierLines.damaged + inboxLines.damaged + stripeLines.damaged + registrationLines.damaged;
  if (damaged > 0) {
    log.warn(
      {
        carrier: carrierLines.damaged,
        inbox: inboxLines.damaged,
        stripe: stripeLines.damaged,
        registrations: registrationLines.damaged,
      },
      "Lines of the sandbox's journal could not be read and were passed over",
    );
  }

  let open: () => void = () => undefined;
  const app = createHttpServer(
    log,
    new Promise((resolve) => {
      open = resolve;
    }),
    [host, options.publicBaseUrl, options.applicationUrl].flatMap((one) => nameOf(one)),
  );
  const live = createLive(app);
  let url = '';
  const baseUrl = () => options.publicBaseUrl?.replace(/\/$/, '') ?? url;

  // The port comes first: a second sandbox on the same folder ends here, before it touches a file.
  const state = emptyState();
  for (const line of carrierLines.lines) apply(state, fromKept(line, seal));
  const carrierJournal = lateJournal<CarrierLine>();
  const inboxJournal = lateJournal<InboxLine>();
  const stripeJournal = lateJournal<StripeLine>();
  const registrationJournal = lateJournal<RegistrationLine>();
  const media = await createMediaStore(folder === null ? null : join(folder, 'media'));
  const carrier = createCarrier({
    state,
    journal: { ...carrierJournal, append: (line) => carrierJournal.append(toKeep(line, seal)) },
    media,
    chance: createChance(seed),
    digits,
    behaviour: changed(healthy, options.behaviour ?? {}),
    baseUrl,
    log,
    now,
    changed: (message) => live.tell('message', [message.from, message.to], phone.view(message)),
  });
  const phone = createPhone(carrier, baseUrl);
  const inbox = createInbox({
    folder: folder === null ? null : join(folder, 'mail'),
    lines: inboxLines.lines,
    journal: inboxJournal,
    digits: (...about) => digits(...about),
    now,
    arrived: (email) => live.tell('mail', ['mail'], { id: email.id }),
  });

  const emailEvents = await createEmailEvents({
    file: folder === null ? null : join(folder, 'mail-webhooks.json'),
    baseUrl,
    afterMs: () => carrier.behaviour().progress.deliveredAfterMs,
    now,
    log,
  });

  const chance = createChance(seed);
  const stripe = createStripe({
    lines: stripeLines.lines,
    journal: stripeJournal,
    digits,
    chance,
    clock: now,
    baseUrl,
    behaviour: options.stripe?.behaviour ?? {},
    endpoint: options.stripe?.webhook ?? null,
    log,
    changed: () => live.tell('stripe', ['stripe'], {}),
  });

  const registrar = createRegistrar({
    lines: registrationLines.lines,
    journal: registrationJournal,
    carrier: state,
    digits,
    chance,
    behaviour: carrier.behaviour,
    now,
    log,
  });
  registrationRoutes(app, registrar, state, carrier.behaviour);
  stripeRoutes(
    app,
    stripe,
    { secret: options.stripe?.secretKey ?? null, publishable: options.stripe?.publishableKey ?? null },
    chance,
  );
  await stripePages(app, stripe, {
    publishableKey: options.stripe?.publishableKey ?? 'pk_test_sandbox',
    applicationUrl: options.applicationUrl ?? null,
  });
  carrierRoutes(app, carrier, media, options.openAccounts ?? false);
  bandwidthRoutes(app, carrier, media, {
    openAccounts: options.openAccounts ?? false,
    callbackUrl: options.bandwidthCallbackUrl ?? null,
  });
  const calls = createCalls({ state, digits, now: carrier.now });
  callRoutes(app, calls, state);
  phoneRoutes(app, phone, calls, options.handsets ?? defaultHandsets);
  inboxRoutes(app, inbox);
  emailProviderRoutes(app, inbox, digits, () => carrier.behaviour().smtpSlowMs, emailEvents);
  controlRoutes(app, { carrier, inbox, smtpPort: () => smtp.port, applicationUrl: options.applicationUrl ?? null });
  clockRoutes(app, options.clock ?? null);
  stockRoutes(app, () => url);
  programRoutes(app);
  const services = { goto: gotoRoutes(app, now), facebook: facebookRoutes(app, () => url, now) };
  await pageRoutes(app, options.shop ?? null);

  await app.listen({ host, port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  url = `http://${
    host.includes(':') ? `[${host}]`
    : host === '0.0.0.0' ? '127.0.0.1'
    : host
  }:${port}`;

  const smtp = await startSmtp({
    host,
    port: options.smtpPort ?? 0,
    inbox,
    users: options.smtpUsers ?? null,
    slowMs: () => carrier.behaviour().smtpSlowMs,
    log,
  }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });

  await carrierJournal.open(await openJournal(carrierFile, carrierLines.validBytes), () => {
    const lines = [...snapshot(state)].map((line) => toKeep(line, seal));
    const long = carrierLines.lines.length > 2 * lines.length + 1_000;
    return long || carrierLines.lines.some(hasClearToken) ? lines : null;
  });
  await inboxJournal.open(await openJournal(inboxFile, inboxLines.validBytes), () => null);
  await stripeJournal.open(await openJournal(stripeFile, stripeLines.validBytes), () => {
    const lines = stripe.memory.snapshot();
    return stripeLines.lines.length > 2 * lines.length + 1_000 ? lines : null;
  });

  await registrationJournal.open(await openJournal(registrationFile, registrationLines.validBytes), () => {
    const lines = registrar.snapshot();
    return registrationLines.lines.length > 2 * lines.length + 1_000 ? lines : null;
  });

  for (const account of options.accounts ?? []) carrier.addAccount(account);
  for (const number of options.numbers ?? []) carrier.addNumber(number);
  await carrier.flush();
  open();
  carrier.resume();
  stripe.resume();
  log.info({ url, smtpPort: smtp.port }, 'The sandbox is ready');

  return {
    url,
    port,
    smtpPort: smtp.port,
    carrier: {
      messages: ({ from, to, direction } = {}) =>
        [...state.messages.values()].filter(
          (message) =>
            (from === undefined || message.from === from) &&
            (to === undefined || message.to === to) &&
            (direction === undefined || (message.direction === 'inbound') === (direction === 'inbound')),
        ),
      message: (sid) => state.messages.get(sid) ?? null,
      behaviour: carrier.behaviour,
      configure: carrier.configure,
      addAccount: carrier.addAccount,
      addNumber: carrier.addNumber,
      numbers: () => [...state.numbers.values()],
      redeliver: carrier.redeliver,
      hurry: carrier.hurry,
      pending: carrier.pending,
      idle: carrier.idle,
    },
    phone: {
      call: calls.place,
      send: phone.send,
      messages: phone.messages,
      waitFor: (number, fits, timeoutMs = 10_000) =>
        until(() => phone.messages(number).find(fits), timeoutMs, `Phone ${number} did not get the message`),
    },
    inbox: {
      messages: inbox.messages,
      count: inbox.count,
      clear: inbox.clear,
      waitFor: (to, fits = () => true, timeoutMs = 10_000) =>
        until(async () => (await inbox.messages({ to })).find(fits), timeoutMs, `No such email to ${to}`),
    },
    stripe: {
      now: () => stripe.core.now(),
      behaviour: stripe.behaviour,
      configure: stripe.configure,
      listen: stripe.listen,
      advance: stripe.advance,
      authenticate: stripe.authenticate,
      closeDispute: stripe.closeDispute,
      events: () => stripe.core.all('event'),
      redeliver: (id) => stripe.courier.post(stripe.core.get('event', id)),
      pending: stripe.courier.pending,
      hurry: stripe.courier.hurry,
      calls: () =>
        stripe.calls.map(({ method, path, fields }) => ({ method, path, parameters: parameterNames(fields) })),
    },
    services,
    registrations: {
      list: (kind) => registrar.list(kind, null),
      decide: registrar.decide,
      suspend: registrar.suspend,
      lose: registrar.lose,
      look: registrar.look,
      pending: registrar.pending,
    },
    emailEvents,
    async close() {
      live.close();
      await emailEvents.close();
      await smtp.close();
      await app.close();
      await carrier.close();
      await stripe.close();
      await registrar.close();
      await carrierJournal.close();
      await inboxJournal.close();
      await stripeJournal.close();
      await registrationJournal.close();
    },
  };
}

/** The host name of an address, or the name itself. */
const nameOf = (address: string | undefined): string[] =>
  address === undefined ? [] : [URL.parse(address)?.hostname ?? address];

async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs: number,
  otherwise: string,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
