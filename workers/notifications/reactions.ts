import type { EmailFigures } from '../../domain/emails/health.ts';
import type { Used } from '../../domain/uses/uses.ts';
import { reactions } from '../engine/reactions.ts';
import { a2pNotices } from './a2p.ts';
import { approvalNotices } from './approvals.ts';
import { goneNotices } from './gone.ts';
import { type NearLimit, type PayerUsage, usageAlerts } from './usage-alerts.ts';
import { lookAtEmails, emailHealthTimer, emailTroubles } from './email-health.ts';

interface Needs {
  /** How the emails of a business fare; left out: no one is warned. */
  readonly emailFigures?: (businessId: string) => Promise<EmailFigures>;
  /** What of a business is used, and by what; left out: no one is told of what is gone. */
  /** Businesses that have used so many per cent of a limit; left out: no one is told. */
  readonly nearLimits?: (percent: number) => Promise<readonly NearLimit[]>;
  /** Payers who may have reached a threshold of their own. */
  readonly payersNear?: (percent: number) => Promise<readonly PayerUsage[]>;
  /** Payments are on. */
  readonly takesPayments?: boolean;
  readonly config: { readonly usageAlertsMs?: number };
  readonly usedIn?: (businessId: string) => Promise<readonly Used[]>;
}

export const noticeReactions = reactions<Needs>(
  'notices',
  ({ commands, clock, log, config, emailFigures, nearLimits, payersNear, takesPayments, usedIn }) => ({
    follows: [
      a2pNotices(commands),
      approvalNotices(commands),
      ...(usedIn ? [goneNotices(commands, usedIn)] : []),
      ...(emailFigures ? [emailTroubles()] : []),
    ],
    loops:
      nearLimits === undefined ?
        []
      : [
          ({ stopping }) =>
            usageAlerts(
              {
                commands,
                nearLimits,
                payersNear: takesPayments === true ? payersNear : undefined,
                clock,
                log,
                everyMs: config.usageAlertsMs,
              },
              stopping,
            ),
        ],
    timers: emailFigures ? { [emailHealthTimer]: lookAtEmails(commands, emailFigures) } : {},
  }),
);
