import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { IconKeyboard, IconLogout, IconMessagePlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useContactSearch } from '../api/reads.ts';
import { Avatar } from '../components/Avatar.tsx';
import { ContactStatusBadge } from '../components/StatusBadge.tsx';
import { displayName } from '../format/person.ts';
import { phone } from '../format/phone.ts';
import { t } from '../messages/translate.ts';
import { useLogout } from './AccountMenu.tsx';
import type { MenuEntry } from './menu.ts';

const [store, spotlight] = createSpotlight();

/** Ctrl or ⌘ K: screens, contacts and actions in one field. */
export default function Palette({ entries, onClose, onHelp }: { readonly entries: readonly MenuEntry[]; readonly onClose: () => void; readonly onHelp: () => void }) {
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query, 160);
  const [, go] = useLocation();
  const logout = useLogout();
  const { data: found, isLoading } = useContactSearch(asked);
  useEffect(() => { spotlight.open(); }, []);

  const fits = (text: string) => text.toLowerCase().includes(query.trim().toLowerCase());
  const screens = entries.filter((entry) => fits(t(entry.label)));
  const actions = [
    { label: t('palette.newConversation'), icon: IconMessagePlus, run: () => { go('/business/livechat?new=1'); } },
    { label: t('keys.title'), icon: IconKeyboard, run: onHelp },
    { label: t('top.logout'), icon: IconLogout, run: logout },
  ].filter((action) => fits(action.label));
  const contacts = query.trim() === '' ? [] : (found?.data ?? []).slice(0, 6);
  const searching = query.trim() !== '' && isLoading;
  const nothing = screens.length === 0 && actions.length === 0 && contacts.length === 0;

  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} shortcut={null} onSpotlightClose={onClose} size={560} radius="lg" maxHeight={440} scrollable attributes={{ content: { 'aria-label': t('palette.title') } }} overlayProps={{ backgroundOpacity: 0.4, blur: 1 }}>
      <Spotlight.Search placeholder={t('palette.placeholder')} aria-label={t('palette.placeholder')} leftSection={<IconSearch size={18} aria-hidden />} />
      <Spotlight.ActionsList>
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.screens')}>
            {screens.map((entry) => <Spotlight.Action key={entry.name} label={t(entry.label)} rightSection={<kbd className="bk-kbd">g {entry.key}</kbd>} onClick={() => { go(entry.path); }} />)}
          </Spotlight.ActionsGroup>
        )}
        {contacts.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.contacts')}>
            {contacts.map((contact) => (
              <Spotlight.Action key={contact.id} label={displayName(contact)} description={phone(contact.phone)} leftSection={<Avatar person={contact} size={28} />}
                rightSection={<ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />} onClick={() => { go(`/business/livechat?contact=${contact.id}`); }} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.actions')}>
            {actions.map((action) => <Spotlight.Action key={action.label} label={action.label} leftSection={<action.icon size={17} aria-hidden />} onClick={action.run} />)}
          </Spotlight.ActionsGroup>
        )}
        {nothing && <Spotlight.Empty>{searching ? t('palette.searching') : t('palette.none')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
