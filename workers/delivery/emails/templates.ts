import type { securityNews } from '../../../domain/emails/events.ts';
import type { BillToSend } from './bill.ts';
import type { EmailBrand } from './brand.ts';
import { escape, letter, logoOf, type EmailContent, oneLine } from './html.ts';

export type EmailKind =
  | 'password-reset'
  | 'invitation'
  | 'password-changed'
  | 'email-changed'
  | 'shared-page'
  | 'usage-alert'
  | 'billing'
  | 'bill'
  | 'report'
  | 'checkpoint'
  | (typeof securityNews)[number];
export interface EmailFacts {
  readonly brand: EmailBrand;
  /** How to address them, empty: without a name. */
  readonly firstName: string;
  /** Of a link that works once; null for emails that only tell something. */
  readonly link: string | null;
  /** Of a page that somebody shares: what it is called, and whose it is. */
  readonly about?: { readonly title: string; readonly from: string } | null;
  readonly bill?: Pick<BillToSend, 'month' | 'businessName' | 'total' | 'note'> | null;
  /** Of an invitation to a team: whose. */
  readonly team?: string | null;
}

interface Wording {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: string | null;
  readonly after: readonly string[];
}

/** What to do about a change that someone else made. */
const notYou = (support: string): string =>
  `If this was not you, change your password and sign out other devices on your account page. ${support}`.trim();

/** The words. Plain, short, and they say what to do when it was not you. */
function wordingOf(kind: EmailKind, brand: string, support: string, { about, team, bill }: EmailFacts): Wording {
  switch (kind) {
    case 'password-reset':
      return {
        subject: `Choose a new password for ${brand}`,
        lines: [`You asked for a new password for your ${brand} account.`],
        action: 'Choose a new password',
        after: [
          'The link works once, within an hour of asking for it.',
          'If you did not ask for it, you need not do anything: your password stays as it is.',
        ],
      };
    case 'invitation':
      if (team)
        return {
          subject: `Join ${oneLine(team)} on ${brand}`,
          lines: [`You’re invited to the team of ${oneLine(team)} on ${brand}. Choose a password to sign in.`],
          action: 'Accept invitation',
          after: [
            'The link works once, within seven days. After that, ask the person who invited you for another.',
            'If you don’t expect this, you can ignore it.',
          ],
        };
      return {
        subject: `Your ${brand} account is ready`,
        lines: [`An account was made for you at ${brand}. Choose a password to sign in for the first time.`],
        action: 'Choose a password',
        after: [
          'The link works once, within seven days. After that, “Forgot your password?” on the sign-in page sends you a new one.',
          'If you do not expect this, you can ignore it.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Your ${brand} password was changed`,
        lines: [`The password of your ${brand} account was changed, and all devices were signed out.`],
        action: null,
        after: [
          `If this was not you, choose a new password at once: open the sign-in page and follow “Forgot your password?”. ${support}`.trim(),
        ],
      };
    case 'email-changed':
      return {
        subject: `Your ${brand} email address was changed`,
        lines: [
          `The email address of your ${brand} account was changed. This address can no longer be used to sign in.`,
        ],
        action: null,
        after: [`If this wasn’t you, someone else may have your password. ${support}`.trim()],
      };
    case 'usage-alert':
      return { subject: oneLine(about?.title ?? ''), lines: [about?.from ?? ''], action: 'See usage', after: [] };
    case 'billing':
      return { subject: oneLine(about?.title ?? ''), lines: [about?.from ?? ''], action: 'Open billing', after: [] };
    case 'report':
      return { subject: oneLine(about?.title ?? ''), lines: [about?.from ?? ''], action: 'Open exports', after: [] };
    case 'checkpoint':
      return { subject: oneLine(about?.title ?? ''), lines: [about?.from ?? ''], action: null, after: [] };
    case 'bill': {
      const { month = '', businessName = '', total = '', note = null } = bill ?? {};
      return {
        subject: `${oneLine(businessName)}: your ${month} bill`,
        lines: [`Your usage in ${month} comes to ${total}. The bill is attached as a PDF.`],
        action: null,
        after: note === null ? [] : [note],
      };
    }
    case 'new-sign-in':
      return {
        subject: `New sign-in to your ${brand} account`,
        lines: [`Someone signed in to your ${brand} account on a device that we haven’t seen before.`],
        action: null,
        after: ['If this was you, you can ignore this. Your account page lists every device.', notYou(support)],
      };
    case 'authenticator-added':
      return {
        subject: `An authenticator app was added to your ${brand} account`,
        lines: [`Signing in to your ${brand} account now takes a code from your authenticator app.`],
        action: null,
        after: [notYou(support)],
      };
    case 'passkey-added':
      return {
        subject: `A passkey was added to your ${brand} account`,
        lines: [`You can now sign in to your ${brand} account with a passkey. It’s asked for after your password.`],
        action: null,
        after: [notYou(support)],
      };
    case 'second-factor-removed':
      return {
        subject: `Two-step sign-in changed on your ${brand} account`,
        lines: [`A second step of signing in was removed from your ${brand} account.`],
        action: null,
        after: [notYou(support)],
      };
    case 'second-factor-reset':
      return {
        subject: `Two-step sign-in was reset on your ${brand} account`,
        lines: [
          `An administrator removed the second step from your ${brand} account. Your password alone signs you in now.`,
        ],
        action: null,
        after: ['Set it up again on your account page.', `If you didn’t ask for this, act now. ${support}`.trim()],
      };
    case 'recovery-codes-renewed':
      return {
        subject: `New recovery codes for your ${brand} account`,
        lines: [`New recovery codes were made for your ${brand} account. The old ones no longer work.`],
        action: null,
        after: [notYou(support)],
      };
    case 'recovery-code-used':
      return {
        subject: `A recovery code signed in to your ${brand} account`,
        lines: [`Someone signed in to your ${brand} account with your password and a recovery code.`],
        action: null,
        after: ['Each code works once. You can make new ones on your account page.', notYou(support)],
      };
    case 'shared-page': {
      const [title, from] = [oneLine(about?.title ?? ''), oneLine(about?.from ?? '')];
      return {
        subject: `${title} – ${from}`,
        lines: [`${from} shares this page with you: ${title}.`],
        action: 'Open the page',
        after: ['You get this email once, because someone entered your address to send you the link.'],
      };
    }
  }
}

/**
 * An email in plain text and as HTML that needs no styles to be read. Whatever comes from tenants or users is escaped;
 * nothing in it names the platform unless the brand does.
 */
export function composeEmail(kind: EmailKind, facts: EmailFacts): EmailContent {
  const { brand, firstName, link } = facts;
  const name = oneLine(brand.name);
  const support =
    brand.supportEmail === null ? 'Then tell your account manager.' : `Then write to ${oneLine(brand.supportEmail)}.`;
  const wording = wordingOf(kind, name, support, facts);
  const greeting = oneLine(firstName) === '' ? 'Hello,' : `Hello ${oneLine(firstName)},`;
  const action = wording.action !== null && link !== null ? { label: wording.action, link } : null;
  const closing =
    brand.supportEmail === null ? [name, brand.url] : [name, brand.url, `Questions? ${oneLine(brand.supportEmail)}`];
  return {
    subject: wording.subject,
    text: [
      greeting,
      ...wording.lines,
      ...(action === null ? [] : [`${action.label}:\n${action.link}`]),
      ...wording.after,
      closing.join('\n'),
    ].join('\n\n'),
    html: letter({
      title: wording.subject,
      head: logoOf(brand),
      color: brand.color,
      before: [greeting, ...wording.lines],
      action,
      after: wording.after,
      footer: [
        escape(name),
        `<a href="${escape(brand.url)}" style="color:#55606e">${escape(brand.url.replace(/^https?:\/\//, ''))}</a>`,
        ...(brand.supportEmail === null ?
          []
        : [
            `Questions? <a href="mailto:${escape(encodeURI(brand.supportEmail))}" style="color:#55606e">` +
              `${escape(brand.supportEmail)}</a>`,
          ]),
      ],
    }),
  };
}

/** Where a link of an email leads. The token comes last, and is the only thing in the query. */
export const passwordLink = (brandUrl: string, token: string): string =>
  `${brandUrl}/passwords/reset?token=${encodeURIComponent(token)}`;
