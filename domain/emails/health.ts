/** What became of the emails that a business sent lately. */
export interface EmailFigures {
  /** Taken by the provider. */
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
}

/** `unknown`: too few to say. */
export type EmailHealth = 'unknown' | 'fine' | 'warning' | 'danger';

/**
 * Mailbox providers look at the share of what comes back and of what is reported as spam; Gmail and Yahoo ask for less
 * than 0.1 % and take no more above 0.3 % (Google, “Email sender guidelines”), Amazon SES looks at a sender at 5 % of
 * bounces. Of fewer than `fewest` emails a share says nothing, nor do fewer complaints than `fewestComplaints`: one person
 * who presses *Spam* among 245 is 0.4 %.
 */
export const emailLimits = {
  fewest: 200,
  warning: { bounced: 0.02, complained: 0.001, fewestComplaints: 2 },
  danger: { bounced: 0.05, complained: 0.003, fewestComplaints: 5 },
} as const;

/** The last so many emails are looked at, and none older than so many days. */
export const emailWindow = { mails: 1_000, days: 30 } as const;

/** Whether the share of complaints is above a limit, and there are enough of them to mean something. */
export const tooManyComplaints = (
  { sent, complained }: Pick<EmailFigures, 'sent' | 'complained'>,
  limit: (typeof emailLimits)['warning' | 'danger'],
): boolean => complained >= limit.fewestComplaints && complained / sent > limit.complained;

export function healthOf({ sent, bounced, complained }: EmailFigures): EmailHealth {
  if (sent < emailLimits.fewest) return 'unknown';
  const above = (limit: (typeof emailLimits)['warning' | 'danger']): boolean =>
    bounced / sent > limit.bounced || tooManyComplaints({ sent, complained }, limit);
  return (
    above(emailLimits.danger) ? 'danger'
    : above(emailLimits.warning) ? 'warning'
    : 'fine'
  );
}

/** The figures of the last emails: whole days, the latest first, until they hold enough. */
export function lastEmails(days: readonly EmailFigures[]): EmailFigures {
  let all: EmailFigures = { sent: 0, bounced: 0, complained: 0 };
  for (const { sent, bounced, complained } of days) {
    if (all.sent >= emailWindow.mails) break;
    all = { sent: all.sent + sent, bounced: all.bounced + bounced, complained: all.complained + complained };
  }
  return all;
}
