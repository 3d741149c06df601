import { t } from '../messages/translate.ts';
import { contactLook, type ContactLook, lookOfMessage, type StatusLook } from './status.ts';

function Look({ look, plain, size = 14 }: { readonly look: StatusLook; readonly plain?: boolean; readonly size?: number }) {
  const Icon = look.icon;
  return <span className={`bk-status tone-${look.tone}${plain ? '' : ' badge'}`}><Icon size={size} aria-hidden />{t(look.label)}</span>;
}

/** A message's state as icon and word. `plain`: without the pill, for the line under a bubble. */
export const MessageStatusBadge = ({ status, plain = false }: { readonly status: string; readonly plain?: boolean }) => <Look look={lookOfMessage(status)} plain={plain} />;

/** A contact's consent as icon and word; one that cannot be reached says so instead, unless it opted out. */
export const ContactStatusBadge = ({ status, unreachable = false }: { readonly status: ContactLook; readonly unreachable?: boolean }) =>
  <Look look={contactLook[unreachable && status !== 'optedOut' ? 'unreachable' : status]} />;
