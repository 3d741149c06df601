import {
  IconAlarm,
  IconArchive,
  IconCircleCheck,
  IconHandStop,
  IconInbox,
  IconMoon,
  IconUser,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSearch } from 'wouter';
import { commands } from '../api/commands.ts';
import { useConversation, useTeam } from '../data/reads.ts';
import { useRefresh } from '../api/refresh.ts';
import { useApp } from '../session/context.tsx';
import { type ChatAct, readChatKeys } from '../session/chat-keys.ts';
import { useMe } from '../session/profile.tsx';
import { t } from './texts.ts';

const inbox = '/business/livechat';
/** `isShared`: only where there is a team. */
const places = [
  { act: 'nobody', icon: IconInbox, query: 'filter=all&assignee=nobody', isShared: true },
  { act: 'mine', icon: IconUser, query: 'filter=all&assignee=mine', isShared: true },
  { act: 'overdue', icon: IconAlarm, query: 'filter=overdue', isShared: false },
  { act: 'optOuts', icon: IconHandStop, query: 'filter=looks_opted_out', isShared: false },
] as const;

export interface PaletteAction {
  readonly label: string;
  readonly icon: TablerIcon;
  /** The letter that does the same where the focus is in the list; null: there is none. */
  readonly key?: string | null;
  readonly run: () => void;
}

/**
 * What the palette does in live chat: with the conversation that is open, with the list, and with one's own switch. `wanted`: whether
 * there is a live chat at all.
 */
export function useChatActions(wanted: boolean, path: string, go: (to: string) => void): readonly PaletteAction[] {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const me = useMe();
  const search = useSearch();
  const open = wanted && path === inbox ? new URLSearchParams(search).get('contact') : null;
  const conversation = useConversation(open).data?.data;
  const team = useTeam(wanted).data;
  const mine = team?.data.find(({ id }) => id === me);
  const { on, of } = readChatKeys();
  const keyOf = (act: ChatAct): string | null => (on && of[act] !== '' ? of[act] : null);
  const act = (command: () => Promise<unknown>) => () => {
    void run(command).then(() => refresh('/livechat'));
  };
  const isTeam = (team?.data.length ?? 0) > 1;
  if (!wanted) return [];
  return [
    ...(conversation !== undefined && isTeam && conversation.assignee_id !== me ?
      [
        {
          label: t('palette.take'),
          icon: IconUserCheck,
          key: keyOf('take'),
          run: act(() => commands.assign(client, conversation.id, me)),
        },
      ]
    : []),
    ...(conversation?.status === 'open' ?
      [
        {
          label: t('palette.close'),
          icon: IconArchive,
          key: keyOf('close'),
          run: act(() => commands.close(client, conversation.id, conversation.position)),
        },
      ]
    : []),
    ...places
      .filter(({ isShared }) => isTeam || !isShared)
      .map(({ act: name, icon, query }) => ({
        label: t(`palette.${name}`),
        icon,
        key: name === 'optOuts' ? null : keyOf(name),
        run: () => {
          // Beside the list the conversation stays open; where one pane is shown at a time, it would hide the list.
          const stays = open !== null && matchMedia('(min-width: 761px)').matches;
          go(`${inbox}?${query}${stays ? `&contact=${open}` : ''}`);
        },
      })),
    ...(mine !== undefined && (team?.meta.mode !== 'off' || mine.away) ?
      [
        {
          label: t(mine.away ? 'palette.back' : 'palette.leave'),
          icon: mine.away ? IconCircleCheck : IconMoon,
          key: null,
          run: act(() => commands.setAway(client, { away: !mine.away, give_back: false })),
        },
      ]
    : []),
  ];
}
