import type { EmailToSend } from '../../../commands/delivery/channels/email.ts';
import { isMarketing } from '../../../domain/emails/fields.ts';
import { escape, letter, type EmailContent, nameOf, oneLine } from './html.ts';
import type { Letter } from './letter.ts';

/** An email of a business that may go out. */
export const businessLetter = (email: EmailToSend): Letter => ({
  to: email.to,
  compose: async (brand) => ({
    ...composeBusinessEmail(email, brand.color),
    fromName: email.business.name,
    replyTo: email.business.email,
    headers: headersOf(email),
  }),
});

/**
 * An email of a business: its words, a button, and who it is from. Marketing says how to hear no more of it, and from
 * where it comes as far as that is known (CAN-SPAM, 15 U.S.C. 7704(a)(5)). Everything that people have written is text.
 */
function composeBusinessEmail(email: EmailToSend, color: string | null): EmailContent {
  const { subject, body, button, business, unsubscribeUrl, designed } = email;
  if (designed !== null) return { subject: oneLine(subject), ...designed };
  const name = oneLine(business.name);
  const address = business.address === null ? null : oneLine(business.address);
  const marketing = isMarketing(email.purpose);
  const why = marketing ? `You get this email because you gave ${name} your address.` : null;
  const paragraphs = body
    .trim()
    .split(/\r?\n\s*\r?\n/u)
    .map((words) => words.trim());
  const small = [why, address === null ? name : `${name}, ${address}`].filter((line) => line !== null);
  return {
    subject: oneLine(subject),
    text: [
      ...paragraphs,
      ...(button === null ? [] : [`${button.label}:\n${button.url}`]),
      ['-- ', ...small, ...(unsubscribeUrl === null ? [] : [`Fewer emails, or none: ${unsubscribeUrl}`])].join('\n'),
    ].join('\n\n'),
    html: letter({
      title: oneLine(subject),
      head: nameOf(name),
      color,
      before: paragraphs,
      action: button === null ? null : { label: button.label, link: button.url },
      after: [],
      footer: [
        ...small.map(escape),
        ...(unsubscribeUrl === null ?
          []
        : [`<a href="${escape(unsubscribeUrl)}" style="color:#55606e">Fewer emails, or none</a>`]),
      ],
    }),
  };
}

/** What email programs read. RFC 8058: one press unsubscribes. RFC 3834: no out-of-office answers, please. */
function headersOf({ unsubscribeUrl }: Pick<EmailToSend, 'unsubscribeUrl'>): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribeUrl === null ?
      {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
