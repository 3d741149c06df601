import type { MailFigures } from '../../domain/mail/health.ts';
import type { Used } from '../../domain/uses/uses.ts';
import { reactions } from '../engine/reactions.ts';
import { a2pNotices } from './a2p.ts';
import { approvalNotices } from './approvals.ts';
import { goneNotices } from './gone.ts';
import { lookAtMails, mailHealthTimer, mailTroubles } from './mail-health.ts';

interface Needs {
  /** How the mails of a business fare; left out: no one is warned. */
  readonly mailFigures?: (businessId: string) => Promise<MailFigures>;
  /** What of a business is used, and by what; left out: no one is told of what is gone. */
  readonly usedIn?: (businessId: string) => Promise<readonly Used[]>;
}

export const noticeReactions = reactions<Needs>('notices', ({ commands, mailFigures, usedIn }) => ({
  follows: [
    a2pNotices(commands),
    approvalNotices(commands),
    ...(usedIn ? [goneNotices(commands, usedIn)] : []),
    ...(mailFigures ? [mailTroubles()] : []),
  ],
  timers: mailFigures ? { [mailHealthTimer]: lookAtMails(commands, mailFigures) } : {},
}));
