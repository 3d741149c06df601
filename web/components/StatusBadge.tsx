import { t } from './texts.ts';
import {
  automationLook,
  broadcastLook,
  callLook,
  contactLook,
  type ContactLook,
  domainLook,
  domainLookOf,
  lookOfMessage,
  numberLook,
  numberLookOf,
  recipientLook,
  redemptionLook,
  runLook,
  type StatusLook,
  tenantLook,
  tenantLookOf,
} from './status.ts';

function Look({
  look,
  plain,
  size = 14,
}: {
  readonly look: StatusLook;
  readonly plain?: boolean;
  readonly size?: number;
}) {
  const Icon = look.icon;
  return (
    <span className={`bk-status tone-${look.tone}${plain ? '' : ' badge'}`}>
      <Icon size={size} aria-hidden />
      {t(look.label)}
    </span>
  );
}

/** A message's state as icon and word. `plain`: without the pill, for the line under a bubble. */
export const MessageStatusBadge = ({
  status,
  plain = false,
}: {
  readonly status: string;
  readonly plain?: boolean;
}) => <Look look={lookOfMessage(status)} plain={plain} />;

/** What became of a call, as icon and word. */
export const CallStatusBadge = ({ status }: { readonly status: keyof typeof callLook }) => (
  <Look look={callLook[status]} />
);

/** A contact's consent as icon and word; one that cannot be reached says so instead, unless it opted out. */
export const ContactStatusBadge = ({
  status,
  unreachable = false,
}: {
  readonly status: ContactLook;
  readonly unreachable?: boolean;
}) => <Look look={contactLook[unreachable && status !== 'optedOut' ? 'unreachable' : status]} />;

/** How a coupon stands. */
export const RedemptionBadge = ({ status }: { readonly status: keyof typeof redemptionLook }) => (
  <Look look={redemptionLook[status]} />
);

/** Whether people come into an automation. */
export const AutomationBadge = ({ status }: { readonly status: keyof typeof automationLook }) => (
  <Look look={automationLook[status]} />
);
/** Where one contact is in it. */
export const RunBadge = ({ state }: { readonly state: keyof typeof runLook }) => <Look look={runLook[state]} />;

/** How far a broadcast is. */
export const BroadcastBadge = ({ status }: { readonly status: keyof typeof broadcastLook }) => (
  <Look look={broadcastLook[status]} />
);
/** What became of one of its recipients. */
export const RecipientBadge = ({ state }: { readonly state: keyof typeof recipientLook }) => (
  <Look look={recipientLook[state]} />
);

/** An agency's or business's state. */
export const TenantBadge = ({ tenant }: { readonly tenant: Parameters<typeof tenantLookOf>[0] }) => (
  <Look look={tenantLook[tenantLookOf(tenant)]} />
);
/** How far a custom domain is. */
export const DomainBadge = ({ brand }: { readonly brand: Parameters<typeof domainLookOf>[0] }) => (
  <Look look={domainLook[domainLookOf(brand)]} />
);
/** Whether a number's registration stands. */
export const NumberBadge = ({ status }: { readonly status: string | null }) => (
  <Look look={numberLook[numberLookOf(status)]} />
);
