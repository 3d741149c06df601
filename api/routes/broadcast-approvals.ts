import type { Content } from '../../domain/broadcasts/fields.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { linksIn } from '../../domain/links/shorten.ts';
import { linksOfEmail } from '../../domain/emails/links.ts';
import type { MadeVersion } from '../../domain/emails/version.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import type { ApprovalView } from '../../projections/broadcasts/queries.ts';
import type { ApprovalCheck, ApprovalReply, MessageCredit } from '../contract/broadcasts.ts';
import { broadcastCalls } from '../contract/broadcasts.ts';
import { agencyIdOf } from '../kernel/calls.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { presentApproval } from '../present/broadcasts.ts';
import { costOf, samplesOf, type Shop } from './broadcast-forecast.ts';

const shown = ['broadcasts'];

/** What ends a text that nobody asked for, and whom it is from (CTIA Messaging Principles 5.1). */
const saysStop = /\bstop\b/i;
const bodies = (contents: readonly Content[]): readonly string[] =>
  contents.flatMap((content) => (content.kind === 'text' ? [content.body] : []));

/** What the software has looked at: all of it is said, also what is fine. */
function checksOf(
  { type, contents }: Pick<ApprovalView, 'type' | 'contents'>,
  credit: MessageCredit['data'],
  { shop }: Shop,
  emails: readonly MadeVersion[],
): ApprovalCheck[] {
  const texts = bodies(contents);
  const check = (name: ApprovalCheck['check'], bad: boolean, about: string | null, grave = false): ApprovalCheck => ({
    check: name,
    result:
      !bad ? 'fine'
      : grave ? 'problem'
      : 'warning',
    about: bad ? about : null,
  });
  const late = credit.recipients - credit.in_time;
  const names = [shop.name, shop.name.split(/[\s’']/u)[0]!].map((name) => name.toLowerCase());
  const named = (body: string) =>
    /\{\{\s*business_name/.test(body) || names.some((name) => name !== '' && body.toLowerCase().includes(name));
  const urls = [...texts.flatMap(linksIn), ...emails.flatMap(linksOfEmail)];
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  return [
    ...(type === 'email' ?
      []
    : [
        check('number', shop.phoneNumber === null, null, true),
        check(
          'stop',
          texts.some((body) => !saysStop.test(body)),
          null,
        ),
        check(
          'named',
          texts.some((body) => !named(body)),
          shop.name,
        ),
      ]),
    check('merge', credit.missing.length > 0, credit.missing.map(({ field }) => field).join(', ')),
    ...(credit.mail === null ?
      []
    : [check('standing', credit.mail.trouble !== null, credit.mail.trouble?.note ?? null, true)]),
    ...(type === 'email' ?
      []
    : [check('credit', (credit.left_after ?? 0) < 0, String(-(credit.left_after ?? 0)), true)]),
    check('time', late > 0, String(late), true),
    ...(type === 'email' ? [] : [check('hours', credit.waits, null)]),
    { check: 'links', result: 'fine', about: hosts.length > 0 ? hosts.join(', ') : null },
  ];
}

/** Whom it is for, in names that stand for themselves. */
async function audienceOf({ parts }: Call, { businessId, audience }: ApprovalView) {
  const segments = await parts.readModels.segments(businessId);
  const named = (keywords: readonly string[], ids: readonly string[]) => [
    ...keywords,
    ...segments.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
  ];
  return {
    names: named(audience.keywords, audience.segmentIds),
    except: named(audience.exceptKeywords, audience.exceptSegmentIds),
    narrowed:
      JSON.stringify(audience.filter) !== JSON.stringify(everybody) ||
      audience.contactIds.length > 0 ||
      audience.recipientsOf !== null,
  };
}

async function approval(call: Call<{ readonly id: string }>): Promise<ApprovalReply> {
  const view = await call.parts.readModels.broadcastApproval(agencyIdOf(call), call.params.id);
  if (view === null) throw notFound();
  const presented = presentApproval(view);
  const { type, audience, windowHours, schedule, validHours, startAt } = view;
  const desk = { parts: call.parts, businessId: view.businessId, signal: call.signal };
  const [{ credit, funnel, people, shop }, whom, { result: emails }] = await Promise.all([
    costOf(desk, { type, contents: presented.contents, audience, windowHours, schedule, validHours, startAt }),
    audienceOf(call, view),
    call.parts.commands.broadcasts.askedEmails(call.context(), { broadcastId: call.params.id }),
  ]);
  const { total, recipients, leftOut } = funnel;
  const reasons = Object.entries(leftOut) as [keyof typeof leftOut, number][];
  return {
    data: {
      ...presented,
      schedule,
      test: view.test,
      business_timezone: shop.shop.timezone,
      sender: shop.shop.phoneNumber === null ? null : formatPhone(shop.shop.phoneNumber),
      audience: whom,
      funnel: { total, recipients, left_out: reasons.map(([reason, count]) => ({ reason, count })) },
      credit,
      checks: checksOf(view, credit, shop, emails),
      samples: samplesOf(people, shop),
      mails: emails.map(({ subject, html, text }) => ({ subject: [...subject], html: [...html], text: [...text] })),
    },
  };
}

/** What an agency decides on. */
export const broadcastApprovalRoutes: readonly Route[] = [
  route(broadcastCalls['GET /broadcasts/approvals'], async (call) => {
    const rows = await call.parts.readModels.broadcastApprovals(agencyIdOf(call), call.query.state);
    return { data: rows.map(presentApproval) };
  }),
  route(broadcastCalls['GET /broadcasts/{id}/approval'], approval),
  route(broadcastCalls['POST /broadcasts/{id}/approve'], async (call) => {
    const { revision } = call.body;
    const given = { broadcastId: call.params.id, revision };
    const { position, result } = await call.parts.commands.broadcasts.approve(call.context(), given);
    await call.settled(position, shown);
    const message = result.decided ? 'Approved. It goes out as it was meant to.' : 'It had been approved already.';
    return { success: true as const, message };
  }),
  route(broadcastCalls['POST /broadcasts/{id}/reject'], async (call) => {
    const given = { broadcastId: call.params.id, ...call.body };
    const { position } = await call.parts.commands.broadcasts.reject(call.context(), given);
    await call.settled(position, shown);
    return { success: true as const, message: 'It is back with the business as a draft.' };
  }),
];
