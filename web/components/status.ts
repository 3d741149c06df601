import {
  IconAlertTriangleFilled,
  IconArchive,
  IconBan,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconClock,
  IconCloudOff,
  IconHelpCircle,
  IconHourglassHigh,
  IconInbox,
  IconLoader2,
  IconPencil,
  IconPhoneCheck,
  IconPhoneIncoming,
  IconPhoneX,
  IconPlayerPause,
  IconPlayerStop,
  IconPlugOff,
  IconSend2,
  IconShieldCheck,
  IconTicket,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { isNumberOk } from '../../api/contract/number-status.ts';
import type { MessageKey } from './texts.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface StatusLook {
  readonly tone: Tone;
  readonly icon: TablerIcon;
  readonly label: MessageKey;
}

/** One colour, one icon and one word for each status, across the product. */
export const messageLook = {
  sending: { tone: 'neutral', icon: IconLoader2, label: 'status.sending' },
  waiting: { tone: 'warning', icon: IconCloudOff, label: 'status.waiting' },
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

/** What became of a call. */
export const callLook = {
  ringing: { tone: 'info', icon: IconPhoneIncoming, label: 'callStatus.ringing' },
  answered: { tone: 'success', icon: IconPhoneCheck, label: 'callStatus.answered' },
  missed: { tone: 'danger', icon: IconPhoneX, label: 'callStatus.missed' },
} as const satisfies Record<string, StatusLook>;

export const contactLook = {
  subscribed: { tone: 'success', icon: IconCircleCheckFilled, label: 'contactStatus.subscribed' },
  optedOut: { tone: 'danger', icon: IconBan, label: 'contactStatus.optedOut' },
  unknown: { tone: 'neutral', icon: IconHelpCircle, label: 'contactStatus.unknown' },
  unreachable: { tone: 'warning', icon: IconPlugOff, label: 'contactStatus.unreachable' },
} as const satisfies Record<string, StatusLook>;
export type ContactLook = keyof typeof contactLook;

/** A coupon that somebody holds. */
export const redemptionLook = {
  open: { tone: 'info', icon: IconTicket, label: 'couponStatus.open' },
  redeemed: { tone: 'success', icon: IconCircleCheckFilled, label: 'couponStatus.redeemed' },
  expired: { tone: 'neutral', icon: IconClock, label: 'couponStatus.expired' },
  revoked: { tone: 'danger', icon: IconBan, label: 'couponStatus.revoked' },
} as const satisfies Record<string, StatusLook>;

/** The look of a message status that comes from outside; an unheard-of one looks like "Checking". */
export const lookOfMessage = (status: string): StatusLook => messageLook[status as MessageLook] ?? messageLook.unknown;

/** A business or an agency: archived before inactive before active. */
export const tenantLook = {
  active: { tone: 'success', icon: IconCircleCheckFilled, label: 'tenantStatus.active' },
  inactive: { tone: 'warning', icon: IconPlayerPause, label: 'tenantStatus.inactive' },
  archived: { tone: 'neutral', icon: IconArchive, label: 'tenantStatus.archived' },
} as const satisfies Record<string, StatusLook>;
export type TenantLook = keyof typeof tenantLook;
export const tenantLookOf = (tenant: { readonly status: string; readonly is_active?: boolean }): TenantLook =>
  tenant.status === 'archived' ? 'archived'
  : tenant.is_active === false ? 'inactive'
  : 'active';

/** A custom domain, as it was last seen. */
export const domainLook = {
  live: { tone: 'success', icon: IconShieldCheck, label: 'domainStatus.live' },
  certificate: { tone: 'warning', icon: IconHourglassHigh, label: 'domainStatus.certificate' },
  dns: { tone: 'danger', icon: IconAlertTriangleFilled, label: 'domainStatus.dns' },
  unchecked: { tone: 'neutral', icon: IconHelpCircle, label: 'domainStatus.unchecked' },
  none: { tone: 'neutral', icon: IconPlugOff, label: 'domainStatus.none' },
} as const satisfies Record<string, StatusLook>;
export type DomainLook = keyof typeof domainLook;
export const domainLookOf = (brand: {
  readonly domain: string | null;
  readonly is_vhost_exists: boolean;
  readonly is_ssl_cert_exists: boolean;
  readonly checked_at: string | null;
}): DomainLook =>
  brand.domain === null ? 'none'
  : brand.is_vhost_exists && brand.is_ssl_cert_exists ? 'live'
  : brand.checked_at === null ? 'unchecked'
  : brand.is_vhost_exists ? 'certificate'
  : 'dns';

export const numberLook = {
  verified: { tone: 'success', icon: IconShieldCheck, label: 'numberStatus.verified' },
  pending: { tone: 'info', icon: IconClock, label: 'numberStatus.pending' },
  needed: { tone: 'warning', icon: IconAlertTriangleFilled, label: 'numberStatus.needed' },
} as const satisfies Record<string, StatusLook>;
export const numberLookOf = (status: string | null): keyof typeof numberLook =>
  !isNumberOk(status) ? 'needed'
  : status === 'in-progress' || status === 'pending' ? 'pending'
  : 'verified';

/** How far a broadcast is. */
export const broadcastLook = {
  draft: { tone: 'neutral', icon: IconPencil, label: 'broadcastStatus.draft' },
  approval: { tone: 'warning', icon: IconUserCheck, label: 'broadcastStatus.approval' },
  scheduled: { tone: 'info', icon: IconClock, label: 'broadcastStatus.scheduled' },
  running: { tone: 'info', icon: IconLoader2, label: 'broadcastStatus.running' },
  paused: { tone: 'warning', icon: IconPlayerPause, label: 'broadcastStatus.paused' },
  stopped: { tone: 'danger', icon: IconPlayerStop, label: 'broadcastStatus.stopped' },
  completed: { tone: 'success', icon: IconCircleCheckFilled, label: 'broadcastStatus.completed' },
} as const satisfies Record<string, StatusLook>;

/** Whether people come into an automation. */
export const automationLook = {
  draft: { tone: 'neutral', icon: IconPencil, label: 'automationStatus.draft' },
  on: { tone: 'success', icon: IconCircleCheckFilled, label: 'automationStatus.on' },
  off: { tone: 'warning', icon: IconPlayerPause, label: 'automationStatus.off' },
} as const satisfies Record<string, StatusLook>;
/** Where one contact is in it. */
export const runLook = {
  due: { tone: 'info', icon: IconLoader2, label: 'runStatus.due' },
  acting: { tone: 'info', icon: IconSend2, label: 'runStatus.acting' },
  'put-off': { tone: 'warning', icon: IconHourglassHigh, label: 'runStatus.put-off' },
  waiting: { tone: 'neutral', icon: IconClock, label: 'runStatus.waiting' },
  ended: { tone: 'neutral', icon: IconCheck, label: 'runStatus.ended' },
} as const satisfies Record<string, StatusLook>;

/** What became of one recipient of a broadcast. */
export const recipientLook = {
  waiting: { tone: 'neutral', icon: IconClock, label: 'recipientStatus.waiting' },
  held: { tone: 'warning', icon: IconHourglassHigh, label: 'recipientStatus.held' },
  sent: { tone: 'info', icon: IconSend2, label: 'recipientStatus.sent' },
  delivered: { tone: 'success', icon: IconChecks, label: 'recipientStatus.delivered' },
  undelivered: { tone: 'danger', icon: IconAlertTriangleFilled, label: 'recipientStatus.undelivered' },
  suppressed: { tone: 'warning', icon: IconUserOff, label: 'recipientStatus.suppressed' },
  stopped: { tone: 'neutral', icon: IconPlayerStop, label: 'recipientStatus.stopped' },
  expired: { tone: 'neutral', icon: IconClock, label: 'recipientStatus.expired' },
} as const satisfies Record<string, StatusLook>;
