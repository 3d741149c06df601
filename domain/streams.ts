import { type Channel, channels } from './kernel/channels.ts';
import type {
  AgencyId,
  ApiKeyId,
  AutomationHookId,
  AutomationId,
  AutomationRunId,
  BallotId,
  BulkId,
  ExportId,
  IntegrationId,
  BroadcastId,
  BusinessId,
  CallId,
  CampaignId,
  ContactId,
  CouponId,
  EmailTemplateId,
  MemberId,
  MessageId,
  NotificationId,
  OrderId,
  PlanId,
  PlanMoveId,
  SubmissionId,
  TrafficId,
  UploadId,
  UserId,
  WebhookEndpointId,
} from './kernel/ids.ts';
import type { Payer } from './payments/payer.ts';
import type { PlanKind } from './plans/fields.ts';
import type { E164, Keyword } from './sms/values.ts';

/** The names of all streams: `<aggregate>-<id>`. A claim's name is what it claims. */
export const streams = {
  agency: (id: AgencyId) => `agency-${id}`,
  business: (id: BusinessId) => `business-${id}`,
  /** Which campaigns a business has: beside its own stream, so that a send need not read them. */
  campaignList: (id: BusinessId) => `campaigns-${id}`,
  campaign: (id: CampaignId) => `campaign-${id}`,
  /** What the public sees of a campaign: draft and published versions. */
  page: (id: CampaignId) => `page-${id}`,
  /** What was seen of a page within some seconds. */
  traffic: (id: TrafficId) => `traffic-${id}`,
  /** What somebody entered on a page. The id was minted when the page was drawn: sending it twice is one submission. */
  submission: (id: SubmissionId) => `submission-${id}`,
  /** One contact's vote: its id is made of campaign and contact, so that there is one. */
  ballot: (id: BallotId) => `ballot-${id}`,
  /** One contact in a loop: what they did, who invited them, what they unlocked. */
  member: (id: MemberId) => `member-${id}`,
  /** What counts in a loop, and what it earns. */
  loopRules: (id: CampaignId) => `loopRules-${id}`,
  /** A number, an address or a domain on the lists of a business; its id is a keyed digest of both. */
  listed: (entryId: string) => `listed-${entryId}`,
  /** A short link: its name claims the number. */
  link: (number: number) => `link-${number}`,
  /** What a contact did with a link: the first time. */
  linkClick: (number: number, contactId: ContactId) => `linkClick-${number}-${contactId}`,
  /** What came to a link within some seconds. */
  linkVisits: (countId: string) => `linkVisits-${countId}`,
  /** Two contacts who look like one person: whether somebody has said that they are two. */
  duplicate: (pairId: string) => `duplicate-${pairId}`,
  coupon: (id: CouponId) => `coupon-${id}`,
  /**
   * The uses of a campaign's coupons where their number is limited: each use is one event, so that none is too many.
   * `limit`: the how-manieth limit that was set. A later one counts on a stream of its own, so from when it is set.
   */
  couponUses: (id: CampaignId, limit = 1) => `couponUses-${id}${limit > 1 ? `-${limit}` : ''}`,
  /** Who works for a business, and what they may do there. */
  team: (id: BusinessId) => `team-${id}`,
  /** What a program of a business signs in with. */
  apiKey: (id: ApiKeyId) => `apiKey-${id}`,
  /** An account of another service that a business has connected. */
  integration: (id: IntegrationId) => `integration-${id}`,
  /** Which integrations a business has: their number is limited. */
  integrationList: (id: BusinessId) => `integrationList-${id}`,
  /** What another service told of a contact, once. */
  integrationRecord: (recordId: string) => `integrationRecord-${recordId}`,
  /** A program's address that events of a business are sent to. */
  webhookEndpoint: (id: WebhookEndpointId) => `webhookEndpoint-${id}`,
  /** The devices that a business takes coupons on. */
  tills: (id: BusinessId) => `tills-${id}`,
  /** What contacts of a business may have besides what every contact has. */
  customFields: (id: BusinessId) => `customFields-${id}`,
  /** The words that a business says often in live chat. */
  /** What the operator tells agencies: how to get help, and what is new. */
  help: () => 'help-platform',
  /** What a payer, an agency or a business, can pay with. */
  payments: (id: AgencyId | BusinessId) => `payments-${id}`,
  /** The pages where new agencies and businesses order: together, since each has an address of its own. */
  orderPages: () => 'orderPages-platform',
  /** Someone new who chooses, pays and gets an account. */
  order: (id: OrderId) => `order-${id}`,
  /** The payment provider's invoices of a payer. */
  invoices: (id: AgencyId | BusinessId) => `invoices-${id}`,
  /** What the operator sells to agencies, or to businesses: plans and add-ons, all versions. */
  plans: (kind: PlanKind) => `plans-${kind}`,
  /** Since when this installation takes payments. */
  subscriptionOpening: () => 'subscriptionOpening-platform',
  /** Subscribers of earlier versions of a plan are moved to the one that is for sale. */
  planMove: (id: PlanMoveId) => `planMove-${id}`,
  /** What the versions of a plan are called at the payment provider. */
  planPrices: (id: PlanId) => `planPrices-${id}`,
  /** The verifications of a business's toll-free numbers. */
  tollfree: (id: BusinessId) => `tollfree-${id}`,
  /** From when the operator asks for numbers to be registered. */
  registrationPolicy: () => 'registrationPolicy-platform',
  /** What operators do about a request for registration: who has it, notes, whether it was escalated. */
  registrationCase: (requestId: string) => `registrationCase-${requestId}`,
  /** What a payer, an agency or a business, subscribes to. */
  subscriptions: (id: AgencyId | BusinessId) => `subscriptions-${id}`,
  /** When the people of a payer are told of its usage. */
  payerAlerts: (id: AgencyId | BusinessId) => `payerAlerts-${id}`,
  /** Whether the owner of an agency or a business gets the checkpoint of each day by email. */
  checkpointEmails: (id: AgencyId | BusinessId) => `checkpointEmails-${id}`,
  /** The closed months of a payer's usage, and what they cost. */
  statements: (id: AgencyId | BusinessId) => `statements-${id}`,
  /** Whether an agency emails its businesses their bills. */
  billSettings: (id: AgencyId) => `billSettings-${id}`,
  /** Who gets the bills of an agency or a business. */
  billingContact: (id: AgencyId | BusinessId) => `billingContact-${id}`,
  /** The bills that a business was sent by its agency. */
  bills: (id: BusinessId) => `bills-${id}`,
  /** What usage costs: the platform's price list, or that of an agency for its businesses. */
  rates: (agencyId: AgencyId | null) => `rates-${agencyId ?? 'platform'}`,
  /** Where a business stands with the carriers: its brand, its campaigns and their numbers. */
  registrations: (id: BusinessId) => `registrations-${id}`,
  snippets: (id: BusinessId) => `snippets-${id}`,
  /** A file of contacts: what it holds, who attested what, and how far its import has come. */
  upload: (id: UploadId) => `upload-${id}`,
  /** Filters of a business that have a name: together, since they stand in each other. */
  segments: (id: BusinessId) => `segments-${id}`,
  /** Something that is done to many contacts. */
  bulk: (id: BulkId) => `bulk-${id}`,
  /** A list that somebody took along as a file. */
  export: (id: ExportId) => `export-${id}`,
  /** A report that is written to a file in the background. */
  reportExport: (id: ExportId) => `reportExport-${id}`,
  /** How people look at reports: of a business, an agency, or (null) the platform. */
  reportViews: (id: AgencyId | BusinessId | null) => `reportViews-${id ?? 'platform'}`,
  emailTemplate: (id: EmailTemplateId) => `emailTemplate-${id}`,
  contact: (id: ContactId) => `contact-${id}`,
  /** A number or an address of whom was erased, by its keyed id: what holds for whoever comes by it next. */
  identity: (identityId: string) => `identity-${identityId}`,
  /** How the people of a business share its live chat: who takes conversations, who is away, how soon they answer. */
  chatTeam: (id: BusinessId) => `chatTeam-${id}`,
  conversation: (id: ContactId) => `conversation-${id}`,
  /** A text, or what another channel sends. */
  delivery: (channel: Channel, id: string) => `${channels[channel].stream}-${id}`,
  message: (id: MessageId) => `${channels.text.stream}-${id}`,
  /** A phone call to a number of a business, named by the carrier's id. */
  call: (id: CallId) => `call-${id}`,
  /** Where the calls of a business go, and what callers who were missed are texted. */
  callSettings: (id: BusinessId) => `callSettings-${id}`,
  /** When a caller was last texted back. */
  textBack: (id: ContactId) => `textBack-${id}`,
  broadcast: (id: BroadcastId) => `broadcast-${id}`,
  /** Who a broadcast is to, in parts: apart, so that every send reads little. */
  broadcastAudience: (id: BroadcastId) => `broadcastAudience-${id}`,
  /** What a broadcaster asks for from their phone. */
  textedBroadcast: (id: ContactId) => `textedBroadcast-${id}`,
  automation: (id: AutomationId) => `automation-${id}`,
  /** An automation as it was published the how manieth time. */
  automationVersion: (id: AutomationId, version: number) => `automationVersion-${id}-${version}`,
  /** An address that other systems call to start automations. */
  automationHook: (id: AutomationHookId) => `automationHook-${id}`,
  /** With which secret what automations call is signed. */
  automationSigning: (id: BusinessId) => `automationSigning-${id}`,
  /** One call of such an address: its id is made of what was sent, so that it is heard once. */
  automationHookCall: (callId: string) => `automationHookCall-${callId}`,
  /** One contact on its way through an automation, for the how manieth time: the id is made of the three. */
  automationRun: (id: AutomationRunId) => `automationRun-${id}`,
  notification: (id: NotificationId) => `notification-${id}`,
  notificationInbox: (id: UserId) => `notificationInbox-${id}`,
  /** An agency's brand: its id is the agency's. */
  whitelabel: (id: AgencyId) => `whitelabel-${id}`,
  /** The provider accounts of the platform (`platform`), an agency or a business. */
  providers: (owner: 'platform' | AgencyId | BusinessId) => `providers-${owner}`,
  /** An email of a business to somebody. */
  email: (emailId: string) => `${channels.mail.stream}-${emailId}`,
  /** A design as it was compiled. */
  emailVersion: (versionId: string) => `mailVersion-${versionId}`,
  /** The tests that a business sent itself, by their numbers. */
  emailTests: (id: BusinessId) => `mailTests-${id}`,
  accountEmail: (emailId: string) => `accountMail-${emailId}`,
  /** A custom domain (it has a dot) or a subdomain of the platform (it has none) belongs to one agency only. */
  domainClaim: (host: string) => `domain-${host}`,
  /** The ledger of an agency or of a business that pays for itself. */
  wallet: (payer: Payer) => `wallet-${payer.id}`,
  /** The proofs of all wallets: one for the whole installation. */
  ledgerProofs: () => 'ledgerProofs-all',
  user: (id: UserId) => `user-${id}`,
  /** Refused sign-ins of a UTC day: apart, so that whoever tries passwords does not make the user's own stream long. */
  signInFailures: (id: UserId, day: string) => `signInFailures-${id}-${day}`,
  numberClaim: (number: E164) => `number-${number}`,
  keywordClaim: (number: E164, keyword: Keyword) => `keyword-${number}-${keyword}`,
  uniqueIdClaim: (uniqueId: string) => `uniqueId-${uniqueId}`,
  /** `addressHash` is keyed, so that the name of a stream gives no address away. */
  emailClaim: (addressHash: string) => `email-${addressHash}`,
  /** What the operator asks of those who sign in. */
  signInPolicy: () => 'signInPolicy-platform',
  /** Whose passkey it is: its id is a keyed digest of the credential's. */
  passkeyClaim: (digest: string) => `passkey-${digest}`,
} as const;
