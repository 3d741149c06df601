import { ActionIcon, CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy, IconPhone, IconSearch } from '@tabler/icons-react';
import { phone } from '../format/phone.ts';
import { t } from '../messages/translate.ts';
import { useProfile } from '../session/profile.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './Bell.tsx';
import { Brand } from './Brand.tsx';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Above every screen of a business: command palette, marketing number, bell, account. */
export function TopBar({ onPalette, onShortcuts }: { readonly onPalette: () => void; readonly onShortcuts: () => void }) {
  return (
    <header className="bk-top">
      <span className="phone-only"><Brand /></span>
      <UnstyledButton className="bk-palettebutton" onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden /><span className="label">{t('top.search')}</span><kbd aria-hidden>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      <div className="end">
        <MarketingNumber />
        <Bell />
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

function MarketingNumber() {
  const number = useProfile().business?.phone_number ?? null;
  if (number === null) return <span className="bk-number none">{t('top.noNumber')}</span>;
  const shown = phone(number);
  return (
    <span className="bk-number">
      <IconPhone size={15} aria-hidden className="icon" />
      <span className="sr-only">{t('top.number')}: </span><span className="num">{shown}</span>
      <CopyButton value={number} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('app.copied') : t('app.copy')} openDelay={0}>
            <ActionIcon size="sm" aria-label={copied ? t('app.copied') : t('top.copyNumber', { number: shown })} onClick={copy}>{copied ? <IconCheck size={14} /> : <IconCopy size={14} />}</ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
