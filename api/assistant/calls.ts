import type { CallName } from '../contract/calls.ts';

/**
 * All that an assistant can reach: what reads, and what makes a draft. A call that sends, publishes, schedules, switches
 * on or deletes is not here, so no tool can make it, whatever its key may do.
 */
export const reads = [
  'GET /contacts',
  'GET /contacts/{id}',
  'GET /contacts/{id}/timeline',
  'GET /contacts/{id}/standing',
  'GET /contacts/{id}/consent',
  'GET /livechat/messages',
  'GET /reports/messages/{id}',
  'GET /coupons',
  'GET /segments',
  'GET /broadcasts',
  'GET /broadcasts/{id}',
  'GET /broadcasts/{id}/sent-stats',
  'POST /broadcasts/audience',
  'GET /automations',
  'GET /automations/{id}',
  'GET /automations/templates',
  'GET /automations/{id}/rehearsal',
  'GET /automations/{id}/walk',
] as const satisfies readonly CallName[];
export const drafts = ['POST /broadcasts', 'POST /automations'] as const satisfies readonly CallName[];

export type AssistantCall = (typeof reads)[number] | (typeof drafts)[number];
