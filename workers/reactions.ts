import { automationReactions } from './automations/reactions.ts';
import { billReactions } from './bills/reactions.ts';
import { broadcastReactions } from './broadcasts/reactions.ts';
import { callReactions } from './calls/reactions.ts';
import { contactReactions } from './contacts/reactions.ts';
import { couponReactions } from './coupons/reactions.ts';
import { evidenceReactions } from './evidence/reactions.ts';
import { exportReactions } from './exports/reactions.ts';
import { handoverReactions, textReactions } from './delivery/reactions.ts';
import { domainReactions } from './domains/reactions.ts';
import type { NeedsOf } from './engine/reactions.ts';
import { erasureReactions } from './erasures/reactions.ts';
import { inboundReactions } from './inbound/reactions.ts';
import { integrationReactions } from './integrations/reactions.ts';
import { linkReactions } from './links/reactions.ts';
import { liveChatReactions } from './livechat/reactions.ts';
import { loopReactions } from './loops/reactions.ts';
import { mediaReactions } from './media/reactions.ts';
import { memberReactions } from './members/reactions.ts';
import { noticeReactions } from './notifications/reactions.ts';
import { orderReactions } from './orders/reactions.ts';
import { pageReactions } from './pages/reactions.ts';
import { proofReactions } from './proofs/reactions.ts';
import { readModelReactions } from './read-models/reactions.ts';
import { pushReactions } from './push/reactions.ts';
import { subscriptionReactions } from './subscriptions/reactions.ts';
import { statementReactions } from './statements/reactions.ts';
import { registrationReactions } from './registrations/reactions.ts';
import { uploadReactions } from './uploads/reactions.ts';
import { walletReactions } from './wallets/reactions.ts';
import { webhookReactions } from './webhooks/reactions.ts';

/** Every room of the workers: a folder with a `reactions.ts` that is missing here fails a test. */
export const allReactions = [
  inboundReactions,
  broadcastReactions,
  pageReactions,
  memberReactions,
  textReactions,
  domainReactions,
  noticeReactions,
  loopReactions,
  couponReactions,
  liveChatReactions,
  contactReactions,
  automationReactions,
  linkReactions,
  handoverReactions,
  erasureReactions,
  mediaReactions,
  uploadReactions,
  integrationReactions,
  statementReactions,
  billReactions,
  pushReactions,
  subscriptionReactions,
  registrationReactions,
  orderReactions,
  walletReactions,
  proofReactions,
  readModelReactions,
  evidenceReactions,
  exportReactions,
  callReactions,
  webhookReactions,
] as const;

/** What the rooms need together, besides what all are built from. */
export type ReactionNeeds = NeedsOf<typeof allReactions>;
