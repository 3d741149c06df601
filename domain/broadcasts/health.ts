import { healthOf, type EmailFigures, emailLimits, tooManyComplaints } from '../emails/health.ts';

/** What came of a broadcast's messages since it began or went on. `filtered` are among the failed. */
export interface Outcomes {
  readonly delivered: number;
  readonly failed: number;
  /** Blocked or filtered by carriers (Twilio 30004, 30007). */
  readonly filtered: number;
}

/** The carrier's codes that say that it takes a broadcast for unwanted. */
export const filteringCodes: ReadonlySet<number> = new Set([30004, 30007]);

/** Below so many known outcomes nothing is said of a broadcast's health. */
const sample = { filtering: 50, failures: 100 } as const;
/** Carriers filter well under one in a hundred of what people asked for; a list that fails every third time is not one. */
const most = { filtering: 0.05, failures: 0.35 } as const;

/** Why a broadcast is paused by itself; null: it may go on. More of it would cost the number its good name. */
export function ailment({ delivered, failed, filtered }: Outcomes): 'filtering' | 'failures' | null {
  const known = delivered + failed;
  if (known >= sample.filtering && filtered / known >= most.filtering) return 'filtering';
  if (known >= sample.failures && failed / known >= most.failures) return 'failures';
  return null;
}

/** Of a broadcast that failed again and again by our own fault. */
export const ourFaultNote =
  'A problem on our side keeps this broadcast from going out. Resume it to try again, or contact support.';

export const ailmentNote = (why: 'filtering' | 'failures', { delivered, failed, filtered }: Outcomes): string => {
  const known = (delivered + failed).toLocaleString('en-US');
  return why === 'filtering' ?
      `Carriers filtered ${filtered.toLocaleString('en-US')} of the first ${known} messages.`
    : `${failed.toLocaleString('en-US')} of the first ${known} messages could not be delivered.`;
};

/** What came of a broadcast's emails since it began or went on. `complained` are among the delivered. */
export interface EmailOutcomes {
  readonly delivered: number;
  /** Came back, were refused at once, or could not be sent by our own fault. */
  readonly failed: number;
  readonly complained: number;
}

/**
 * Of emails that people asked for two in a hundred come back; Amazon SES looks at senders from five in a hundred on, and
 * Gmail asks for fewer than three complaints in a thousand (Email sender guidelines, 2024).
 */
const emails = { sample: 100, most: 0.08, complaints: 5, maxComplained: 0.003 } as const;

/** Why a broadcast of emails is paused by itself; null: it may go on. */
export function emailAilment({ delivered, failed, complained }: EmailOutcomes): 'bounces' | 'complaints' | null {
  const known = delivered + failed;
  if (complained >= emails.complaints && complained / Math.max(1, delivered) >= emails.maxComplained)
    return 'complaints';
  return known >= emails.sample && failed / known >= emails.most ? 'bounces' : null;
}

export const emailAilmentNote = (why: 'bounces' | 'complaints', { delivered, failed, complained }: EmailOutcomes) =>
  why === 'bounces' ?
    `${failed.toLocaleString('en-US')} of the first ${(delivered + failed).toLocaleString('en-US')} emails came back or could not be sent.`
  : `${complained.toLocaleString('en-US')} of the first ${delivered.toLocaleString('en-US')} people reported it as spam.`;

/** Why a business's emails to many stand still, all of them; in words that say what to do. */
export interface EmailTrouble {
  readonly by: 'bounces' | 'complaints';
  readonly note: string;
}

const percent = (part: number, of: number): string => `${((part / of) * 100).toFixed(1)} %`;

/**
 * A business of whose last emails so many came back or were reported that providers would soon take none of it: its
 * broadcasts by email stand still until somebody lets each go on. Null: it is well, or nobody can say.
 */
export function emailTrouble(figures: EmailFigures): EmailTrouble | null {
  if (healthOf(figures) !== 'danger') return null;
  const { sent, bounced, complained } = figures;
  const last = `Of the last ${sent.toLocaleString('en-US')} emails of this business`;
  return tooManyComplaints(figures, emailLimits.danger) ?
      {
        by: 'complaints',
        note:
          `${last} ${percent(complained, sent)} were reported as spam; Gmail takes none from a sender above 0.3 %. ` +
          'Choose only people who asked for it and have opened or clicked something lately, then resume it.',
      }
    : {
        by: 'bounces',
        note:
          `${last} ${percent(bounced, sent)} came back; mailbox providers block a sender above 5 %. ` +
          'Leave out addresses that were bought, are old, or have never opened anything, then resume it.',
      };
}
