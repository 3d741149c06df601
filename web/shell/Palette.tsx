import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconBolt,
  IconDeviceMobile,
  IconKeyboard,
  IconLogout,
  IconMessagePlus,
  IconSearch,
  IconTicket,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isBuilt } from '../routes/routes.ts';
import { t } from './texts.ts';
import { useMainAccount } from '../session/impersonation.ts';
import { useProfile } from '../session/profile.tsx';
import { can } from '../session/rights.ts';
import { useLogout } from '../data/logout.ts';
import { menuIcons } from './Navigation.tsx';
import type { MenuEntry } from './menu.ts';
import { type PaletteAction, useChatActions } from './chat-actions.ts';
import { useFound } from './found.tsx';

const [store, spotlight] = createSpotlight();

/** Chooses the first hit, as the library does for each letter, but not for what comes later. */
function chooseFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Where a business gets beside the entries of the menu. `of`: the screen that it is a part of. */
const places = [
  {
    label: 'palette.redemptions',
    icon: IconTicket,
    path: '/business/campaigns?tab=redemptions',
    of: '/business/campaigns',
    right: 'redeem',
  },
  {
    label: 'palette.tills',
    icon: IconDeviceMobile,
    path: '/business/campaigns?tab=tills',
    of: '/business/campaigns',
    right: 'manage',
  },
  {
    label: 'palette.team',
    icon: IconUsers,
    path: '/business/settings?tab=9',
    of: '/business/settings',
    right: 'members',
  },
  {
    label: 'palette.duplicates',
    icon: IconArrowMerge,
    path: '/business/contacts/duplicates',
    of: '/business/contacts/duplicates',
    right: 'manage',
  },
  {
    label: 'palette.newAutomation',
    icon: IconBolt,
    path: '/business/automations/create',
    of: '/business/automations/create',
    right: 'manage',
  },
  {
    label: 'palette.webhooks',
    icon: IconWebhook,
    path: '/business/automations/webhooks',
    of: '/business/automations/webhooks',
    right: 'manage',
  },
] as const;

/** Ctrl or ⌘ K: screens, what the role works with (contacts; businesses; agencies) and actions in one field. */
export default function Palette({
  entries,
  onClose,
  onHelp,
}: {
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
  readonly onHelp: () => void;
}) {
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query, 160);
  const [path, go] = useLocation();
  const profile = useProfile();
  const logout = useLogout();
  const back = useMainAccount();
  const { groups, isLoading } = useFound(profile.role, asked, go);
  const hasChat = profile.role === 'Business' && entries.some((entry) => entry.path === '/business/livechat');
  const chat = useChatActions(hasChat, path, go);
  useEffect(() => {
    spotlight.open();
  }, []);

  const words = query.trim().toLowerCase();
  // From the beginning of a word: `bel` is no white label.
  const fits = (text: string) => ` ${text.toLowerCase()}`.includes(` ${words}`);
  const labelOf = (entry: MenuEntry) => {
    const parent = entries.find((candidate) => candidate.name === entry.under);
    return parent ? `${t(parent.label)}: ${t(entry.label)}` : t(entry.label);
  };
  const screens = entries.filter((entry) => fits(labelOf(entry)) && (words !== '' || entry.under === null));
  const actions: readonly PaletteAction[] = [
    ...(profile.impersonator ?
      [
        {
          label: t('acting.main'),
          icon: IconArrowBackUp,
          run: () => {
            void back();
          },
        },
      ]
    : []),
    ...(hasChat ?
      [
        ...chat,
        {
          label: t('palette.newConversation'),
          icon: IconMessagePlus,
          run: () => {
            go('/business/livechat?new=1');
          },
        },
      ]
    : []),
    ...(profile.role === 'Business' ? places : [])
      .filter(({ of, right }) => isBuilt(of) && can(profile, right))
      .map(({ label, icon, path }) => ({
        label: t(label),
        icon,
        run: () => {
          go(path);
        },
      })),
    { label: t('keys.title'), icon: IconKeyboard, run: onHelp },
    { label: t('top.logout'), icon: IconLogout, run: logout },
  ].filter((action) => fits(action.label));
  const found = words === '' ? [] : groups.filter((group) => group.items.length > 0);
  // The first hit is chosen, also when it comes later than the letters it fits; who has moved on already stays where they are.
  const hits = [...screens.map(({ name }) => name), ...found.flatMap(({ items }) => items.map(({ id }) => id))].join(
    ' ',
  );
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) return undefined;
    const frame = requestAnimationFrame(chooseFirst);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [hits]);
  const nothing = screens.length === 0 && actions.length === 0 && found.length === 0;
  const hint = t(`palette.placeholder.${profile.role}`);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={(next) => {
        moved.current = false;
        setQuery(next);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
      }}
      shortcut={null}
      onSpotlightClose={onClose}
      size={560}
      radius="lg"
      centered={false}
      yOffset="15dvh"
      maxHeight={440}
      scrollable
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 1 }}
    >
      <Spotlight.Search placeholder={hint} aria-label={hint} leftSection={<IconSearch size={18} aria-hidden />} />
      <Spotlight.ActionsList>
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.screens')}>
            {screens.map((entry) => {
              const Icon = menuIcons[entry.icon];
              return (
                <Spotlight.Action
                  key={entry.name}
                  label={labelOf(entry)}
                  leftSection={<Icon size={17} aria-hidden />}
                  rightSection={entry.key && <kbd className="bk-kbd">g {entry.key}</kbd>}
                  onClick={() => {
                    go(entry.path);
                  }}
                />
              );
            })}
          </Spotlight.ActionsGroup>
        )}
        {found.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                description={item.description ?? ''}
                leftSection={item.icon}
                rightSection={item.badge}
                onClick={item.open}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.actions')}>
            {actions.map((action) => (
              <Spotlight.Action
                key={action.label}
                label={action.label}
                leftSection={<action.icon size={17} aria-hidden />}
                rightSection={action.key && <kbd className="bk-kbd">{action.key}</kbd>}
                onClick={action.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && (
          <Spotlight.Empty>{words !== '' && isLoading ? t('palette.searching') : t('palette.none')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
