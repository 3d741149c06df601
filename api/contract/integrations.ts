import { z } from 'zod';
import { inboundTypes, IntakeMapping, integrationFields, IntegrationType } from '../../domain/integrations/fields.ts';
import { AutomationHookCall } from './automation-hooks.ts';
import { calls } from './calls.ts';
import { Created, Done, IdParams, Instant, Success, Uuid, wholeList } from './common.ts';

export {
  integrationTypes,
  type IntegrationType,
  maxIntegrations,
  recordKinds,
} from '../../domain/integrations/fields.ts';

const id = z.string().min(1).max(100);
/** How the people of a connection were last fetched. */
const IntegrationSync = z.object({
  status: z.enum(['running', 'done', 'failed']),
  at: Instant,
  /** People that were fetched so far. */
  records: z.number().int(),
  /** The file of contacts that they wait in; null: there is none yet. */
  upload_id: Uuid.nullable().meta({ examples: ['2b8f1c7e-94c4-4b8a-9a6e-6c1d3a0f5b21'] }),
  /** Why there is none, in words. */
  note: z.string().nullable(),
});
export type IntegrationSync = z.output<typeof IntegrationSync>;

/** An account of another service that the business has connected. */
export const Integration = z.object({
  id: z.string(),
  type: IntegrationType,
  name: z.string().meta({ examples: ['Our webinars'] }),
  /** `attention`: the service no longer lets us in. */
  status: z.enum(['connected', 'off', 'attention']),
  /** How it is, in words. */
  health: z.string().meta({ examples: ['Connected since Nov 3.'] }),
  /** The service's own id of the account. */
  account: z.string().meta({ examples: ['acct_1Q2w3E4r5T6y'] }),
  created_at: Instant,
  /** When it was last signed in to. */
  connected_at: Instant,
  sync: IntegrationSync.nullable(),
});
export type Integration = z.output<typeof Integration>;
export const IntegrationList = wholeList(Integration);
export const IntegrationReply = z.object({ data: Integration });

/** A service that can be connected. */
const Service = z.object({
  type: IntegrationType,
  name: z.string().meta({ examples: ['GoToWebinar'] }),
  /** `oauth`: by signing in there. `key`: with a key from there. `address`: it sends contacts to an address, with a key from here. */
  sign_in: z.enum(['oauth', 'key', 'address']),
  /** Whether this installation can connect it. */
  available: z.boolean(),
});
export type Service = z.output<typeof Service>;
export const IntegrationOverview = z.object({
  data: z.object({ services: z.array(Service), integrations: z.array(Integration) }),
});

const choice = { id: z.string(), name: z.string() };
export const IntegrationOptions = wholeList(z.object({ ...choice, type: IntegrationType }));
export const WebinarList = wholeList(
  z.object({
    ...choice,
    starts_at: z
      .string()
      .nullable()
      .meta({ examples: ['2026-12-03T18:00:00Z'] }),
  }),
);
export const IntegrationChoices = wholeList(z.object(choice));
export const StripePriceList = wholeList(
  z.object({
    ...choice,
    /** The smallest unit of the currency; null: it varies. */
    amount: z.number().nullable(),
    currency: z.string().meta({ examples: ['usd'] }),
  }),
);

/** Which connection is asked; left out: the only one of its type that is on. */
const asked = { integration_id: Uuid.optional() };
const name = integrationFields.name.meta({ examples: ['Our webinars'] });
export const BeginSignIn = z.object({
  type: IntegrationType.extract(['goto', 'fb']),
  name,
  /** One that signs in again; null: a new one. */
  integration_id: Uuid.nullable().default(null),
});
export const SignInAddress = z.object({
  data: z.object({ url: z.string().meta({ examples: ['https://authentication.logmeininc.com/oauth/authorize?…'] }) }),
});
export const CreateByKey = z.object({
  type: IntegrationType.extract(['stripe']),
  name,
  api_key: integrationFields.apiKey.meta({ examples: ['rk_live_51Hq0VxT4bN'] }),
});
/** What the service sent the browser back with. */
const FinishSignIn = z.object({ code: z.string().min(1).max(4_000), state: z.string().min(1).max(4_000) });
export const CreateAddress = z.object({ type: z.enum(inboundTypes), name });
export const CreateIntegration = z.union([CreateByKey, CreateAddress, FinishSignIn]);
export const UpdateIntegration = z.object({
  name,
  /** Another key of the same account; null: the key stays. */
  api_key: integrationFields.apiKey.nullable().default(null),
});
export const SwitchIntegration = z.object({ is_active: z.boolean() });
const Mapping = IntakeMapping.meta({
  examples: [[{ path: 'customer.phone', to: { of: 'contact', name: 'phone' }, rule: 'overwrite' }]],
});
const campaigns = z
  .array(
    z.object({
      /** A lead form or a webinar; empty: all others. */
      part: z
        .string()
        .max(100)
        .meta({ examples: ['905512340001001'] }),
      campaign_id: Uuid,
    }),
  )
  .max(100);
/** How what comes in becomes contacts, and which campaigns they enter. */
export const UpdateIntake = z.object({ mapping: Mapping, campaigns });
/** Where programs send contacts, and with what. `snippet`: for a page of a site. `plugin`: for WordPress, a PHP file. */
const Inbound = z.object({
  url: z
    .string()
    .meta({ examples: ['https://app.example.com/webhooks/integrations/2b8f1c7e-94c4-4b8a-9a6e-6c1d3a0f5b21'] }),
  key: z.string().meta({ examples: ['in_7dJx2mQ9rT4vW8yB'] }),
  snippet: z.string().meta({ examples: ['<script>…</script>'] }),
  plugin: z.string().meta({ examples: ['<?php …'] }),
});
export const IntegrationIntake = z.object({
  data: UpdateIntake.extend({
    inbound: Inbound.nullable(),
    /** What was sent last, within a week; null: nothing. */
    sample: z.unknown().meta({ examples: [{ phone: '+14155550123', first_name: 'Ada' }] }),
    /** The last fifty calls, and the last fifty that were refused; the newest first. */
    calls: z.array(AutomationHookCall),
  }),
});
export type IntegrationIntake = z.output<typeof IntegrationIntake>;
export const NewIntegrationKey = z.object({ data: z.object({ key: Inbound.shape.key }) });
const TypeParams = z.object({ type: IntegrationType });
const who = ['Business'] as const;

export const integrationCalls = calls('Integrations', {
  'GET /integrations': {
    id: 'listIntegrations',
    who,
    summary: 'The accounts of other services that the business has connected.',
    reply: IntegrationList,
  },
  'GET /integrations/type/{type}': {
    id: 'listIntegrationsOfType',
    who,
    summary: 'Those of one service.',
    params: TypeParams,
    reply: IntegrationList,
  },
  'GET /integrations/user': {
    id: 'getIntegrationOverview',
    who,
    summary: 'What can be connected, and what is.',
    reply: IntegrationOverview,
  },
  'GET /integrations/user/select-options': {
    id: 'listIntegrationOptions',
    who,
    summary: 'Those that work, to choose from in forms.',
    query: z.object({ type: IntegrationType.optional() }),
    reply: IntegrationOptions,
  },
  'GET /integrations/goto/webinars': {
    id: 'listWebinars',
    who,
    summary: 'Webinars that lie ahead, the next first.',
    query: z.object(asked),
    reply: WebinarList,
  },
  'GET /integrations/fb/pages': {
    id: 'listFacebookPages',
    who,
    summary: 'The Facebook pages of a connection.',
    query: z.object(asked),
    reply: IntegrationChoices,
  },
  'GET /integrations/fb/forms': {
    id: 'listFacebookForms',
    who,
    summary: 'The lead forms of a Facebook page.',
    query: z.object({ ...asked, page_id: id }),
    reply: IntegrationChoices,
  },
  'GET /integrations/stripe/products': {
    id: 'listStripeProducts',
    who,
    summary: 'Active products of a connected Stripe account, 500 at most.',
    query: z.object(asked),
    reply: IntegrationChoices,
  },
  'GET /integrations/stripe/prices': {
    id: 'listStripePrices',
    who,
    summary: 'Active prices of a product, 500 at most.',
    query: z.object({ ...asked, product_id: id }),
    reply: StripePriceList,
  },
  'GET /integrations/{id}': {
    id: 'getIntegration',
    who,
    summary: 'One of them.',
    params: IdParams,
    reply: IntegrationReply,
  },
  // Not in the specification's list: the browser has to know where to sign in.
  'POST /integrations/sign-in': {
    id: 'beginIntegrationSignIn',
    who,
    summary: 'Where the browser goes to connect an account, for services that are signed in to.',
    body: BeginSignIn,
    example: { type: 'goto', name: 'Our webinars', integration_id: null },
    reply: SignInAddress,
    secret: true,
  },
  'POST /integrations': {
    id: 'createIntegration',
    who,
    summary: 'Connect an account with a key, or finish a sign-in with what the service sent the browser back with.',
    body: CreateIntegration,
    example: { type: 'stripe', name: 'Our shop', api_key: 'rk_live_51Hq0VxT4bN' },
    reply: Created,
    secret: true,
  },
  'PUT /integrations/{id}': {
    id: 'updateIntegration',
    who,
    summary: 'Another name, or another key of the same account.',
    params: IdParams,
    body: UpdateIntegration,
    example: { name: 'Our shop', api_key: null },
    reply: Success,
    secret: true,
  },
  // Not in the specification's list: how what comes in becomes contacts.
  'GET /integrations/{id}/intake': {
    id: 'getIntegrationIntake',
    who,
    summary: 'How what comes in becomes contacts, which campaigns they enter, and what came last.',
    params: IdParams,
    reply: IntegrationIntake,
    secret: true,
  },
  'PUT /integrations/{id}/intake': {
    id: 'updateIntegrationIntake',
    who,
    summary: 'Which field comes from where, and which campaigns contacts enter.',
    params: IdParams,
    body: UpdateIntake,
    reply: Success,
  },
  'POST /integrations/{id}/key': {
    id: 'rotateIntegrationKey',
    who,
    summary: 'Another key to send contacts with. The one before is refused at once.',
    params: IdParams,
    reply: NewIntegrationKey,
    secret: true,
  },
  'POST /integrations/{id}/toggle-status': {
    id: 'toggleIntegration',
    who,
    summary: 'Switch it off, or on again.',
    params: IdParams,
    body: SwitchIntegration,
    example: { is_active: false },
    reply: Success,
  },
  'POST /integrations/{id}/sync-data': {
    id: 'syncIntegration',
    who,
    summary: 'Fetch its people as a file of contacts, to look at and to import. No one is imported by this.',
    params: IdParams,
    reply: Success,
  },
  'DELETE /integrations/{id}': {
    id: 'deleteIntegration',
    who,
    summary: 'Disconnect it. Contacts that came by it stay.',
    params: IdParams,
    reply: Done,
  },
});
