import { ActionIcon, Button, CopyButton, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconCheck,
  IconCopy,
  IconExternalLink,
  IconPhone,
  IconPlus,
  IconSearch,
  IconTestPipe,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApp } from '../session/context.tsx';
import { isBuilt } from '../routes/routes.ts';
import { phone } from '../format/phone.ts';
import { t } from './texts.ts';
import { useProfile, useRefreshProfile } from '../session/profile.tsx';
import { useCan } from '../session/rights.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { HelpTools } from '../components/help/HelpTools.tsx';
import { Brand } from '../plain/Brand.tsx';
import { Usage } from './Usage.tsx';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Above every screen behind the sign-in: command palette, what the role needs at hand, bell, account. */
export function TopBar({
  onPalette,
  onShortcuts,
}: {
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
}) {
  const { role } = useProfile();
  const can = useCan();
  return (
    <header className="bk-top">
      <span className="phone-only">
        <Brand />
      </span>
      <UnstyledButton className="bk-palettebutton" onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <span className="label">{t('top.search')}</span>
        <kbd aria-hidden>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      <div className="end">
        {role === 'Admin' && (
          <NewMenu
            items={[
              { path: '/admin/businesses/create', label: t('top.newBusiness'), icon: IconBuildingStore },
              { path: '/admin/agencies/create', label: t('top.newAgency'), icon: IconBuildingSkyscraper },
            ]}
          />
        )}
        {role === 'Agency' && (
          <>
            <AgencyTools />
            <HelpTools />
          </>
        )}
        {role === 'Business' && (
          <>
            <MarketingNumber />
            <Redemption />
          </>
        )}
        {can('inbox') && <Bell />}
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

interface NewItem {
  readonly path: string;
  readonly label: string;
  readonly icon: TablerIcon;
}

/** Buttons for what is created most; at phone width one button with a menu. */
function NewMenu({ items, children }: { readonly items: readonly NewItem[]; readonly children?: ReactNode }) {
  const shown = items.filter((item) => isBuilt(item.path));
  if (shown.length === 0) return null;
  return (
    <>
      <span className="bk-new wide">
        {shown.map((item, index) => (
          <Button
            key={item.path}
            component={Link}
            href={item.path}
            variant={index === shown.length - 1 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {item.label}
          </Button>
        ))}
      </span>
      <span className="bk-new narrow">
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon variant="filled" color="brand" aria-label={t('top.new')}>
              <IconPlus size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {shown.map((item) => (
              <Menu.Item
                key={item.path}
                component={Link}
                href={item.path}
                leftSection={<item.icon size={16} aria-hidden />}
              >
                {item.label}
              </Menu.Item>
            ))}
            {children}
          </Menu.Dropdown>
        </Menu>
      </span>
    </>
  );
}

/** Makes a business with sample data, once; null where there is one already. */
function useDemoAccount(): { readonly busy: boolean; readonly add: () => void } | null {
  const { agency } = useProfile();
  const { client, run } = useApp();
  const refresh = useRefreshProfile();
  const [busy, setBusy] = useState(false);
  if (agency === null || agency.has_sample) return null;
  const add = async () => {
    setBusy(true);
    const done = await run(() => client.post('/agencies/add-sample-account'));
    setBusy(false);
    if (done === undefined) return;
    refresh((profile) => ({ ...profile, agency: profile.agency && { ...profile.agency, has_sample: true } }));
    refresh();
  };
  return {
    busy,
    add: () => {
      void add();
    },
  };
}

/** What an agency needs at hand: its use of what is free, a business to try things on, a new business. */
function AgencyTools() {
  const demo = useDemoAccount();
  return (
    <>
      <Usage />
      {demo && (
        <Tooltip label={t('top.demoHint')}>
          <Button
            className="bk-demobutton"
            variant="default"
            loading={demo.busy}
            leftSection={<IconTestPipe size={16} aria-hidden />}
            onClick={demo.add}
          >
            {t('top.demo')}
          </Button>
        </Tooltip>
      )}
      <NewMenu items={[{ path: '/agency/businesses/create', label: t('top.newBusiness'), icon: IconBuildingStore }]}>
        {demo && (
          <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={demo.add}>
            {t('top.demo')}
          </Menu.Item>
        )}
      </NewMenu>
    </>
  );
}

function Redemption() {
  const url = useProfile().business?.redemption_url ?? null;
  if (url === null) return null;
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      variant="default"
      className="bk-redemption"
      title={t('top.redemption')}
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('top.redemption')}
    </Button>
  );
}

function MarketingNumber() {
  const number = useProfile().business?.phone_number ?? null;
  if (number === null) return <span className="bk-number none">{t('top.noNumber')}</span>;
  const shown = phone(number);
  return (
    <span className="bk-number">
      <IconPhone size={15} aria-hidden className="icon" />
      <span className="sr-only">{t('top.number')}: </span>
      <span className="num">{shown}</span>
      <CopyButton value={number} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('app.copied') : t('app.copy')} openDelay={0}>
            <ActionIcon
              size="sm"
              aria-label={copied ? t('app.copied') : t('top.copyNumber', { number: shown })}
              onClick={copy}
            >
              {copied ?
                <IconCheck size={14} />
              : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
