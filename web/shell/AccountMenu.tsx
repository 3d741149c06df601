import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { commands } from '../api/commands.ts';
import { useApp } from '../app/context.tsx';
import { Avatar } from '../components/Avatar.tsx';
import { t } from '../messages/translate.ts';
import { useProfile } from '../session/profile.tsx';

/** Signs out: the server is told, and this browser forgets whatever the server answers. */
export function useLogout(): () => void {
  const { client, session } = useApp();
  return () => { void commands.signOut(client).catch(() => undefined).finally(() => { session.clear(); }); };
}

const schemes = [['auto', IconDeviceDesktop], ['light', IconSun], ['dark', IconMoon]] as const;

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const profile = useProfile();
  const logout = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={248} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className="bk-account">
          <Avatar person={{ ...profile, phone: null }} size={30} /><span className="sr-only">{t('top.account', { name: profile.full_name })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="bk-accounthead"><b className="clip">{profile.full_name}</b><span className="clip">{profile.email}</span></div>
        <Menu.Divider />
        <Menu.Label>{t('top.theme')}</Menu.Label>
        {schemes.map(([scheme, Icon]) => (
          <Menu.Item key={scheme} leftSection={<Icon size={16} aria-hidden />} rightSection={colorScheme === scheme ? <IconCheck size={14} aria-hidden /> : null}
            aria-current={colorScheme === scheme} onClick={() => { setColorScheme(scheme); }}>{t(`top.theme.${scheme}`)}</Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>{t('top.shortcuts')}</Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>{t('top.logout')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
