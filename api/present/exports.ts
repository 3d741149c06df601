import { type AttributeName, eachByApiName } from '../../domain/contacts/attributes.ts';
import type {
  ContactColumn,
  MessageColumn,
  RecipientColumn,
  RedemptionColumn,
  SubmissionColumn,
  VoteColumn,
} from '../../domain/exports/fields.ts';
import { fieldOf, isContactColumn } from '../../domain/exports/fields.ts';
import type { ExportedRecipient } from '../../projections/broadcasts/exported.ts';
import type { ExportedContact } from '../../projections/contacts/exported.ts';
import type { ExportedMessage } from '../../projections/livechat/exported.ts';
import type { ExportedCoupon } from '../../projections/coupons/exported.ts';
import type { ExportedSubmission, PageQuestion } from '../../projections/submissions/exported.ts';
import type { ExportedBallot } from '../../projections/votes/exported.ts';
import {
  contactTitles,
  messageTitles,
  recipientTitles,
  redemptionTitles,
  submissionTitles,
  voteTitles,
} from '../contract/export-titles.ts';
import { outcomeText } from '../contract/outcome-words.ts';
import type { Cell } from '../kernel/tables/cell.ts';

const instant = (at: string | null): Cell => (at === null ? null : { at });
const listed = (words: readonly string[]): Cell => (words.length === 0 ? null : words.join(', '));
/** What was taken away is not there. */
const said = (text: string | null): Cell => (text === '' ? null : text);
const worded = (words: Readonly<Record<string, string>>, word: string | null): Cell =>
  word === null ? null : (words[word] ?? word);

const status = { subscribed: 'Subscribed', optedOut: 'Opted out', unknown: 'No consent yet' } as const;
const emailStatus = { subscribed: 'Subscribed', unsubscribed: 'Unsubscribed' } as const;
/** How a consent is known, or that it was taken back. */
const how = {
  keyword: 'Texted a keyword',
  start: 'Texted START',
  form: 'Filled in a form',
  import: 'Import',
  manual: 'By hand',
  message: 'Texted STOP',
  screen: 'By the business',
  carrier: 'Told by the carrier',
  'unsubscribe-page': 'Preferences page',
  'import-undone': 'The import was undone',
  kept: 'Had said no before',
} as const;
const source = {
  'inbound-message': 'Text message',
  livechat: 'Live chat',
  import: 'Import',
  form: 'Form',
  manual: 'By hand',
} as const;

type Column<Row> = readonly [cell: (row: Row) => Cell, isInstant?: true];

const attribute = eachByApiName((name): Column<Readonly<Record<AttributeName, string | null>>> => [
  (row) => said(row[name]),
]);
const contact: Readonly<Record<ContactColumn, Column<ExportedContact>>> = {
  first_name: [({ firstName }) => said(firstName)],
  last_name: [({ lastName }) => said(lastName)],
  phone: [({ phone }) => said(phone)],
  status: [(row) => worded(status, row.status)],
  consent_at: [({ consentAt }) => instant(consentAt), true],
  consent_how: [({ consentHow }) => worded(how, consentHow)],
  email_status: [(row) => worded(emailStatus, row.emailStatus)],
  keywords: [({ keywords }) => listed(keywords)],
  tags: [({ tags }) => listed(tags)],
  source: [(row) => worded(source, row.source)],
  ...attribute,
  unreachable: [({ unreachable }) => (unreachable ? 'Yes' : null)],
  created_at: [({ createdAt }) => instant(createdAt), true],
  last_message_at: [({ lastMessageAt }) => instant(lastMessageAt), true],
};

const recipientState = {
  waiting: 'Queued',
  held: 'On hold',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  suppressed: 'Skipped',
  stopped: 'Stopped',
  expired: 'Ran out of time',
} as const;
const recipient: Readonly<Record<RecipientColumn, Column<ExportedRecipient>>> = {
  first_name: [({ firstName }) => said(firstName)],
  last_name: [({ lastName }) => said(lastName)],
  phone: [({ phone }) => said(phone)],
  email: [({ email }) => said(email)],
  variant: [({ variant }) => (variant < 0 ? null : String.fromCharCode(65 + variant))],
  state: [({ state }) => worded(recipientState, state)],
  reason: [({ reason, errorCode }) => said(outcomeText(reason, errorCode))],
  at: [({ at }) => instant(at), true],
  sent_at: [({ sentAt }) => instant(sentAt), true],
  delivered_at: [({ deliveredAt }) => instant(deliveredAt), true],
  clicks: [({ clicks }) => clicks],
  clicked_at: [({ clickedAt }) => instant(clickedAt), true],
  replied_at: [({ repliedAt }) => instant(repliedAt), true],
  opted_out_at: [({ optedOutAt }) => instant(optedOutAt), true],
  redeemed: [({ redeemed }) => redeemed],
};

const discount = {
  percentage: 'Percent',
  money: 'Money',
  bogo: 'Buy one, get one',
  free: 'Free',
  none: 'None',
} as const;
const couponState = { open: 'Good', redeemed: 'Used', expired: 'Expired', revoked: 'Withdrawn' } as const;
const because = {
  keyword: 'Texted the keyword',
  page: 'Page',
  reward: 'Reward of a loop',
  manual: 'By hand',
  till: 'At the till',
  demo: 'Demo',
  automation: 'Automation',
} as const;
const redeemer = { till: 'Till', holder: 'Its holder', screen: 'The business' } as const;
const redemption: Readonly<Record<RedemptionColumn, Column<ExportedCoupon>>> = {
  first_name: [({ firstName }) => said(firstName)],
  last_name: [({ lastName }) => said(lastName)],
  phone: [({ phone }) => said(phone)],
  email: [({ email }) => said(email)],
  campaign: [({ campaignName }) => said(campaignName)],
  coupon: [({ title }) => said(title)],
  discount: [({ discountType }) => worded(discount, discountType)],
  // Money is kept in its smallest unit.
  amount: [({ discountType, amount }) => (discountType === 'money' && amount !== null ? amount / 100 : amount)],
  code: [({ code }) => said(code)],
  state: [({ status: state }) => worded(couponState, state)],
  because: [(row) => worded(because, row.because)],
  issued_at: [({ issuedAt }) => instant(issuedAt), true],
  expires_at: [({ expiresAt }) => instant(expiresAt), true],
  redeemed_at: [({ redeemedAt }) => instant(redeemedAt), true],
  redeemed_by: [({ redeemedBy }) => worded(redeemer, redeemedBy)],
  till: [({ till }) => said(till)],
};

const goneOption = 'No longer on the page';
const via = { page: 'Page', text: 'Text message' } as const;
type LabelledBallot = ExportedBallot & { readonly labels: ReadonlyMap<string, string> };
const vote: Readonly<Record<VoteColumn, Column<LabelledBallot>>> = {
  first_name: [({ firstName }) => said(firstName)],
  last_name: [({ lastName }) => said(lastName)],
  phone: [({ phone }) => said(phone)],
  email: [({ email }) => said(email)],
  choices: [({ choices, labels }) => listed((choices ?? []).map((id) => labels.get(id) ?? goneOption))],
  via: [(row) => worded(via, row.via)],
  at: [({ at }) => instant(at), true],
  counts: [({ excluded }) => (excluded === true ? 'No' : 'Yes')],
  reason: [({ excluded, reason }) => (excluded === true ? said(reason) : null)],
};

const messageState = {
  received: 'Received',
  queued: 'On its way',
  accepted: 'On its way',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  suppressed: 'Not sent',
  held: 'On hold',
  unknown: 'Not known',
} as const;
const automatic = {
  'keyword-reply': 'Automatic reply',
  'opt-in-confirmation': 'Opt-in confirmation',
  'opt-in-request': 'Question for consent',
  'opt-out-confirmation': 'Opt-out confirmation',
  'coupon-reminder': 'Coupon reminder',
  'reward-unlocked': 'Unlocked reward',
  help: 'Automatic help answer',
  'broadcaster-reply': 'Answer to a broadcaster',
  'missed-call': 'Answer to a missed call',
  broadcast: 'Broadcast',
  automation: 'Automation',
  test: 'Test',
} as const;
type NamedMessage = ExportedMessage & { readonly them: string; readonly us: string };
const message: Readonly<Record<MessageColumn, Column<NamedMessage>>> = {
  at: [({ at }) => instant(at), true],
  from: [({ direction, them, us }) => (direction === 'in' ? them : us)],
  by: [({ author, direction, purpose }) => said(author) ?? (direction === 'in' ? null : worded(automatic, purpose))],
  text: [({ body }) => said(body)],
  pictures: [({ pictures }) => (pictures === 0 ? null : pictures)],
  state: [({ status: state }) => worded(messageState, state)],
  reason: [({ reason, errorCode }) => said(outcomeText(reason ?? '', errorCode ?? 0))],
  segments: [({ segments }) => segments],
};

const device = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer', unknown: 'Not known' } as const;
const yes = (is: boolean | null): Cell => (is === true ? 'Yes' : null);
type LabelledSubmission = ExportedSubmission & { readonly labels: ReadonlyMap<string, string> };
const submission: Readonly<Record<SubmissionColumn, Column<LabelledSubmission>>> = {
  at: [({ at }) => instant(at), true],
  name: [({ name }) => said(name)],
  phone: [({ phone }) => said(phone)],
  verified_at: [({ verifiedAt }) => instant(verifiedAt), true],
  ...attribute,
  choices: [({ choices, labels }) => listed((choices ?? []).map((id) => labels.get(id) ?? goneOption))],
  texts: [({ texts }) => yes(texts)],
  emails: [({ emails }) => yes(emails)],
  device: [(row) => worded(device, row.device)],
  source: [(row) => said(row.source)],
  medium: [({ medium }) => said(medium)],
  campaign: [({ campaign }) => said(campaign)],
  referrer: [({ referrer }) => said(referrer)],
  page_address: [({ pageAddress }) => said(pageAddress)],
  page_version: [({ pageVersion }) => pageVersion],
};

/** A table's columns, and a row of it. */
export interface Layout<Row> {
  readonly columns: readonly string[];
  readonly row: (row: Row) => readonly Cell[];
}

type Titled<Row> = readonly [title: string, cell: (row: Row) => Cell];
/** The clocks of instants stand in the title of their column. */
const titled = <Row>(title: string, [cell, isInstant]: Column<Row>, zone: string): Titled<Row> => [
  isInstant ? `${title} (${zone})` : title,
  cell,
];
const layoutOf = <Row>(shown: readonly Titled<Row>[]): Layout<Row> => ({
  columns: shown.map(([title]) => title),
  row: (given) => shown.map(([, cell]) => cell(given)),
});

/** `fields`: names of the custom fields by id; a column of one that is not there is left out. */
export const contactLayout = (
  columns: readonly string[],
  fields: ReadonlyMap<string, string>,
  zone: string,
): Layout<ExportedContact> =>
  layoutOf(
    columns.flatMap((column): Titled<ExportedContact>[] => {
      if (isContactColumn(column)) return [titled(contactTitles[column], contact[column], zone)];
      const id = fieldOf(column);
      const name = id === null ? undefined : fields.get(id);
      return id === null || name === undefined ? [] : [[name, ({ custom }) => said(custom?.[id] ?? null)]];
    }),
  );

export const recipientLayout = (columns: readonly RecipientColumn[], zone: string): Layout<ExportedRecipient> =>
  layoutOf(columns.map((column) => titled(recipientTitles[column], recipient[column], zone)));

export const redemptionLayout = (columns: readonly RedemptionColumn[], zone: string): Layout<ExportedCoupon> =>
  layoutOf(columns.map((column) => titled(redemptionTitles[column], redemption[column], zone)));

/** `them` and `us`: how the contact and the business are called. */
export function messageLayout(
  columns: readonly MessageColumn[],
  names: { readonly them: string; readonly us: string },
  zone: string,
): Layout<ExportedMessage> {
  const { columns: titles, row } = layoutOf(
    columns.map((column) => titled(messageTitles[column], message[column], zone)),
  );
  return { columns: titles, row: (one) => row({ ...one, ...names }) };
}

/** `labels`: what the options of the vote are called, by id. */
export function voteLayout(
  columns: readonly VoteColumn[],
  labels: ReadonlyMap<string, string>,
  zone: string,
): Layout<ExportedBallot> {
  const { columns: titles, row } = layoutOf(columns.map((column) => titled(voteTitles[column], vote[column], zone)));
  return { columns: titles, row: (ballot) => row({ ...ballot, labels }) };
}

/** `labels`: what the options of a vote are called, by id. Each of the page's own `questions` is a column. */
export function submissionLayout(
  columns: readonly SubmissionColumn[],
  questions: readonly PageQuestion[],
  labels: ReadonlyMap<string, string>,
  zone: string,
): Layout<ExportedSubmission> {
  const { columns: titles, row } = layoutOf<LabelledSubmission>([
    ...columns.map((column) => titled(submissionTitles[column], submission[column], zone)),
    ...questions.map(({ id, label }): Titled<LabelledSubmission> => [
      label,
      ({ custom }) => said(custom?.[id] ?? null),
    ]),
  ]);
  return { columns: titles, row: (given) => row({ ...given, labels }) };
}
