import type { CommandsOf } from './kernel/command.ts';
import * as agencies from './agencies/index.ts';
import * as apiKeys from './api-keys/index.ts';
import * as automations from './automations/index.ts';
import * as businessFiles from './campaigns/business-files/index.ts';
import * as blocklists from './blocklists/index.ts';
import * as broadcasts from './broadcasts/index.ts';
import * as bulk from './bulk/index.ts';
import * as businesses from './businesses/index.ts';
import * as calls from './calls/index.ts';
import * as campaigns from './campaigns/index.ts';
import * as contacts from './contacts/index.ts';
import * as coupons from './coupons/index.ts';
import * as delivery from './delivery/index.ts';
import * as customFields from './custom-fields/index.ts';
import * as emailTemplates from './email-templates/index.ts';
import * as evidence from './evidence/index.ts';
import * as exports from './exports/index.ts';
import * as reports from './reports/index.ts';
import * as help from './help/index.ts';
import * as integrations from './integrations/index.ts';
import * as webhooks from './webhooks/index.ts';
import * as invoices from './invoices/index.ts';
import * as users from './users/index.ts';
import * as limits from './limits/index.ts';
import * as links from './links/index.ts';
import * as livechat from './livechat/index.ts';
import * as loops from './loops/index.ts';
import * as emails from './emails/index.ts';
import * as members from './members/index.ts';
import * as messages from './messages/index.ts';
import * as notifications from './notifications/index.ts';
import * as orders from './orders/index.ts';
import * as pages from './pages/index.ts';
import * as paymentEvents from './payment-events/index.ts';
import * as payments from './payments/index.ts';
import * as plans from './plans/index.ts';
import * as proofs from './proofs/index.ts';
import * as providers from './providers/index.ts';
import * as rates from './rates/index.ts';
import * as registrations from './registrations/index.ts';
import * as bills from './bills/index.ts';
import * as statements from './statements/index.ts';
import * as segments from './segments/index.ts';
import * as setup from './setup/index.ts';
import * as subscriptions from './subscriptions/index.ts';
import * as team from './team/index.ts';
import * as textedBroadcasts from './texted-broadcasts/index.ts';
import * as uploads from './uploads/index.ts';
import * as votes from './votes/index.ts';
import * as wallets from './wallets/index.ts';
import * as whitelabels from './whitelabels/index.ts';

/** Everything that can be asked of the product. What a command takes and answers stands where it is declared, and nowhere else. */
export const catalogue = {
  users,
  agencies,
  apiKeys,
  integrations,
  webhooks,
  businesses,
  businessFiles,
  setup,
  members,
  team,
  messages,
  broadcasts,
  textedBroadcasts,
  automations,
  blocklists,
  calls,
  campaigns,
  pages,
  coupons,
  votes,
  loops,
  contacts,
  customFields,
  delivery,
  segments,
  bulk,
  evidence,
  exports,
  reports,
  limits,
  links,
  emailTemplates,
  livechat,
  notifications,
  help,
  paymentEvents,
  orders,
  invoices,
  payments,
  plans,
  proofs,
  providers,
  rates,
  registrations,
  bills,
  statements,
  emails,
  subscriptions,
  wallets,
  whitelabels,
  uploads,
};

/** How all of them are called: `commands.contacts.optOut(context, { contactId })`. */
export type Commands = CommandsOf<typeof catalogue>;
