import { activity } from './activity/projector.ts';
import { agencies } from './agencies/projector.ts';
import { apiKeys } from './api-keys/projector.ts';
import { webhookEndpoints } from './webhooks/projector.ts';
import { automationHooks } from './automation-hooks/projector.ts';
import { automations } from './automations/projector.ts';
import { broadcasts } from './broadcasts/projector.ts';
import { blocklists } from './blocklists/projector.ts';
import { bulk } from './bulk/projector.ts';
import { businesses } from './businesses/projector.ts';
import { callsReceived } from './calls/projector.ts';
import { campaigns } from './campaigns/projector.ts';
import { contacts } from './contacts/projector.ts';
import { conversations } from './livechat/projector.ts';
import { coupons } from './coupons/projector.ts';
import { customFields } from './custom-fields/projector.ts';
import { help } from './help/projector.ts';
import { snippets } from './snippets/projector.ts';
import { dashboard } from './dashboard/projector.ts';
import { emailTemplates } from './email-templates/projector.ts';
import type { Projector } from './engine-types.ts';
import { engagement } from './engagement/projector.ts';
import { figures } from './page-analytics/projector.ts';
import { emailHealth } from './email-health/projector.ts';
import { integrations } from './integrations/projector.ts';
import { invoices } from './invoices/projector.ts';
import { links } from './links/projector.ts';
import { loops } from './loops/projector.ts';
import { notifications } from './notifications/projector.ts';
import { pages } from './pages/projector.ts';
import { orders } from './orders/projector.ts';
import { plans } from './plans/projector.ts';
import { registrationsDesk } from './registrations/desk-projector.ts';
import { providers } from './providers/projector.ts';
import { registrations } from './registrations/projector.ts';
import { submissions } from './submissions/projector.ts';
import { timeline } from './timeline/projector.ts';
import { uploads } from './uploads/projector.ts';
import { segments } from './segments/projector.ts';
import { subscriptions } from './subscriptions/projector.ts';
import { usage } from './usage/projector.ts';
import { users } from './users/projector.ts';
import { votes } from './votes/projector.ts';
import { wallets } from './wallets/projector.ts';
import { whitelabels } from './whitelabels/projector.ts';

/** All read models. */
export const projectors: readonly Projector[] = [
  conversations,
  contacts,
  notifications,
  campaigns,
  coupons,
  pages,
  agencies,
  businesses,
  users,
  dashboard,
  plans,
  orders,
  providers,
  registrations,
  whitelabels,
  activity,
  votes,
  loops,
  customFields,
  snippets,
  apiKeys,
  integrations,
  webhookEndpoints,
  help,
  segments,
  bulk,
  engagement,
  emailTemplates,
  figures,
  broadcasts,
  uploads,
  timeline,
  links,
  blocklists,
  usage,
  emailHealth,
  automations,
  automationHooks,
  submissions,
  wallets,
  subscriptions,
  invoices,
  registrationsDesk,
  callsReceived,
];

export { createProjectionRunner } from './engine/runner.ts';
export type { ProjectionRunner, ProjectionStatus } from './engine/runner.ts';
export type { Difference } from './engine/verify.ts';
export type { Divided, PartitionToFill, RebuildProgress } from './engine/build.ts';
export { narrowed } from './engine/partitions.ts';
export { fillPartition } from './engine/rebuild.ts';
export { createReadModels } from './read-models.ts';
export { createReaders, type Readers } from './engine/scoped-readers.ts';
