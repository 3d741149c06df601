import { IconAlertTriangleFilled, IconBan, IconCheck, IconChecks, IconCircleCheckFilled, IconClock, IconHelpCircle, IconHourglassHigh, IconInbox, IconLoader2, IconPlugOff, IconSend2, type TablerIcon } from '@tabler/icons-react';
import type { MessageKey } from '../messages/translate.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface StatusLook { readonly tone: Tone; readonly icon: TablerIcon; readonly label: MessageKey }

/** One colour, one icon and one word for each status, across the product. */
export const messageLook = {
  sending: { tone: 'neutral', icon: IconLoader2, label: 'status.sending' },
  unsent: { tone: 'danger', icon: IconAlertTriangleFilled, label: 'status.unsent' },
  received: { tone: 'neutral', icon: IconInbox, label: 'status.received' },
  queued: { tone: 'neutral', icon: IconClock, label: 'status.queued' },
  accepted: { tone: 'info', icon: IconSend2, label: 'status.accepted' },
  sent: { tone: 'info', icon: IconCheck, label: 'status.sent' },
  delivered: { tone: 'success', icon: IconChecks, label: 'status.delivered' },
  failed: { tone: 'danger', icon: IconAlertTriangleFilled, label: 'status.failed' },
  suppressed: { tone: 'warning', icon: IconBan, label: 'status.suppressed' },
  held: { tone: 'warning', icon: IconHourglassHigh, label: 'status.held' },
  unknown: { tone: 'warning', icon: IconHelpCircle, label: 'status.unknown' },
} as const satisfies Record<string, StatusLook>;
export type MessageLook = keyof typeof messageLook;

export const contactLook = {
  subscribed: { tone: 'success', icon: IconCircleCheckFilled, label: 'contactStatus.subscribed' },
  optedOut: { tone: 'danger', icon: IconBan, label: 'contactStatus.optedOut' },
  unknown: { tone: 'neutral', icon: IconHelpCircle, label: 'contactStatus.unknown' },
  unreachable: { tone: 'warning', icon: IconPlugOff, label: 'contactStatus.unreachable' },
} as const satisfies Record<string, StatusLook>;
export type ContactLook = keyof typeof contactLook;

/** The look of a message status that comes from outside; an unheard-of one looks like "Checking". */
export const lookOfMessage = (status: string): StatusLook => messageLook[status as MessageLook] ?? messageLook.unknown;
