import { z } from 'zod';
import { AutomationDocument } from '../contract/automations.ts';
import type { BroadcastAudience } from '../contract/broadcasts.ts';
import { Uuid } from '../contract/common.ts';
import type { AssistantCall } from './calls.ts';

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}
/** Makes one call of the API as the key, and answers its body. Throws what the API refuses. */
export type Ask = (call: AssistantCall, asked?: Asked) => Promise<unknown>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isDraft: boolean;
  readonly input: z.ZodObject;
  /** All calls that it makes: another one is refused. */
  readonly calls: readonly AssistantCall[];
  readonly run: (input: unknown, ask: Ask) => Promise<unknown>;
}
interface ToolOf<I extends z.ZodObject> extends Omit<Tool, 'run' | 'input' | 'isDraft'> {
  readonly isDraft?: boolean;
  readonly input: I;
  readonly run: (input: z.output<I>, ask: Ask) => Promise<unknown>;
}
const tool = <I extends z.ZodObject>(given: ToolOf<I>): Tool => ({
  isDraft: false,
  ...given,
  run: (input, ask) => given.run(given.input.parse(input), ask),
});

const page = z.number().int().min(1).max(1_000).default(1).describe('Page, from 1.');
const search = z.string().max(200).optional().describe('Words to look for.');
const rowsAPage = 20;
const listInput = z.object({ search, page });
const paged = (given: z.output<typeof listInput>) => ({
  search: given.search,
  page: given.page,
  per_page: rowsAPage,
  sort_desc: 'true',
});
const contactId = Uuid.describe('The contact’s ID.');
const automationId = Uuid.describe('The automation’s ID.');

export const tools: readonly Tool[] = [
  tool({
    name: 'find_contacts',
    title: 'Find contacts',
    description: 'Contacts by name, phone, email, tag, keyword or consent. 20 a page, with the total.',
    input: listInput.extend({
      tags: z.array(z.string().max(100)).max(20).optional().describe('Contacts with any of these tags.'),
      keywords: z.array(z.string().max(100)).max(20).optional().describe('Contacts with any of these keywords.'),
      status: z.enum(['subscribed', 'optedOut', 'unknown']).optional().describe('Consent to texts.'),
    }),
    calls: ['GET /contacts'],
    run: ({ tags, keywords, status, ...given }, ask) =>
      ask('GET /contacts', {
        query: { ...paged(given), tags: tags?.join(','), keywords: keywords?.join(','), status },
      }),
  }),
  tool({
    name: 'get_contact',
    title: 'Read a contact',
    description: 'One contact: details, consent history, campaigns, and what keeps texts or emails from them.',
    input: z.object({ contact_id: contactId }),
    calls: ['GET /contacts/{id}', 'GET /contacts/{id}/standing'],
    run: async ({ contact_id: id }, ask) => {
      const params = { id };
      const [contact, standing] = [
        await ask('GET /contacts/{id}', { params }),
        await ask('GET /contacts/{id}/standing', { params }),
      ];
      return { contact, standing };
    },
  }),
  tool({
    name: 'get_timeline',
    title: 'Read a contact’s timeline',
    description: 'What happened to a contact, the newest first. Pass meta.next as before to go on.',
    input: z.object({
      contact_id: contactId,
      before: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional()
        .describe('meta.next of the page before.'),
    }),
    calls: ['GET /contacts/{id}/timeline'],
    run: ({ contact_id: id, before }, ask) =>
      ask('GET /contacts/{id}/timeline', { params: { id }, query: { before, per_page: rowsAPage } }),
  }),
  tool({
    name: 'list_messages',
    title: 'Read a conversation',
    description: 'Texts from and to a contact, with their IDs and status.',
    input: z.object({
      contact_id: contactId,
      before: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional()
        .describe('The position of the oldest text so far.'),
    }),
    calls: ['GET /livechat/messages'],
    run: ({ contact_id: id, before }, ask) =>
      ask('GET /livechat/messages', { query: { contact_id: id, before, per_page: rowsAPage } }),
  }),
  tool({
    name: 'explain_message',
    title: 'Explain a text',
    description:
      'Why a text was sent or not: each status it had, the reason, and the contact’s consent and limits now.',
    input: z.object({ message_id: Uuid.describe('The text’s ID.') }),
    calls: ['GET /reports/messages/{id}', 'GET /contacts/{id}/standing', 'GET /contacts/{id}/consent'],
    run: async ({ message_id: id }, ask) => {
      const { data: message } = (await ask('GET /reports/messages/{id}', { params: { id } })) as {
        data: { contact: { id: string } };
      };
      const params = { id: message.contact.id };
      return {
        message,
        contact_standing: await ask('GET /contacts/{id}/standing', { params }),
        contact_consent: await ask('GET /contacts/{id}/consent', { params }),
      };
    },
  }),
  tool({
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'Campaigns with keyword, offer and status. 20 a page.',
    input: listInput,
    calls: ['GET /coupons'],
    run: (given, ask) => ask('GET /coupons', { query: paged(given) }),
  }),
  tool({
    name: 'list_segments',
    title: 'List segments',
    description: 'Saved segments, to choose an audience.',
    input: z.object({}),
    calls: ['GET /segments'],
    run: (_, ask) => ask('GET /segments'),
  }),
  tool({
    name: 'list_broadcasts',
    title: 'List broadcasts',
    description: 'Broadcasts with status and results, the newest first. 20 a page.',
    input: listInput,
    calls: ['GET /broadcasts'],
    run: (given, ask) => ask('GET /broadcasts', { query: paged(given) }),
  }),
  tool({
    name: 'get_broadcast',
    title: 'Read a broadcast',
    description: 'One broadcast: content, audience, schedule and results, with reasons for what wasn’t sent.',
    input: z.object({ broadcast_id: Uuid.describe('The broadcast’s ID.') }),
    calls: ['GET /broadcasts/{id}', 'GET /broadcasts/{id}/sent-stats'],
    run: async ({ broadcast_id: id }, ask) => ({
      broadcast: await ask('GET /broadcasts/{id}', { params: { id } }),
      results: await ask('GET /broadcasts/{id}/sent-stats', { params: { id } }),
    }),
  }),
  tool({
    name: 'draft_broadcast',
    title: 'Draft a broadcast',
    description:
      'A draft of a text to many, with how many contacts it would reach. Nothing is sent: a person reviews and sends it. ' +
      'The text may have merge fields such as {{first_name|there}}.',
    isDraft: true,
    input: z.object({
      name: z.string().min(1).max(120).describe('For the team.'),
      body: z.string().min(1).max(1_600).describe('What the text says.'),
      keywords: z.array(z.string().max(60)).max(100).default([]).describe('Members of campaigns with these keywords.'),
      segment_ids: z.array(Uuid).max(50).default([]).describe('Contacts in any of these segments.'),
    }),
    calls: ['POST /broadcasts', 'POST /broadcasts/audience'],
    run: async ({ name, body, keywords, segment_ids }, ask) => {
      const audience: z.input<typeof BroadcastAudience> = {
        keywords,
        segment_ids,
        contact_ids: [],
        filter: { match: 'all', groups: [] },
        except_segment_ids: [],
        except_keywords: [],
      };
      const contents = [{ kind: 'text', body, media: [] }];
      const draft = (await ask('POST /broadcasts', { body: { name, type: 'sms', contents, audience } })) as {
        data: { id: string; window_hours: number };
      };
      const question = { type: 'sms', audience, window_hours: draft.data.window_hours };
      return {
        draft,
        audience: await ask('POST /broadcasts/audience', { body: question }),
        review_at: `/business/broadcasts/${draft.data.id}/edit`,
      };
    },
  }),
  tool({
    name: 'list_automations',
    title: 'List automations',
    description: 'Automations with status and how many contacts enrolled. 20 a page.',
    input: listInput,
    calls: ['GET /automations'],
    run: (given, ask) => ask('GET /automations', { query: paged(given) }),
  }),
  tool({
    name: 'get_automation',
    title: 'Read an automation',
    description: 'One automation: its triggers and steps, what keeps it from being published, and counts.',
    input: z.object({ automation_id: automationId }),
    calls: ['GET /automations/{id}'],
    run: ({ automation_id: id }, ask) => ask('GET /automations/{id}', { params: { id } }),
  }),
  tool({
    name: 'list_automation_templates',
    title: 'List automation templates',
    description: 'What a new automation can start from, with whole documents: examples of triggers and steps.',
    input: z.object({}),
    calls: ['GET /automations/templates'],
    run: (_, ask) => ask('GET /automations/templates'),
  }),
  tool({
    name: 'draft_automation',
    title: 'Draft an automation',
    description:
      'A draft of an automation, from a template or a whole document, with what keeps it from being published. ' +
      'Nothing runs: a person publishes it. Rehearse it next.',
    isDraft: true,
    input: z.object({
      name: z.string().min(1).max(120),
      template: z.string().max(40).optional().describe('A key of list_automation_templates.'),
      document: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('triggers, reentry, start and nodes, as templates have them.'),
    }),
    calls: ['POST /automations', 'GET /automations/{id}'],
    run: async ({ name, template, document }, ask) => {
      // Checked here too, so that an assistant is told the field.
      const body = document === undefined ? { name, template } : { name, document: AutomationDocument.parse(document) };
      const made = (await ask('POST /automations', { body })) as { data: { id: string } };
      const { id } = made.data;
      return {
        draft: await ask('GET /automations/{id}', { params: { id } }),
        review_at: `/business/automations/${id}/edit`,
      };
    },
  }),
  tool({
    name: 'rehearse_automation',
    title: 'Rehearse an automation',
    description:
      'What a draft would have done with what really happened in the last days. Nothing is sent. Works for about a ' +
      'second: while next is not null, call again with after and until, and add up.',
    input: z.object({
      automation_id: automationId,
      days: z.number().int().min(1).max(90).default(30),
      after: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional()
        .describe('next of the answer before.'),
      until: z.iso.datetime().optional().describe('until of the answer before.'),
    }),
    calls: ['GET /automations/{id}/rehearsal'],
    run: ({ automation_id: id, days, after, until }, ask) =>
      ask('GET /automations/{id}/rehearsal', { params: { id }, query: { days, after, until } }),
  }),
  tool({
    name: 'walk_automation',
    title: 'Walk one contact through',
    description: 'Step by step, what a draft would do with one contact who enrolls now. Nothing is sent.',
    input: z.object({ automation_id: automationId, contact_id: contactId }),
    calls: ['GET /automations/{id}/walk'],
    run: ({ automation_id: id, contact_id }, ask) =>
      ask('GET /automations/{id}/walk', { params: { id }, query: { contact_id } }),
  }),
];
