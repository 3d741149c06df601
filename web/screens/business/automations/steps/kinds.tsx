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
import type { NodeKind } from '../model.ts';

export const groupNames = ['send', 'ask', 'flow', 'contact', 'out'] as const;
interface StepLook {
  readonly icon: TablerIcon;
  /** Of the menu; null: in none. */
  readonly group: (typeof groupNames)[number] | null;
  readonly tone?: 'time' | 'way' | 'goal' | 'over';
}

/** How steps look, in the order of the menu. Its words are `au.kind.…` and `au.about.…`. */
const looks = {
  Notification: { icon: IconMessage, group: 'send' },
  SendEmail: { icon: IconMail, group: 'send' },
  Redemption: { icon: IconTicket, group: 'send' },
  Alert: { icon: IconBell, group: 'send' },
  CollectContactData: { icon: IconForms, group: 'ask' },
  ImageUpload: { icon: IconPhotoUp, group: 'ask' },
  Wait: { icon: IconClock, group: 'flow', tone: 'time' },
  Condition: { icon: IconGitBranch, group: 'flow', tone: 'way' },
  Split: { icon: IconArrowsSplit2, group: 'flow', tone: 'way' },
  Goal: { icon: IconTargetArrow, group: 'flow', tone: 'goal' },
  GoTo: { icon: IconCornerDownRight, group: 'flow', tone: 'way' },
  End: { icon: IconFlag, group: 'flow', tone: 'over' },
  Tag: { icon: IconTag, group: 'contact' },
  Keyword: { icon: IconHash, group: 'contact' },
  SubscribeContactToList: { icon: IconUsersPlus, group: 'contact' },
  Assign: { icon: IconUserShare, group: 'contact' },
  Webhook: { icon: IconWebhook, group: 'out' },
  GotoRegistration: { icon: IconVideo, group: 'out' },
} satisfies Readonly<Record<NodeKind, StepLook>>;
const lookOf = (kind: NodeKind): StepLook => looks[kind];

/** Kinds in the order and groups of the menu. */
export const groups = groupNames.map((group) => {
  const kinds = Object.keys(looks) as readonly NodeKind[];
  return [group, kinds.filter((kind) => lookOf(kind).group === group)] as const;
});

export function KindIcon({ kind, size = 18 }: { readonly kind: NodeKind; readonly size?: number }) {
  const { icon: Icon, tone = '' } = lookOf(kind);
  return (
    <span className={`au-icon ${tone}`}>
      <Icon size={size} aria-hidden />
    </span>
  );
}
