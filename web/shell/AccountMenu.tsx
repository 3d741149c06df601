import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import type { UserSettings } from '../../api/contract/profile.ts';
import { audienceOf } from '../session/guard.ts';
import { Avatar } from '../components/Avatar.tsx';
import { t } from './texts.ts';
import { usePreferences } from '../session/preferences.ts';
import { useMainAccount } from '../session/impersonation.ts';
import { useLogout } from '../data/logout.ts';
import { useProfile } from '../session/profile.tsx';

const schemes = [
  ['auto', IconDeviceDesktop],
  ['light', IconSun],
  ['dark', IconMoon],
] as const;

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const profile = useProfile();
  const logout = useLogout();
  const back = useMainAccount();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = usePreferences();
  // Acting as somebody else, one's own eyes decide, and nothing of theirs changes.
  const choose = (scheme: UserSettings['color_scheme']) => {
    setColorScheme(scheme);
    if (!profile.impersonator) void keep({ color_scheme: scheme });
  };
  return (
    <Menu position="bottom-end" width={248} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className="bk-account">
          <Avatar person={{ ...profile, phone: null }} size={30} />
          <span className="sr-only">{t('top.account', { name: profile.full_name })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="bk-accounthead">
          <b className="clip" dir="auto">
            {profile.full_name}
          </b>
          <span className="clip">{profile.email}</span>
        </div>
        <Menu.Divider />
        {profile.impersonator && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => {
              void back();
            }}
          >
            {t('acting.main')}
          </Menu.Item>
        )}
        {profile.role !== 'Business' && (
          <Menu.Item
            component={Link}
            href={`/${audienceOf[profile.role]}/profile`}
            leftSection={<IconUserCircle size={16} aria-hidden />}
          >
            {t('top.myAccount')}
          </Menu.Item>
        )}
        {(profile.impersonator !== null || profile.role !== 'Business') && <Menu.Divider />}
        <Menu.Label>{t('top.theme')}</Menu.Label>
        {schemes.map(([scheme, Icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === scheme ? <IconCheck size={14} aria-hidden /> : null}
            aria-current={colorScheme === scheme}
            onClick={() => {
              choose(scheme);
            }}
          >
            {t(`top.theme.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>
          {t('top.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
          {t('top.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
