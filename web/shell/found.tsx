import { IconBolt, IconSpeakerphone, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Role } from '../../api/contract/common.ts';
import { asList, useRead } from '../data/read.ts';
import { useContactSearch } from '../data/reads.ts';
import { isBuilt } from '../routes/routes.ts';
import { Avatar } from '../components/Avatar.tsx';
import { AutomationBadge, ContactStatusBadge } from '../components/StatusBadge.tsx';
import { displayName } from '../format/person.ts';
import { phone } from '../format/phone.ts';
import { useCan } from '../session/rights.ts';
import { t } from './texts.ts';

export interface FoundGroup {
  readonly label: string;
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly description: string | null;
    readonly icon: ReactNode;
    readonly badge: ReactNode;
    readonly open: () => void;
  }[];
}

/** How many of each the palette shows. */
const most = 6;
/** Campaigns and automations. */
const maxNamed = 4;
/** Pages of contacts, below their conversations. */
const maxPages = 3;

/** What a role looks for by name: a business its contacts, an agency its businesses, an admin both agencies and businesses. */
export function useFound(
  role: Role,
  query: string,
  go: (path: string) => void,
): { readonly groups: readonly FoundGroup[]; readonly isLoading: boolean } {
  const words = query.trim();
  const ask = (wanted: boolean) =>
    words === '' || !wanted ? null : { query: { search: words, per_page: most, status: 'active' as const } };
  const can = useCan();
  const contacts = useContactSearch(role === 'Business' && can('inbox') ? words : null);
  const isBusiness = role === 'Business';
  const named = words === '' || !isBusiness ? null : { query: { search: words, per_page: maxNamed } };
  const automations = useRead('/automations', can('manage') ? named : null, asList);
  const campaigns = useRead('/campaigns', can('manage') ? named : null, asList);
  const agencies = useRead('/agencies', ask(role === 'Admin' && isBuilt('/admin/agencies/{id}/edit')), asList);
  const area = role === 'Admin' ? '/admin' : '/agency';
  const businesses = useRead(
    '/businesses',
    ask(role !== 'Business' && isBuilt(`${area}/businesses/{id}/edit`)),
    asList,
  );

  const account = (row: { readonly id: string; readonly name: string }, description: string | null, path: string) => ({
    id: row.id,
    label: row.name,
    description,
    icon: <Avatar person={{ id: row.id, first_name: row.name, last_name: null, phone: null }} size={28} />,
    badge: null,
    open: () => {
      go(path);
    },
  });
  const groups: FoundGroup[] = [
    {
      label: t('nav.agencies'),
      items: (agencies.data?.data ?? []).map((row) => account(row, row.email, `/admin/agencies/${row.id}/edit`)),
    },
    {
      label: t('nav.businesses'),
      items: (businesses.data?.data ?? []).map((row) =>
        account(row, row.agency?.name ?? null, `${area}/businesses/${row.id}/edit`),
      ),
    },
    {
      label: t('palette.contacts'),
      items: (contacts.data?.data ?? []).slice(0, most).map((contact) => ({
        id: contact.id,
        label: displayName(contact),
        description: phone(contact.phone),
        icon: <Avatar person={contact} size={28} />,
        badge: <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />,
        open: () => {
          go(`/business/livechat?contact=${contact.id}`);
        },
      })),
    },
    {
      label: t('palette.people'),
      items: (contacts.data?.data ?? []).slice(0, maxPages).map((contact) => ({
        id: `${contact.id} page`,
        label: displayName(contact),
        description: phone(contact.phone),
        icon: <IconUser size={17} aria-hidden />,
        badge: null,
        open: () => {
          go(`/business/contacts/${contact.id}`);
        },
      })),
    },
    {
      label: t('nav.automations'),
      items: (automations.data?.data ?? []).map(({ id, name, version, status }) => ({
        id,
        label: name,
        description: null,
        icon: <IconBolt size={17} aria-hidden />,
        badge: <AutomationBadge status={status} />,
        open: () => {
          go(`/business/automations/${id}${version === null ? '/edit' : ''}`);
        },
      })),
    },
    {
      label: t('nav.campaigns'),
      items: (campaigns.data?.data ?? []).map(({ id, name, keyword }) => ({
        id,
        label: name,
        description: keyword,
        icon: <IconSpeakerphone size={17} aria-hidden />,
        badge: null,
        open: () => {
          go(`/business/campaigns/${id}`);
        },
      })),
    },
  ];
  return { groups, isLoading: contacts.isLoading || agencies.isLoading || businesses.isLoading };
}
