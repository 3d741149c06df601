import { Drawer, UnstyledButton } from '@mantine/core';
import {
  IconAddressBook,
  IconBell,
  IconBolt,
  IconBuildingStore,
  IconBuildingSkyscraper,
  IconChartBar,
  IconCreditCard,
  IconDots,
  IconLayoutDashboard,
  IconMessages,
  IconPalette,
  IconReceipt,
  IconRefresh,
  IconSchool,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconReceipt2,
  IconTags,
  IconUpload,
  IconUserCheck,
  IconUserCircle,
  IconUsers,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { badge } from '../format/badge.ts';
import { useUnread } from '../data/unread.ts';
import { t } from './texts.ts';
import { activeEntry, type MenuEntry, type MenuIcon } from './menu.ts';
import { Usage } from './Usage.tsx';

export const menuIcons: Readonly<Record<MenuIcon, TablerIcon>> = {
  dashboard: IconLayoutDashboard,
  message: IconMessages,
  contacts: IconAddressBook,
  notifications: IconBell,
  agencies: IconBuildingSkyscraper,
  businesses: IconBuildingStore,
  users: IconUsers,
  whitelabels: IconPalette,
  plans: IconTags,
  prices: IconReceipt2,
  reports: IconChartBar,
  uploads: IconUpload,
  settings: IconSettings,
  subscription: IconWallet,
  payment: IconCreditCard,
  statements: IconReceipt,
  loop: IconRefresh,
  training: IconSchool,
  profile: IconUserCircle,
  campaigns: IconSpeakerphone,
  broadcasts: IconSend,
  approvals: IconUserCheck,
  automations: IconBolt,
};

/** The section that a path is in, and the entry itself: `/admin/agencies/archived` is Archived, in Agencies. */
function useTrail(entries: readonly MenuEntry[], path: string) {
  const active = activeEntry(entries, path);
  return { active, section: entries.find((entry) => entry.name === active?.under) ?? active };
}

const inMenu = (entries: readonly MenuEntry[]) =>
  entries.filter((entry) => entry.place === 'menu' && entry.under === null);
const below = (entries: readonly MenuEntry[], section: MenuEntry) =>
  entries.filter((entry) => entry.under === section.name);

/** The sidebar. The entries below a section show while one is in it. */
export function Navigation({ entries, path }: { readonly entries: readonly MenuEntry[]; readonly path: string }) {
  const { active, section } = useTrail(entries, path);
  return (
    <nav className="bk-nav" aria-label={t('nav.main')}>
      {inMenu(entries).map((entry) => (
        <div key={entry.name}>
          <NavLink
            entry={entry}
            current={
              entry === active ? 'page'
              : entry === section ?
                'true'
              : undefined
            }
          />
          {entry === section && below(entries, entry).length > 0 && (
            <div className="bk-subnav">
              {below(entries, entry).map((child) => (
                <Link key={child.name} href={child.path} aria-current={child === active ? 'page' : undefined}>
                  {t(child.label)}
                </Link>
              ))}
            </div>
          )}
        </div>
      ))}
    </nav>
  );
}

/** The bar at the bottom at phone width: as many entries as there is room for, the others behind *More*. */
export function TabBar({ entries, path }: { readonly entries: readonly MenuEntry[]; readonly path: string }) {
  const [more, setMore] = useState(false);
  const { active, section } = useTrail(entries, path);
  const all = inMenu(entries);
  const withMore = all.length > 5 || entries.some((entry) => entry.under !== null);
  const shown = withMore ? all.slice(0, 4) : all;
  const close = () => {
    setMore(false);
  };
  return (
    <nav className="bk-tabbar" aria-label={t('nav.main')}>
      {shown.map((entry) => (
        <NavLink
          key={entry.name}
          entry={entry}
          current={
            entry === active ? 'page'
            : entry === section ?
              'true'
            : undefined
          }
        />
      ))}
      {withMore && (
        <UnstyledButton
          className="bk-navlink"
          aria-haspopup="dialog"
          aria-expanded={more}
          data-current={section !== null && !shown.includes(section)}
          onClick={() => {
            setMore(true);
          }}
        >
          <IconDots size={19} stroke={1.7} aria-hidden />
          <span className="label">{t('nav.more')}</span>
        </UnstyledButton>
      )}
      <Drawer
        opened={more}
        onClose={close}
        position="bottom"
        title={t('nav.more')}
        styles={{
          content: {
            height: 'auto',
            maxHeight: '85dvh',
            flex: '0 0 100%',
            borderRadius: 'var(--radius-xl) var(--radius-xl) 0 0',
          },
          inner: { alignItems: 'flex-end' },
        }}
      >
        <Usage wide />
        <div className="bk-more">
          {all.map((entry) => (
            <div key={entry.name}>
              <NavLink entry={entry} current={entry === active ? 'page' : undefined} onClick={close} />
              {below(entries, entry).map((child) => (
                <Link
                  key={child.name}
                  className="child"
                  href={child.path}
                  onClick={close}
                  aria-current={child === active ? 'page' : undefined}
                >
                  {t(child.label)}
                </Link>
              ))}
            </div>
          ))}
        </div>
      </Drawer>
    </nav>
  );
}

function NavLink({
  entry,
  current,
  onClick,
}: {
  readonly entry: MenuEntry;
  readonly current: 'page' | 'true' | undefined;
  readonly onClick?: () => void;
}) {
  const counts = useUnread();
  const Icon = menuIcons[entry.icon];
  const count = entry.badge === null ? 0 : counts[entry.badge];
  return (
    <Link href={entry.path} className="bk-navlink" aria-current={current} {...(onClick ? { onClick } : {})}>
      <Icon size={19} stroke={1.7} aria-hidden />
      <span className="label">{t(entry.label)}</span>
      {count > 0 && (
        <span className={`bk-count${entry.badge === 'notifications' ? ' quiet' : ''}`}>
          {badge(count)}
          <span className="sr-only"> {t(entry.badge === 'approvals' ? 'nav.toApprove' : 'notifications.unread')}</span>
        </span>
      )}
    </Link>
  );
}
