import {
  IconArrowsSplit2,
  IconBell,
  IconClock,
  IconCornerDownRight,
  IconFlag,
  IconForms,
  IconGitBranch,
  IconHash,
  IconMail,
  IconMessage,
  IconPhotoUp,
  IconTag,
  IconTargetArrow,
  IconTicket,
  IconUserShare,
  IconUsersPlus,
  IconVideo,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { NodeKind } from './model.ts';

const icons: Readonly<Record<NodeKind, TablerIcon>> = {
  Notification: IconMessage,
  SendEmail: IconMail,
  Redemption: IconTicket,
  Alert: IconBell,
  GotoRegistration: IconVideo,
  Wait: IconClock,
  Goal: IconTargetArrow,
  Condition: IconGitBranch,
  CollectContactData: IconForms,
  SubscribeContactToList: IconUsersPlus,
  ImageUpload: IconPhotoUp,
  Split: IconArrowsSplit2,
  GoTo: IconCornerDownRight,
  Webhook: IconWebhook,
  Keyword: IconHash,
  Tag: IconTag,
  Assign: IconUserShare,
  End: IconFlag,
};
const tones: Partial<Record<NodeKind, string>> = {
  Wait: 'time',
  Condition: 'way',
  Split: 'way',
  Goal: 'goal',
  GoTo: 'way',
  End: 'over',
};
export function KindIcon({ kind, size = 18 }: { readonly kind: NodeKind; readonly size?: number }) {
  const Icon = icons[kind];
  return (
    <span className={`au-icon ${tones[kind] ?? ''}`}>
      <Icon size={size} aria-hidden />
    </span>
  );
}
